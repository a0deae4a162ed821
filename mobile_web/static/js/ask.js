// One question about one card: its picture, the likeliest candidates to tap, and any other card behind them.

import { h } from "./dom.js";
import { BROTHERHOODS, MAGICS, cardName, face } from "./cards.js";
import { pickCard } from "./picker.js";
import { cropOf } from "./sight.js";
import { openSheet } from "./sheet.js";
import { t } from "./words.js";

const MOST_CANDIDATES = 6;
export const EVERY_CARD = MAGICS.flatMap((magic) => BROTHERHOODS.flatMap((brotherhood) => [1, 2, 3, 4, 5].map((number) => `${magic}${brotherhood}${number}`)));

// `sight` is {image, size, corners, margin}; a candidate whose confidence is null shows none. `chosen` is called with the card, or with null where nothing lies.
export function askCard({ title, sight = null, candidates = [], possible = EVERY_CARD, mayBeEmpty = true, extra = [], chosen }) {
  const likely = candidates.filter(([card]) => !card.endsWith("B?") && possible.includes(card)).slice(0, MOST_CANDIDATES);
  openSheet(title,
    sight ? h("div", { class: "asked" }, cropOf(sight.image, sight.size, sight.corners, sight.margin), h("p", null, t("ask.help"))) : null,
    likely.length ? h("ul", { class: "candidates" }, likely.map(([card, confidence], place) => h("li", null, h("button", {
      type: "button", class: "candidate", "data-key": `candidate ${card}`, "data-first": place === 0,
      "aria-label": confidence === null ? cardName(card) : `${cardName(card)}, ${percent(confidence)}`, onclick: () => chosen(card),
    }, face(card), confidence === null ? null : h("span", { class: "percent" }, percent(confidence)))))) : null,
    h("div", { class: "buttons" },
      h("button", { type: "button", "data-key": "other card", onclick: () => pickCard({ title, possible, chosen }) }, t("ask.other")),
      mayBeEmpty ? h("button", { type: "button", "data-key": "no card", onclick: () => chosen(null) }, t("ask.empty")) : null, extra));
}

export function percent(confidence) {
  return confidence < 0.01 ? "< 1 %" : `${Math.floor(100 * confidence)} %`;
}
