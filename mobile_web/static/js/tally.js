// The final tally, pile by pile: who controls each Magic, whose followers resent it, who wins and why.

import { h } from "./dom.js";
import { codeOf, magicChip } from "./cards.js";
import { sharePart } from "./share.js";
import { panel, rules } from "./story.js";
import { t } from "./words.js";

// The game whose piles have appeared one by one: told again, as with every change of the view, they stand still.
let appeared = null;

export function tallyPanel(view) {
  if (!view.tally.final) return null;
  const { sentences } = view.tally;
  return panel("tally", t("tally.title"),
    h("p", { class: "headline" }, sentences[sentences.length - 1]), view.players.length ? pilesTable(view) : null,
    h("ul", { class: "sentences" }, sentences.slice(0, -1).map((words) => h("li", null, words))),
    rules(view.tally.rulings, "rules tally"), sharePart(view));
}

function pilesTable(view) {
  const magics = [...new Set(view.players.flatMap((player) => player.piles.map((pile) => pile.magic)))];
  const inOrder = ["earth", "wind", "mind", "wisdom", "love-and-war", "nature"].filter((magic) => magics.includes(magic));
  const won = (player) => (view.tally.winners.includes(player.name) ? "won" : "");
  const arrives = appeared === view.game ? "" : "arriving";
  appeared = view.game;
  return h("div", { class: "tally-scroll" }, h("table", { class: `tally-table ${arrives}` },
    h("caption", { class: "visually-hidden" }, t("tally.piles")),
    h("thead", null, h("tr", null, h("td", null), view.players.map((player) => h("th", { scope: "col", class: won(player) }, player.name,
      won(player) ? h("span", { class: "badge" }, t("zones.won")) : player.eliminated ? h("span", { class: "out" }, t("tally.out")) : null)))),
    h("tbody", null, inOrder.map((magic) => pileRow(view, magic, won))),
    h("tfoot", null,
      totals(view, t("zones.resentment.final"), (player) => (player.resentment === null ? "?" : String(player.resentment)), won, "points-row"),
      totals(view, t("tally.followers"), (player) => String(player.followers), won, ""))));
}

function pileRow(view, magic, won) {
  const piles = view.players.map((player) => player.piles.find((pile) => pile.magic === magic));
  const tied = piles.filter((pile) => pile && pile.controls).length > 1;
  return h("tr", { class: "pile-row" }, h("th", { scope: "row" }, magicChip(codeOf(magic))),
    piles.map((pile, place) => h("td", { class: `${pile && pile.controls ? "rules-it" : ""} ${won(view.players[place])}` },
      pile ? [h("span", { class: "pile-sum" }, String(pile.influence)),
        h("span", { class: pile.controls ? "crown" : "resents" }, t(pile.controls ? (tied ? "tally.tied" : "zones.controls") : "zones.resents"))] : h("span", { class: "muted" }, "–"))));
}

function totals(view, words, number, won, kind) {
  return h("tr", { class: kind }, h("th", { scope: "row" }, words), view.players.map((player) => h("td", { class: won(player) }, number(player))));
}
