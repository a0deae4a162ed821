// What the camera is not sure of: cards to name in one tap, and a table that the rules do not explain.

import { h } from "./dom.js";
import { call, fileOf } from "./api.js";
import { askCard, percent } from "./ask.js";
import { cardName, face } from "./cards.js";
import { closeSheet } from "./sheet.js";
import { t } from "./words.js";

const SHOWN = 2; // questions at once; the others wait behind them
const ONE_TAP = 3; // candidates beside the question itself

export function makeDoubts(state, actions) {
  const camera = () => state.view.camera;
  const mayAnswer = () => actions.may("enter") || (actions.may("play") && state.me.seat === state.view.player);
  const tell = async (cell, card) => {
    if (await actions.once(() => call("POST", "/api/camera/answer", { cell, card }))) closeSheet();
  };

  function panels() {
    if (!camera() || state.view.stage === "none") return null;
    return [differsPanel(), askedPanel()];
  }

  function askedPanel() {
    const { asked } = camera();
    if (!asked.length) return null;
    const help = mayAnswer() ? t("doubt.asked.help") : t("doubt.asked.wait");
    return h("section", { class: "panel doubt", role: "status" }, h("h2", null, t("doubt.asked", { count: asked.length })),
      h("p", null, help), mayAnswer() ? h("ul", { class: "questions" }, asked.slice(0, SHOWN).map(question)) : null,
      mayAnswer() && asked.length > SHOWN ? h("details", { "data-key": "more questions" }, h("summary", null, t("doubt.more", { count: asked.length - SHOWN })),
        h("ul", { class: "questions" }, asked.slice(SHOWN).map(question))) : null);
  }

  function question(one) {
    const [row, column] = one.cell;
    const likely = one.candidates.filter(([card]) => !card.endsWith("B?")).slice(0, ONE_TAP);
    return h("li", null, h("h3", null, t("ask.title", { row, column })),
      h("div", { class: "quick" }, likely.map(([card, confidence]) => h("button", {
        type: "button", class: "candidate", "data-key": `tell ${row},${column} ${card}`, "aria-label": `${cardName(card)}, ${percent(confidence)}`,
        onclick: () => tell(one.cell, card),
      }, face(card), h("span", { class: "percent" }, percent(confidence)))),
      h("button", { type: "button", class: "quiet", "data-key": `ask ${row},${column}`, onclick: () => look(one.cell, one.candidates) }, t("ask.other"))));
  }

  // The card's own picture beside the candidates, for those who may see pictures.
  async function look(cell, candidates) {
    const sight = actions.may("correct") ? await sightAt(cell) : null;
    askCard({ title: t("ask.title", { row: cell[0], column: cell[1] }), sight, candidates, chosen: (card) => tell(cell, card) });
  }

  function differsPanel() {
    const { differs, choices } = camera();
    if (!differs.length && !choices.length) return null;
    return h("section", { class: "panel doubt differs", role: "alert" }, h("h2", null, t("doubt.differs")),
      h("p", null, t(`doubt.${choices.length ? "choices" : "differs"}.${actions.may("enter") ? "help" : "wait"}`)),
      h("ul", { class: "differences" }, differs.map(difference)),
      actions.may("enter") ? h("div", { class: "buttons" },
        choices.map((course, number) => h("button", { type: "button", class: "primary", "data-key": `choose ${number}`, onclick: () => actions.once(() => call("POST", "/api/camera/choose", { number })) }, courseWords(course))),
        differs.length ? h("button", { type: "button", class: "primary", "data-key": "accept", onclick: () => actions.once(() => call("POST", "/api/camera/accept")) }, t("doubt.accept")) : null) : null);
  }

  function difference({ cell, expected, seen }) {
    return h("li", null, h("h3", null, t("doubt.cell", { row: cell[0], column: cell[1] })),
      h("div", { class: "pair" },
        h("figure", null, h("figcaption", null, t("doubt.expected")), expected.slice(0, 1).map(shown)),
        h("figure", null, h("figcaption", null, t("doubt.seen")), shown(seen))));
  }

  function shown(card) {
    if (card === null) return h("span", { class: "card blank", role: "img", "aria-label": t("doubt.nothing") });
    if (card === "????" || card === "####") return h("span", { class: "card blank unread", role: "img", "aria-label": t("doubt.unread") }, "?");
    return h("span", { role: "img", "aria-label": cardName(card) }, face(card));
  }

  function courseWords(course) {
    const said = course.filter((step) => step.card).map((step) => t("doubt.step", { name: step.player, card: cardName(step.card), row: step.cell[0], column: step.cell[1] }));
    return said.join(" · ") || t("doubt.nothing.happened");
  }

  return { panels };
}

export async function sightAt([row, column]) {
  try {
    const sight = await call("GET", "/api/camera/sight");
    const cell = sight.number === null ? null : sight.cells.find((one) => one.row === row && one.column === column);
    return cell ? { image: await fileOf(`/api/camera/pictures/${sight.number}`), size: sight, corners: cell.corners, candidates: cell.candidates } : null;
  } catch {
    return null; // the question can be answered without a picture
  }
}
