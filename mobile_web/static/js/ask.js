// One question about one card: its picture, the likeliest candidates to tap, and every other card below them.

import { h } from "./dom.js";
import { cardName, face } from "./cards.js";
import { EVERY_CARD, everyCard } from "./every_card.js";
import { cropOf } from "./sight.js";
import { openSheet } from "./sheet.js";
import { t } from "./words.js";

const MOST_CANDIDATES = 3; // one row; any other card is two taps away

// `sight` is {image, size, corners, margin}; a candidate whose confidence is null shows none. `now` is what counts so far,
// which nobody needs to be offered. `chosen` is called with the card, or with null where nothing lies.
export function askCard({ title, sight = null, candidates = [], possible = EVERY_CARD, now = null, mayBeEmpty = true, extra = [], chosen }) {
  const likely = candidates.filter(([card]) => !card.endsWith("B?") && possible.includes(card) && card !== now).slice(0, MOST_CANDIDATES);
  const first = now || (likely.length ? likely[0][0] : undefined);
  openSheet(title,
    sight ? h("div", { class: "asked" }, cropOf(sight.image, sight.size, sight.corners, sight.margin),
      h("p", null, now ? t("ask.now", { card: cardName(now) }) : null, now ? h("br") : null, t("ask.help"))) : null,
    likely.length ? h("ul", { class: "candidates" }, likely.map(([card, confidence], place) => h("li", null, h("button", {
      type: "button", class: "candidate", "data-key": `candidate ${card}`, "data-first": place === 0,
      "aria-label": confidence === null ? cardName(card) : `${cardName(card)}, ${percent(confidence)}`, onclick: () => chosen(card),
    }, face(card), confidence === null ? null : h("span", { class: "percent" }, percent(confidence)))))) : null,
    mayBeEmpty || extra.length ? h("div", { class: "buttons" },
      mayBeEmpty ? h("button", { type: "button", "data-key": "no card", onclick: () => chosen(null) }, t("ask.empty")) : null, extra) : null,
    everyCard({ possible: possible.filter((card) => card !== now), magic: first && !first.endsWith("B?") ? first.slice(0, 2) : undefined, chosen }));
}

export function percent(confidence) {
  return confidence < 0.01 ? "< 1 %" : `${Math.floor(100 * confidence)} %`;
}
