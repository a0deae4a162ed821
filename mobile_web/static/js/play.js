import { openTable } from "./table.js";

openTable(null);
