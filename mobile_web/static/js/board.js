// The Conclave: sixteen cells with the last verdict lit, and cells to tap where a card may go.

import { h } from "./dom.js";
import { cardName, face } from "./cards.js";
import { t } from "./words.js";

const INDICES = [0, 1, 2, 3];
let arrived = ""; // the last Emissary that was seen to arrive: drawn anew it stands still

// `tap` is called with the cell; `open` says which cells can be tapped. `edit` is called with any other cell.
export function board(view, { open = [], tap = null, numbered = [], edit = null } = {}) {
  const lit = lights(view);
  const isOpen = (row, column) => tap && open.some(([r, c]) => r === row && c === column);
  const head = h("tr", null, h("td", null), INDICES.map((column) =>
    h("th", { scope: "col", "aria-label": t("conclave.column", { column }) }, String(column))));
  const rows = INDICES.map((row) => h("tr", null,
    h("th", { scope: "row", "aria-label": t("conclave.row", { row }) }, String(row)),
    INDICES.map((column) => cell(view, row, column, lit, { tap: isOpen(row, column) ? tap : null, edit }, numbered))));
  return h("div", { class: "cave" }, h("div", { class: "orb", "aria-hidden": "true" }),
    h("table", { class: tap ? "conclave choosing" : "conclave", "aria-label": t("conclave.title") }, h("thead", null, head), h("tbody", null, rows)));
}

function cell(view, row, column, lit, { tap, edit }, numbered) {
  const card = view.conclave[4 * row + column];
  const light = lit[`${row},${column}`] || {};
  const content = card ? cardIn(card, light, row, column) : gapIn(light, row, column, tap, numbered);
  const touched = tap || (card || view.camera ? edit : null);
  if (!touched) return h("td", { class: classes("cell", light, card) }, content);
  const words = card ? t("conclave.set", { card: cardName(card), row, column }) : t("conclave.choose", { row, column });
  return h("td", { class: classes("cell", light, card) },
    h("button", {
      type: "button", class: "place", "aria-label": words, "data-key": `cell ${row},${column}`,
      onclick: () => touched([row, column]),
    }, content));
}

function classes(name, light, card) {
  const lit = Object.keys(light).filter((key) => light[key]).map((key) => `lit-${key}`);
  return [name, card ? "full" : "gap", ...lit].join(" ");
}

function cardIn(card, light) {
  const words = light.emissary ? `${cardName(card)}, ${t("conclave.emissary")}` : cardName(card);
  return h("span", { role: "img", "aria-label": words }, face(card));
}

function gapIn(light, row, column, tap, numbered) {
  const place = numbered.findIndex(([r, c]) => r === row && c === column);
  if (tap) return h("span", { class: "glow", "aria-hidden": "true" }, place >= 0 ? String(place + 1) : "+");
  if (light.ghost) {
    const words = t("conclave.left", { card: cardName(light.ghost), row, column });
    return h("span", { class: "gone", role: "img", "aria-label": words }, face(light.ghost, "ghost"), h("span", { class: "gone-mark", "aria-hidden": "true" }, "✕"));
  }
  return h("span", { class: "slot" }, h("span", { class: "visually-hidden" }, t("conclave.empty", { row, column })));
}

// Whom a verdict took is shown only until somebody goes on: then the cell is as empty as on the table.
function isPresent({ told, verdict, next }) {
  return told.length > 0 && told[0].place === verdict.place && !["refill", "over", "show"].includes(next.action);
}

// Which cells the last verdict lights: the Emissary, lines that convince, and whom they took.
function lights(view) {
  const lit = {};
  const at = ([row, column]) => (lit[`${row},${column}`] = lit[`${row},${column}`] || {});
  const verdict = view.verdict;
  if (!verdict) return lit;
  const lies = ([row, column]) => view.conclave[4 * row + column] !== null;
  const present = isPresent(view);
  for (const line of [verdict.column, verdict.row]) if (line.convinces) line.cells.filter((cell) => present || lies(cell)).forEach((cell) => (at(cell).line = true));
  if (present) for (const [row, column, card] of verdict.taken) Object.assign(at([row, column]), { taken: true, ghost: card });
  if (view.conclave[4 * verdict.cell[0] + verdict.cell[1]] === verdict.emissary) {
    const here = `${view.game} ${verdict.place} ${verdict.emissary}`;
    Object.assign(at(verdict.cell), { emissary: true, arriving: arrived !== here });
    arrived = here;
  }
  return lit;
}
