// The judge: corrects any past step, and closes disputes.

import { h } from "/static/js/dom.js";
import { board } from "/static/js/board.js";
import { pickCard } from "/static/js/picker.js";
import { closeSheet, openSheet, reasonField } from "/static/js/sheet.js";
import { t } from "/static/js/words.js";

export function makeJudge(state, post) {
  function correct(told) {
    const [, verb, ...rest] = told.decision.split(" ");
    const reason = reasonField("correct.reason");
    const why = () => reason.querySelector("input").value;
    const change = async (facts) => {
      if (await post("correct", { place: told.place, reason: why(), ...facts })) closeSheet();
    };
    const withdraw = async () => {
      if (await post("undo", { place: told.place, reason: why() })) closeSheet();
    };
    openSheet(t("correct.title", { turn: told.turn }),
      h("div", { class: "stack" }, told.sentences.map((words) => h("p", null, words)), reason,
        verb === "sends" ? button("correct.card", () => anotherCard(rest[0], change), "primary") : null,
        verb === "sends" ? button("correct.cell", () => anotherCell(change), "primary") : null,
        verb === "draws" ? button("correct.deck", () => change({ deck: rest[2] === "left" ? "right" : "left" }), "primary") : null,
        button("correct.withdraw", withdraw, "danger")));
  }

  function button(key, act, kind) {
    return h("button", { type: "button", class: kind, "data-key": key, onclick: act }, t(key));
  }

  function anotherCard(was, change) {
    pickCard({
      title: t("pick.title.correct"), possible: [...state.view.possible, was],
      confirm: (card) => card, chosen: (card) => change({ card }),
    });
  }

  function anotherCell(change) {
    const all = [0, 1, 2, 3].flatMap((row) => [0, 1, 2, 3].map((column) => [row, column]));
    openSheet(t("correct.cell.pick"), board(state.view, { open: all, tap: (cell) => change({ cell }) }));
  }

  function settlePanel() {
    if (!state.view.dispute || !state.me.powers.includes("settle")) return null;
    const reason = reasonField("dispute.settle.reason");
    const settle = (upheld) => post("settle", { upheld, reason: reason.querySelector("input").value });
    return h("section", { class: "panel settle" }, h("h2", null, t("dispute.settle")),
      h("div", { class: "stack" }, reason,
        h("div", { class: "buttons" },
          button("dispute.upheld", () => settle(true), "primary"), button("dispute.overturned", () => settle(false), "primary"))));
  }

  return { correct, settlePanel };
}
