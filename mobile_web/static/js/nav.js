// The ways from page to page, for those who may go there; the link's code goes along.

import { byId, h, show } from "./dom.js";
import { alongWith } from "./api.js";
import { t } from "./words.js";

const TABLES = { host: "/host", judge: "/judge", player: "/play", viewer: "/watch", camera: "/camera" };

export function navigation(me) {
  const nav = byId("nav");
  if (!nav || !me) return;
  const ways = [["nav.table", TABLES[me.role]]];
  if (me.powers.includes("check")) ways.push(["nav.check", "/check"]);
  if (me.powers.includes("host")) ways.push(["nav.teach", "/teach"]);
  if (me.powers.includes("watch")) ways.push(["nav.history", "/history"]);
  // At the own table the name leads to its top, from elsewhere back to it.
  byId("brand").setAttribute("href", TABLES[me.role] === location.pathname ? "#main" : alongWith(TABLES[me.role]));
  show(nav, ways.filter(([, path]) => path !== location.pathname).map(([words, path]) => h("a", { href: alongWith(path), "data-key": words }, t(words))));
}
