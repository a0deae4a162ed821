// Check by photo: take a picture of any table, tap the Emissary, answer what is unsure, read the verdict.

import { byId, h, show } from "./dom.js";
import { Refusal, call, fileOf, joinIfInvited, sendFile, takeCodeFromLink } from "./api.js";
import { askCard, percent } from "./ask.js";
import { cardName, face, loadArt } from "./cards.js";
import { photoButton, readingPart } from "./photos.js";
import { sightOf } from "./sight.js";
import { navigation } from "./nav.js";
import { closeSheet, openSheet } from "./sheet.js";
import { panel, verdictPanel } from "./story.js";
import { languageButton, loadWords, t } from "./words.js";

const EDITIONS = ["conclave", "kleine-klaeffer"];
const state = { me: null, photo: null, image: null, emissary: null, told: new Map(), answer: null, busy: null, edition: EDITIONS[0], deck: null };
const key = ([row, column]) => `${row},${column}`;

async function attempt(work) {
  try {
    return await work();
  } catch (problem) {
    if (!(problem instanceof Refusal)) throw problem;
    openSheet(t("error.title"), h("p", null, t(`error.${problem.code}`)));
    return null;
  }
}

function draw() {
  navigation(state.me);
  if (!state.me) return show(byId("table"), panel("", t("link.none"), h("p", null, t("link.none.help"))));
  if (!state.me.powers.includes("check")) return show(byId("table"), panel("", t("check.title"), h("p", null, t("check.judges"))));
  const parts = state.busy ? [state.busy]
    : state.photo ? inOrder(picturePanel(), resultPanel()) : [welcome()];
  return show(byId("table"), parts);
}

// The verdict stands first, so that one screen says it all; until there is one the picture does.
function inOrder(picture, result) {
  const judged = state.answer && !state.answer.unsure.length;
  return judged ? [result[0], picture, ...result.slice(1)] : [picture, result];
}

function welcome() {
  return panel("check", t("check.title"), h("p", null, t("check.help")), takeButtons(),
    h("label", { class: "field" }, h("span", null, t("new.edition")),
      h("select", { name: "edition", onchange: (event) => { state.edition = event.target.value; } },
        EDITIONS.map((edition) => h("option", { value: edition, selected: edition === state.edition }, t(`edition.${edition}`))))));
}

function takeButtons() {
  const taken = ([file]) => take(file);
  return h("div", { class: "buttons actions" },
    photoButton({ words: "check.take", capture: "environment", kind: "primary", taken }), photoButton({ words: "check.choose", taken }));
}

async function take(file) {
  Object.assign(state, { busy: readingPart(file, t("check.reading")), photo: null, emissary: null, told: new Map(), answer: null });
  draw();
  const photo = await attempt(() => sendFile("/api/check/photos", file));
  const image = photo && await attempt(() => fileOf(`/api/check/photos/${photo.photo}`));
  Object.assign(state, { busy: null, photo: image ? photo : null, image });
  draw();
}

const known = (cell) => (state.told.has(key([cell.row, cell.column])) ? state.told.get(key([cell.row, cell.column])) : cell.card);
const isUnsure = (cell) => !cell.accepted && !state.told.has(key([cell.row, cell.column]));

function picturePanel() {
  const { photo } = state;
  if (!photo.found) {
    return panel("check", t("check.nothing"), sightOf(state.image, photo, []), h("p", null, h("strong", null, t(`check.reason.${photo.error}`))),
      h("p", null, t("check.nothing.help")), takeButtons());
  }
  const verdict = state.answer && state.answer.verdict;
  const taken = new Set(verdict ? verdict.taken.map(([row, column]) => `${row},${column}`) : []);
  const cells = photo.cells.map((cell) => ({
    cell, card: known(cell), unsure: isUnsure(cell),
    kind: state.emissary && key(state.emissary) === key([cell.row, cell.column]) ? "emissary" : taken.has(key([cell.row, cell.column])) ? "taken" : "",
    tap: state.emissary ? () => ask(cell) : known(cell) ? () => choose(cell) : null,
    words: cellWords(cell),
  }));
  return h("section", { class: "panel check" },
    state.emissary ? null : h("div", { role: "status" }, h("h2", { class: "call" }, t("check.tap"))), sightOf(state.image, photo, cells),
    h("div", { class: "buttons actions" }, state.emissary ? quiet("check.other", () => { Object.assign(state, { emissary: null, answer: null }); draw(); }) : null,
      quiet("check.again", () => { state.photo = null; draw(); })));
}

function quiet(words, act) {
  return h("button", { type: "button", class: "quiet", "data-key": words, onclick: act }, t(words));
}

function cellWords(cell) {
  const card = known(cell);
  const what = card ? cardName(card) : t(cell.state === "covered" && !state.told.has(key([cell.row, cell.column])) ? "check.covered" : "conclave.empty", { row: cell.row, column: cell.column });
  return isUnsure(cell) ? `${what}, ${t("check.unsure")}` : what;
}

async function choose(cell) {
  state.emissary = [cell.row, cell.column];
  await judge();
}

async function judge() {
  const told = [...state.told].map(([place, card]) => ({ cell: place.split(",").map(Number), card }));
  state.answer = await attempt(() => call("POST", "/api/check", { photo: state.photo.photo, emissary: state.emissary, told, edition: state.edition }));
  if (!state.answer) state.emissary = null;
  draw();
  if (state.answer && state.answer.unsure.length) ask(cellAt(state.answer.unsure[0]));
}

const cellAt = ([row, column]) => state.photo.cells.find((cell) => cell.row === row && cell.column === column);

function ask(cell) {
  askCard({
    title: t("ask.title", { row: cell.row, column: cell.column }), sight: { image: state.image, size: state.photo, corners: cell.corners }, candidates: cell.candidates,
    chosen: (card) => {
      state.told.set(key([cell.row, cell.column]), card);
      closeSheet();
      judge();
    },
  });
}

function resultPanel() {
  const { answer } = state;
  if (!answer) return null;
  if (answer.unsure.length) {
    return panel("check", t("check.first"), h("p", null, t("check.first.help", { count: answer.unsure.length })),
      h("div", { class: "buttons" }, answer.unsure.map((place) => h("button", {
        type: "button", class: "primary", "data-key": `ask ${key(place)}`, onclick: () => ask(cellAt(place)),
      }, t("check.ask", { row: place[0], column: place[1] })))));
  }
  return [verdictPanel({ verdict: { ...answer.verdict, player: t("check.emissary") } }, t("check.verdict"), leastSure()), takenPanel(answer.verdict), surePanel(), learnPanel()];
}

// One line for how sure all of it is; every card stands below.
function leastSure() {
  const read = state.photo.cells.filter((cell) => known(cell) && !state.told.has(key([cell.row, cell.column])));
  if (!read.length) return null;
  const least = read.reduce((one, other) => (other.confidence < one.confidence ? other : one));
  return h("p", { class: "muted least" }, t("check.least", { card: cardName(known(least)), row: least.row, column: least.column, odds: percent(least.confidence) }));
}

function takenPanel(verdict) {
  if (!verdict.taken.length) return null;
  return panel("taken", t("check.taken"), h("ul", { class: "hand" }, verdict.taken.map(([row, column, card]) =>
    h("li", null, h("span", { role: "img", "aria-label": `${cardName(card)}, ${row},${column}` }, face(card))))));
}

function surePanel() {
  const rows = state.photo.cells.filter((cell) => known(cell)).map((cell) => h("li", null,
    h("span", null, `${cell.row},${cell.column} ${cardName(known(cell))}`),
    h("strong", null, state.told.has(key([cell.row, cell.column])) ? t("check.told") : percent(cell.confidence))));
  return h("section", { class: "panel" }, h("details", { "data-key": "sure" }, h("summary", null, h("h2", null, t("check.sure"))),
    h("ul", { class: "sure" }, rows), h("p", { class: "muted" }, t("check.sure.help"))));
}

// What people said of cards becomes part of a taught deck, if the host wants that.
function learnPanel() {
  const told = [...state.told].filter(([, card]) => card).map(([place, card]) => ({ cell: place.split(",").map(Number), card }));
  if (!state.deck || !told.length) return null;
  const learn = async () => {
    const done = await attempt(() => call("POST", "/api/decks/learn", { photo: state.photo.photo, told }));
    if (done) openSheet(t("check.learned", { deck: done.deck, count: done.cards }));
  };
  return panel("learn", t("check.learn", { deck: state.deck }), h("p", null, t("check.learn.help")),
    h("div", { class: "buttons actions" }, h("button", { type: "button", "data-key": "learn", onclick: learn }, t("check.learn", { deck: state.deck }))));
}

// The deck on the table, if it is a taught one and this is the host.
async function taughtDeck() {
  if (!state.me || !state.me.powers.includes("host")) return null;
  const found = await call("GET", "/api/decks").catch(() => ({ decks: [] }));
  const deck = found.decks.find((one) => one.on_table && !one.own);
  return deck ? deck.name : null;
}

async function begin() {
  takeCodeFromLink();
  await Promise.all([loadWords(), loadArt()]);
  state.me = await attempt(joinIfInvited);
  state.deck = await taughtDeck();
  languageButton(byId("language"), () => { draw(); if (state.emissary) judge(); });
  draw();
}

begin();
