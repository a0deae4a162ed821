// Chooses one card by Magic, Brotherhood and Influence. Cards that lie open already cannot be chosen.

import { h } from "./dom.js";
import { BROTHERHOODS, MAGICS, animal, cardName, face, sign } from "./cards.js";
import { openSheet } from "./sheet.js";
import { t } from "./words.js";

const INFLUENCES = ["1", "2", "3", "4", "5"];

// `confirm` gives the words of a button to press; without it the third choice is enough.
export function pickCard({ title, possible, confirm = null, extra = [], chosen }) {
  const choice = { magic: null, brotherhood: null, influence: null };

  function draw(focus) {
    openSheet(title,
      row("magic", MAGICS, (code) => [sign(code), h("span", { class: "letter" }, t(`letter.${code}`)), h("span", { class: "name" }, t(`magic.${code}`))]),
      row("brotherhood", BROTHERHOODS, (code) => [animal(code), h("span", null, t(`brotherhood.${code}`))]),
      row("influence", INFLUENCES, (number) => [h("span", { class: "number" }, number)]),
      h("div", { class: "pick-end" }, preview(), confirm ? confirmButton() : null, extra));
    const again = document.querySelector(`#sheet [data-key="${focus}"]`);
    if (again) again.focus();
  }

  function row(part, codes, picture) {
    return h("fieldset", { class: `choices ${part}` }, h("legend", null, t(`pick.${part}`)),
      codes.map((code) => {
        const gone = !couldBe({ ...choice, [part]: code });
        return h("button", {
          type: "button", "data-key": `${part} ${code}`, disabled: gone, class: part === "magic" ? `magic-${code}` : "",
          "aria-pressed": String(choice[part] === code), title: gone ? t("pick.gone") : null,
          onclick: () => take(part, code),
        }, picture(code));
      }));
  }

  function couldBe({ magic, brotherhood, influence }) {
    return possible.some((card) => (!magic || card.startsWith(magic)) && (!brotherhood || card[2] === brotherhood)
      && (!influence || card[3] === influence));
  }

  function take(part, code) {
    choice[part] = choice[part] === code ? null : code;
    const card = whole();
    if (card && !confirm) return chosen(card);
    return draw(card ? "confirm" : `${part} ${code}`);
  }

  function whole() {
    return choice.magic && choice.brotherhood && choice.influence
      ? choice.magic + choice.brotherhood + choice.influence : null;
  }

  function preview() {
    const card = whole();
    return h("div", { class: "preview", role: "img", "aria-label": card ? cardName(card) : t("pick.preview") },
      card ? face(card) : h("span", { class: "card blank" }));
  }

  function confirmButton() {
    const card = whole();
    return h("button", {
      type: "button", class: "primary", disabled: !card, "data-key": "confirm", onclick: () => chosen(card),
    }, confirm(card ? cardName(card) : "…"));
  }

  draw("magic be");
}
