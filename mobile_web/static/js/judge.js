// The judge: corrects any past step, and closes disputes.

import { h } from "./dom.js";
import { call } from "./api.js";
import { cardName } from "./cards.js";
import { board } from "./board.js";
import { evidenceOf, openEvidence } from "./evidence.js";
import { pickCard } from "./picker.js";
import { closeSheet, openSheet, reasonField } from "./sheet.js";
import { headline, verdictPanel } from "./story.js";
import { t } from "./words.js";

const CELLS = [0, 1, 2, 3].flatMap((row) => [0, 1, 2, 3].map((column) => [row, column]));

export function makeJudge(state, post, attempt) {
  function correct(told) {
    const [, verb, ...rest] = told.decision.split(" ");
    const seen = state.view.entries;
    const reason = reasonField("correct.reason");
    const why = () => reason.querySelector("input").value;
    const change = async (facts) => {
      if (await post("correct", { place: told.place, reason: why(), seen, ...facts })) closeSheet();
    };
    const withdraw = async () => {
      if (await post("undo", { place: told.place, reason: why(), seen })) closeSheet();
    };
    openSheet(t("correct.title", { turn: told.turn }),
      h("div", { class: "stack" }, told.sentences.map((words) => h("p", null, words)), reason,
        verb === "sends" ? button("correct.card", () => anotherCard(rest[0], change), "primary") : null,
        verb === "sends" ? button("correct.cell", () => anotherCell(change), "primary") : null,
        verb === "draws" ? button("correct.deck", () => change({ deck: rest[2] === "left" ? "right" : "left" }), "primary") : null,
        verb === "refills" || verb === "shows" ? eachCard(told.decision, change) : null,
        button("correct.withdraw", withdraw, "danger")));
  }

  // A refill or a shown hand: any one of its cards can be another.
  function eachCard(decision, change) {
    const cards = decision.match(/[a-z]{2}[CGW][1-5]/g) || [];
    return cards.map((was, place) => h("button", {
      type: "button", class: "primary", "data-key": `card ${place}`,
      onclick: () => anotherCard(was, ({ card }) => change({ cards: cards.map((one, at) => (at === place ? card : one)) })),
    }, t("correct.one", { card: cardName(was) })));
  }

  // A card of the first Conclave that was laid or read wrongly; every turn since is judged again.
  async function firstConclave() {
    const found = await attempt(() => call("GET", `/api/games/${state.view.game}?moves=0`));
    if (!found) return;
    const laid = CELLS.filter(([row, column]) => found.view.conclave[4 * row + column]);
    openSheet(t("correct.first"), board(found.view, {
      open: laid,
      tap: ([row, column]) => anotherCard(found.view.conclave[4 * row + column], async ({ card }) => {
        if (await post("lay", { cell: [row, column], card, seen: found.view.entries })) closeSheet();
      }),
    }));
  }

  // Frame, crops and verdict of any past decision; a card is put right from there in two more taps.
  async function look(told) {
    const evidence = told.frame ? evidenceOf(state.view.game, told.place) : null;
    const found = await attempt(() => Promise.all([evidence, judgedAt(told.place)]));
    if (!found) return;
    const [pictures, view] = found;
    if (!pictures) {
      openSheet(t("evidence.verdict", { turn: told.turn }), h("p", { class: "muted" }, t("error.no-sighting")), verdictPanel(view, t("check.verdict")));
      return;
    }
    openEvidence(pictures, told, view, async (cell, card) => {
      if (await post("cell", { cell, card, place: told.place, seen: view.entries })) await showChange(view.verdict, told.place);
    });
  }

  // The game up to a decision, judged as it stands now.
  async function judgedAt(place) {
    const steps = state.view.told.length - state.view.told.findIndex((one) => one.place === place);
    return (await call("GET", `/api/games/${state.view.game}?moves=${steps}`)).view;
  }

  // What a correction made of the verdict, and the judge's word on it if somebody waits for that.
  async function showChange(before, place) {
    const after = await attempt(() => judgedAt(place));
    if (!after) return;
    if (!before || !after.verdict || after.verdict.place !== place) {
      closeSheet();
      return;
    }
    const [was, is] = [before, after.verdict].map((verdict) => headline(verdict));
    openSheet(t(was === is ? "change.same" : "change.title"),
      h("div", { class: "stack" }, was === is ? null : h("p", { class: "was" }, t("change.was"), " ", h("s", null, was)),
        verdictPanel(after, t("change.now")), settlePanel(closeSheet)));
  }

  // A judge looks at the last verdict from where it is told, without searching for its turn.
  function lookButton(key) {
    const { verdict, told } = state.view;
    const last = verdict && told.find((one) => one.place === verdict.place);
    if (!last || !state.me.powers.includes("correct")) return null;
    return h("div", { class: "buttons" }, h("button", { type: "button", "data-key": key, onclick: () => look(last) }, t(last.frame ? "told.look" : "told.verdict")));
  }

  function button(key, act, kind) {
    return h("button", { type: "button", class: kind, "data-key": key, onclick: act }, t(key));
  }

  function anotherCard(was, change) {
    pickCard({
      title: t("pick.title.correct"), possible: [...state.view.possible, was],
      confirm: (card) => t("correct.to", { card }), chosen: (card) => change({ card }),
    });
  }

  function anotherCell(change) {
    openSheet(t("correct.cell.pick"), board(state.view, { open: CELLS, tap: (cell) => change({ cell }) }));
  }

  function settlePanel(done = () => undefined) {
    if (!state.view.dispute || !state.me.powers.includes("settle")) return null;
    const reason = reasonField("dispute.settle.reason");
    const settle = async (upheld) => {
      if (await post("settle", { upheld, reason: reason.querySelector("input").value })) done();
    };
    return h("section", { class: "panel settle" }, h("h2", null, t("dispute.settle")),
      h("div", { class: "stack" }, lookButton("look dispute"), reason,
        h("div", { class: "buttons" },
          button("dispute.upheld", () => settle(true), "primary"), button("dispute.overturned", () => settle(false), "primary"))));
  }

  return { correct, firstConclave, look, lookButton, settlePanel };
}
