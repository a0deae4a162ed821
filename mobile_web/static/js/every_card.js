// Every card to choose from: its Magic, then Brotherhood and Influence at once.

import { h } from "./dom.js";
import { BROTHERHOODS, MAGICS, animal, cardName, sign } from "./cards.js";
import { t } from "./words.js";

const INFLUENCES = ["1", "2", "3", "4", "5"];
export const EVERY_CARD = MAGICS.flatMap((magic) => BROTHERHOODS.flatMap((brotherhood) => INFLUENCES.map((influence) => magic + brotherhood + influence)));

// Two taps for any card, one where the Magic is right already; cards that are not in `possible` cannot be tapped.
export function everyCard({ possible = EVERY_CARD, magic = MAGICS[0], chosen }) {
  const part = h("div", { class: "every" });

  function draw(now, focus) {
    part.replaceChildren(
      h("fieldset", { class: "choices magic" }, h("legend", null, t("pick.any")), MAGICS.map((code) => h("button", {
        type: "button", class: `magic-${code}`, "data-key": `all ${code}`, "aria-pressed": String(code === now), onclick: () => draw(code, code),
      }, sign(code), h("span", { class: "letter" }, t(`letter.${code}`)), h("span", { class: "name" }, t(`magic.${code}`))))),
      h("div", { class: `faces magic-${now}` }, EVERY_CARD.filter((card) => card.startsWith(now)).map((card) => h("button", {
        type: "button", "data-key": `all ${card}`, "aria-label": cardName(card), disabled: !possible.includes(card), onclick: () => chosen(card),
      }, animal(card[2]), h("span", { class: "number" }, card[3])))));
    if (focus) part.querySelector(`[data-key="all ${focus}"]`).focus({ preventScroll: true });
  }

  draw(magic, null);
  return part;
}
