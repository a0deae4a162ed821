// The ways from page to page, for those who may go there; the link's code goes along.

import { byId, h, show } from "/static/js/dom.js";
import { alongWith } from "/static/js/api.js";
import { t } from "/static/js/words.js";

const TABLES = { host: "/host", judge: "/judge", player: "/play", viewer: "/watch", camera: "/camera" };

export function navigation(me) {
  const nav = byId("nav");
  if (!nav || !me) return;
  const ways = [["nav.table", TABLES[me.role]]];
  if (me.powers.includes("check")) ways.push(["nav.check", "/check"]);
  if (me.powers.includes("watch")) ways.push(["nav.history", "/history"]);
  show(nav, ways.filter(([, path]) => path !== location.pathname).map(([words, path]) => h("a", { href: alongWith(path), "data-key": words }, t(words))));
}
