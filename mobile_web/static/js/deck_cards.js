// Which cards a deck holds and how many of each: a tap adds one, up to three, then none again.

import { h } from "./dom.js";
import { BROTHERHOODS, MAGICS, animal, cardName, magicChip } from "./cards.js";
import { VALUES } from "./layouts.js";
import { closeSheet, openSheet } from "./sheet.js";
import { t } from "./words.js";

const MOST_COPIES = 3;

// `chosen` is called with the counts, or with null if nobody knows.
export function cardList(before, chosen) {
  const counts = { ...before };
  const all = () => Object.values(counts).reduce((sum, count) => sum + count, 0);
  const done = (copies) => {
    closeSheet();
    chosen(copies);
  };

  function draw(focus) {
    openSheet(t("teach.list"), h("p", null, t("teach.list.help")),
      h("div", { class: "buttons" }, h("button", { type: "button", "data-key": "every card", onclick: everyCard }, t("teach.list.all"))),
      MAGICS.map(part),
      h("div", { class: "pick-end list-end" },
        h("button", { type: "button", class: "primary", "data-key": "list done", disabled: !all(), onclick: () => done(counts) }, t("teach.list.done", { count: all() })),
        h("button", { type: "button", class: "quiet", "data-key": "list unknown", onclick: () => done(null) }, t("teach.which.unknown"))));
    const again = document.querySelector(`#sheet [data-key="${focus}"]`);
    if (again) again.focus({ preventScroll: true });
  }

  function everyCard() {
    for (const magic of MAGICS) for (const one of BROTHERHOODS) for (const value of VALUES) counts[magic + one + value] = counts[magic + one + value] || 1;
    draw("every card");
  }

  function part(magic) {
    return h("fieldset", { class: "list-part" }, h("legend", null, magicChip(magic)),
      BROTHERHOODS.map((one) => h("div", { class: "layout" }, h("span", { class: "row-name" }, animal(one)), VALUES.map((value) => cell(magic + one + value)))));
  }

  function cell(card) {
    const count = counts[card] || 0;
    return h("button", {
      type: "button", "data-key": `count ${card}`, "aria-pressed": String(count > 0), "aria-label": `${cardName(card)}: ${count}`,
      onclick: () => {
        if (count < MOST_COPIES) counts[card] = count + 1; else delete counts[card];
        draw(`count ${card}`);
      },
    }, h("span", { class: "number" }, card[3]), count > 1 ? h("span", { class: "times" }, `×${count}`) : null);
  }

  draw("every card");
}
