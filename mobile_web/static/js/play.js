import { openTable } from "/static/js/table.js";

openTable(null);
