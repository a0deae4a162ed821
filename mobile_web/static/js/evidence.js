// The evidence of a decision: its frame, the table laid straight, every card with its candidates, and the verdict.

import { h, svg } from "./dom.js";
import { call, fileOf } from "./api.js";
import { askCard, percent } from "./ask.js";
import { cardName } from "./cards.js";
import { sightOf } from "./sight.js";
import { openSheet } from "./sheet.js";
import { verdictPanel } from "./story.js";
import { deckName, t } from "./words.js";

const CROP = { width: 112, height: 174 }; // of one card on the sheet of crops

// What was kept for a decision, with its pictures; null if nothing was.
export async function evidenceOf(game, place) {
  const sighting = await call("GET", `/api/games/${game}/sightings/${place}`);
  const [small, crops] = await Promise.all([sighting.small, sighting.crops].map((digest) => fileOf(`/api/evidence/${digest}`)));
  return { sighting, small, crops };
}

const codeIn = (cell) => (cell.state === "card" || cell.state === "back" ? cell.candidates[0][0] : null);

// The frame with every cell where it lies.
export function framePart({ sighting, small }) {
  const [width, height] = sighting.size_px;
  const cells = sighting.cells.map((cell) => ({
    cell, card: codeIn(cell), unsure: !cell.accepted && cell.state !== "empty", kind: "", tap: null, words: cellWords(cell),
  }));
  return sightOf(small, { width, height }, cells);
}

function cellWords(cell) {
  const card = codeIn(cell);
  const what = card ? cardName(card) : t(cell.state === "covered" ? "check.covered" : "conclave.empty", { row: cell.row, column: cell.column });
  return `${cell.row},${cell.column} ${what}, ${percent(cell.confidence)}`;
}

// A card in words as short as there is room for under its picture.
function shortName(cell) {
  const card = codeIn(cell);
  if (!card) return [t(cell.state === "covered" ? "evidence.covered" : "evidence.empty")];
  const code = card.slice(0, 2);
  const magic = code === "??" ? [] : [t(`magic.${code}`)];
  return card.endsWith("B?") ? [t("card.down"), ...magic] : [`${t(`brotherhood.${card[2]}`)} ${card[3]}`, ...magic];
}

function crop(crops, cell) {
  return svg("svg", { class: "crop", viewBox: `${cell.column * CROP.width} ${cell.row * CROP.height} ${CROP.width} ${CROP.height}`, "aria-hidden": "true" },
    svg("image", { href: crops, width: String(4 * CROP.width), height: String(4 * CROP.height) }));
}

// Sixteen cards laid straight; a judge taps one to put it right.
function cropsPart({ sighting, crops }, tap) {
  return h("ul", { class: "crops" }, sighting.cells.map((cell) => {
    const unsure = !cell.accepted && cell.state !== "empty";
    const inside = [crop(crops, cell), h("span", { class: unsure ? "odds unsure" : "odds" }, shortName(cell).map((words) => h("span", null, words)), h("span", null, percent(cell.confidence)))];
    return h("li", null, tap && codeIn(cell)
      ? h("button", { type: "button", class: "crop-button", "data-key": `crop ${cell.row},${cell.column}`, "aria-label": `${cellWords(cell)}: ${t("told.correct")}`, onclick: () => tap(cell) }, inside)
      : h("div", { class: "crop-button", role: "img", "aria-label": cellWords(cell) }, inside));
  }));
}

// `put` is called with the cell, the right card and what was told; without it nothing can be put right.
export function openEvidence(found, told, view, put) {
  const ask = (cell) => askCard({
    title: t("ask.title", { row: cell.row, column: cell.column }), candidates: cell.candidates.slice(1).concat([cell.candidates[0]]), mayBeEmpty: false,
    sight: { image: found.crops, size: { width: 4 * CROP.width, height: 4 * CROP.height }, corners: corners(cell) },
    chosen: (card) => put([cell.row, cell.column], card),
  });
  openSheet(t("evidence.title", { turn: told.turn }),
    h("div", { class: "stack" }, told.sentences.map((words) => h("p", null, words)), framePart(found),
      h("h3", null, t("evidence.cards")), h("p", { class: "muted" }, t(put ? "evidence.cards.put" : "evidence.cards.help")), cropsPart(found, put ? ask : null),
      view.verdict && view.verdict.place === told.place ? verdictPanel(view) : null,
      h("p", { class: "muted" }, t("evidence.made", { deck: deckName(found.sighting.deck.name), version: found.sighting.program }))));
}

function corners({ row, column }) {
  const [left, top] = [column * CROP.width, row * CROP.height];
  return [[left, top], [left + CROP.width, top], [left + CROP.width, top + CROP.height], [left, top + CROP.height]];
}
