// The evidence of a decision: its frame, the table laid straight, every card with its candidates, and the verdict.

import { h, show, svg } from "./dom.js";
import { call, fileOf } from "./api.js";
import { askCard, percent } from "./ask.js";
import { cardName } from "./cards.js";
import { sightOf } from "./sight.js";
import { openSheet } from "./sheet.js";
import { verdictPanel } from "./story.js";
import { straightTable } from "./straight.js";
import { deckName, t } from "./words.js";

const CROP = { width: 112, height: 174 }; // of one card on the sheet of crops
const LIKELY = 0.01; // what is less likely stands only behind a tap

// What was kept for a decision, with its pictures; null if nothing was.
export async function evidenceOf(game, place) {
  const sighting = await call("GET", `/api/games/${game}/sightings/${place}`);
  const [small, crops] = await Promise.all([sighting.small, sighting.crops].map((digest) => fileOf(`/api/evidence/${digest}`)));
  return { sighting, small, crops };
}

const codeIn = (cell) => (cell.state === "card" || cell.state === "back" ? cell.candidates[0][0] : null);

// What counts as lying in a cell of the table that a verdict judged, the followers that left it included.
export function countedAt(view, place, { row, column }) {
  const { verdict } = view;
  const taken = verdict && verdict.place === place ? verdict.taken.find((one) => one[0] === row && one[1] === column) : null;
  return taken ? taken[2] : view.conclave[4 * row + column];
}

// The frame with every cell where it lies.
export function framePart({ sighting, small }) {
  const [width, height] = sighting.size_px;
  const cells = sighting.cells.map((cell) => ({
    cell, card: codeIn(cell), unsure: !cell.accepted && cell.state !== "empty", kind: "", tap: null, words: cellWords(cell),
  }));
  return sightOf(small, { width, height }, cells);
}

// The same picture in two ways: as the camera saw it, and laid straight.
function twoWays(found) {
  const picture = h("div", { class: "picture" });
  const ways = new Map([
    ["evidence.seen", () => framePart(found)],
    ["evidence.straight", () => straightTable(found.small, found.sighting.size_px, found.sighting.cells)],
  ]);
  const buttons = [...ways.keys()].map((key) => h("button", { type: "button", "data-key": key, onclick: () => choose(key) }, t(key)));
  async function choose(key) {
    for (const one of buttons) one.setAttribute("aria-pressed", String(one.dataset.key === key));
    show(picture, await ways.get(key)());
  }
  choose("evidence.seen");
  return [h("div", { class: "buttons two-ways" }, buttons), picture];
}

function cellWords(cell) {
  const card = codeIn(cell);
  const what = card ? cardName(card) : t(cell.state === "covered" ? "check.covered" : "conclave.empty", { row: cell.row, column: cell.column });
  return `${cell.row},${cell.column} ${what}, ${percent(cell.confidence)}`;
}

// A card in words as short as there is room for under its picture.
function shortName(card) {
  const code = card.slice(0, 2);
  const magic = code === "??" ? [] : [t(`magic.${code}`)];
  return card.endsWith("B?") ? [t("card.down"), ...magic] : [`${t(`brotherhood.${card[2]}`)} ${card[3]}`, ...magic];
}

// What a cell was read as and how sure, what else it might be, and what counts if that is something else.
function odds(cell, counted) {
  const card = codeIn(cell);
  const words = card ? shortName(card) : [t(cell.state === "covered" ? "evidence.covered" : "evidence.empty")];
  const unsure = !cell.accepted && cell.state !== "empty";
  const other = card && cell.candidates[1] && cell.candidates[1][1] >= LIKELY ? cell.candidates[1] : null;
  return h("span", { class: unsure ? "odds unsure" : "odds" }, [...words, percent(cell.confidence)].map((line) => h("span", null, line)),
    other ? h("span", { class: "other" }, t("evidence.or", { card: shortName(other[0]).join(" "), odds: percent(other[1]) })) : null,
    counted && counted !== card ? h("span", { class: "counts" }, t("evidence.counts", { card: shortName(counted).join(" ") })) : null);
}

function crop(crops, cell) {
  return svg("svg", { class: "crop", viewBox: `${cell.column * CROP.width} ${cell.row * CROP.height} ${CROP.width} ${CROP.height}`, "aria-hidden": "true" },
    svg("image", { href: crops, width: String(4 * CROP.width), height: String(4 * CROP.height) }));
}

// Sixteen cards laid straight; a judge taps one to put it right.
function cropsPart({ sighting, crops }, countedIn, tap) {
  return h("ul", { class: "crops" }, sighting.cells.map((cell) => {
    const counted = countedIn(cell);
    const differs = counted && counted !== codeIn(cell);
    const words = differs ? `${cellWords(cell)}, ${t("evidence.counts", { card: cardName(counted) })}` : cellWords(cell);
    const inside = [crop(crops, cell), odds(cell, counted)];
    const kind = differs ? "crop-button differs" : "crop-button";
    return h("li", null, tap && codeIn(cell)
      ? h("button", { type: "button", class: kind, "data-key": `crop ${cell.row},${cell.column}`, "aria-label": `${words}: ${t("told.correct")}`, onclick: () => tap(cell) }, inside)
      : h("div", { class: kind, role: "img", "aria-label": words }, inside));
  }));
}

// `put` is called with the cell, the right card and what was told; without it nothing can be put right.
export function openEvidence(found, told, view, put) {
  const countedIn = (cell) => countedAt(view, told.place, cell);
  const ask = (cell) => askCard({
    title: t("ask.title", { row: cell.row, column: cell.column }), candidates: cell.candidates, now: countedIn(cell), mayBeEmpty: false,
    sight: { image: found.crops, size: { width: 4 * CROP.width, height: 4 * CROP.height }, corners: corners(cell), margin: 0 },
    chosen: (card) => put([cell.row, cell.column], card),
  });
  openSheet(t("evidence.title", { turn: told.turn }),
    h("div", { class: "stack" }, told.sentences.map((words) => h("p", null, words)), twoWays(found),
      h("h3", null, t("evidence.cards")), h("p", { class: "muted" }, t(put ? "evidence.cards.put" : "evidence.cards.help")), cropsPart(found, countedIn, put ? ask : null),
      view.verdict && view.verdict.place === told.place ? verdictPanel(view, t("check.verdict")) : null,
      h("p", { class: "muted" }, t("evidence.made", { deck: deckName(found.sighting.deck.name), version: found.sighting.program }))));
}

function corners({ row, column }) {
  const [left, top] = [column * CROP.width, row * CROP.height];
  return [[left, top], [left + CROP.width, top], [left + CROP.width, top + CROP.height], [left, top + CROP.height]];
}
