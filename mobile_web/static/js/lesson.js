// One lesson: what to photograph next, what was understood of each photo, and the deck tried out.

import { h } from "./dom.js";
import { fileOf } from "./api.js";
import { askCard } from "./ask.js";
import { BROTHERHOODS, MAGICS, animal, cardName, face, magicChip, sign } from "./cards.js";
import { cardList } from "./deck_cards.js";
import { VALUES, layoutOf, startingChoice } from "./layouts.js";
import { closeSheet, openSheet } from "./sheet.js";
import { cropOf } from "./sight.js";
import { panel } from "./story.js";
import { saidWords } from "./teach_report.js";
import { t } from "./words.js";

const MOST_SAID = 4; // of what is wrong with one photo
const MOST_MISSING = 15; // that are named one by one
const EVERY_BACK = MAGICS.map((magic) => `${magic}B?`);
const PLACE = /^row (\d+), column (\d+)$/;
const page = { deck: null, choice: null, stepped: "" };
const sheets = new Map(); // the cards of each photo as one picture, by deck, photo and number of cards

export function lessonPanels(lesson, actions) {
  const step = JSON.stringify([lesson.deck, lesson.step, lesson.photos.length]);
  if (page.stepped !== step) Object.assign(page, { stepped: step, choice: startingChoice(lesson) });
  const shown = lesson.photos.find((photo) => photo.name === lesson.shown) || null;
  const others = lesson.photos.filter((photo) => photo !== shown);
  return [progress(lesson), shown ? photoPanel(lesson, shown, actions) : null, nextPanel(lesson, actions), finishPanel(lesson, actions),
    others.length ? h("section", { class: "panel" }, h("details", { "data-key": "photos" }, h("summary", null, h("h2", null, t("teach.photos", { count: others.length }))),
      others.map((photo) => photoPart(lesson, photo, actions, "h3")))) : null,
    morePanel(lesson, actions)];
}

const isFace = (card) => !card.endsWith("B?");

function progress(lesson) {
  const taught = Object.keys(lesson.taught).filter(isFace);
  const backs = t("teach.back-count", { count: Object.keys(lesson.taught).length - taught.length });
  const wanted = lesson.copies ? Object.keys(lesson.copies) : null;
  const there = wanted ? wanted.filter((card) => lesson.taught[card]).length : taught.length;
  return h("div", { class: "banner lesson" }, h("p", { class: "eyebrow" }, t("teach.lesson")), h("h2", null, lesson.deck),
    h("p", null, wanted ? t("teach.progress", { there, all: wanted.length, backs }) : t("teach.progress.unknown", { count: there, backs })),
    wanted ? h("progress", { max: String(wanted.length), value: String(there), "aria-label": t("teach.progress", { there, all: wanted.length, backs }) }) : null,
    h("ul", { class: "magics" }, MAGICS.map((magic) => {
      const own = taught.filter((card) => card.startsWith(magic)).length;
      const all = wanted ? `/${wanted.filter((card) => card.startsWith(magic)).length}` : "";
      return h("li", null, magicChip(magic, h("strong", null, `${own}${all}`)));
    })),
    lesson.replaces ? h("p", { class: "muted" }, t("teach.replaces")) : null);
}

// What was understood of the photo that was just taken, or that needs a word.
function photoPanel(lesson, photo, actions) {
  return h("section", { class: `panel understood ${photo.needed ? "failed" : ""}` }, photoPart(lesson, photo, actions, "h2"));
}

function photoPart(lesson, photo, actions, heading) {
  const open = photo.cards.filter((card) => !card.card);
  const guessed = open.filter((card) => card.candidates.length);
  return h("div", { class: "photo" }, h(heading, null, t("teach.understood", { number: photo.name, count: photo.cards.length })),
    photo.wrong.length ? h("div", { role: photo.needed ? "alert" : "note" }, h("ul", { class: photo.needed ? "wrong needed" : "wrong" }, photo.wrong.slice(0, MOST_SAID).map((one) => h("li", null, saidWords(one))))) : null,
    photo.wrong.length ? h("p", null, t(photo.needed ? "teach.take-again" : "teach.not-needed")) : null,
    photo.cards.length ? h("p", { class: "muted" }, t(open.length ? "teach.tap-guess" : "teach.tap")) : null,
    photo.cards.length ? crops(lesson, photo, actions) : null,
    h("div", { class: "buttons" },
      guessed.length ? h("button", {
        type: "button", class: "primary", "data-key": `right ${photo.name}`,
        onclick: () => actions.answer(photo.name, distinct(guessed)),
      }, t("teach.all-right", { count: guessed.length })) : null,
      photo.layout && photo.cards.length && turned(photo) ? h("button", {
        type: "button", "data-key": `turn ${photo.name}`, onclick: () => actions.answer(photo.name, turned(photo)),
      }, t("teach.turned")) : null,
      fileButton("teach.again", `again ${photo.name}`, (file) => actions.photo(file, photo.layout, photo.name)),
      h("button", { type: "button", class: "quiet", "data-key": `drop ${photo.name}`, onclick: () => actions.drop(photo.name) }, t("teach.drop"))));
}

// The labels of a whole grid that was photographed from the other side; null if it is none.
function turned({ cards }) {
  const cells = cards.map((card) => (card.place.match(PLACE) || []).slice(1).map(Number));
  if (cards.some((card) => !card.card) || cells.some((cell) => !cell.length)) return null;
  const [rows, columns] = [0, 1].map((at) => Math.max(...cells.map((cell) => cell[at])));
  const labels = new Map(cells.map(([row, column], number) => [`${row},${column}`, cards[number].card]));
  const said = cells.map(([row, column], number) => ({ place: cards[number].place, card: labels.get(`${rows - row},${columns - column}`) }));
  return said.every((one) => one.card) ? said : null;
}

const distinct = (cards) => cards.map((card) => ({ place: card.place, card: card.candidates[0] }));

function crops(lesson, photo, actions) {
  const list = h("ul", { class: "crops taught" }, photo.cards.map((card) => {
    const label = card.card || card.candidates[0] || null;
    const words = `${placeWords(card.place)}: ${label ? cardName(label) : t("teach.nobody-knows")}${card.card ? "" : `, ${t("check.unsure")}`}`;
    return inItsPlace(card.place, h("button", {
      type: "button", class: "crop-button", "data-key": `card ${photo.name} ${card.place}`, "aria-label": `${words}: ${t("told.correct")}`,
      onclick: () => ask(lesson, photo, card, actions),
    }, h("span", { class: "crop-place" }), label ? labelChip(label, !card.card) : h("span", { class: "odds unsure" }, "?")));
  }));
  pictured(lesson, photo, list);
  return list;
}

// Rows and columns as in the photo.
function inItsPlace(place, inside) {
  const item = h("li", null, inside);
  const found = place.match(PLACE);
  if (found) item.style.gridArea = `${Number(found[1]) + 1} / ${Number(found[2]) + 1}`;
  return item;
}

function labelChip(card, unsure) {
  return h("span", { class: `seen magic-${card.slice(0, 2)} ${unsure ? "unsure" : ""}` }, sign(card.slice(0, 2)),
    h("span", null, isFace(card) ? `${card[2]}${card[3]}${unsure ? "?" : ""}` : `${t("teach.back")}${unsure ? "?" : ""}`));
}

export function placeWords(place) {
  const found = place.match(PLACE);
  return found ? t("teach.place", { row: Number(found[1]) + 1, column: Number(found[2]) + 1 }) : t("teach.place.only");
}

// The picture comes later than the page; each crop is put in its place when it is there.
async function pictured(lesson, photo, list) {
  const image = await sheetOf(lesson, photo);
  if (!image) return;
  list.querySelectorAll(".crop-place").forEach((place, number) => {
    const crop = cropOf(image, photo, photo.cards[number].corners, 0);
    crop.setAttribute("aria-hidden", "true");
    place.replaceChildren(crop);
  });
}

async function sheetOf(lesson, photo) {
  const key = JSON.stringify([lesson.deck, photo.name, photo.key]);
  if (!sheets.has(key)) sheets.set(key, await fileOf(`/api/teach/${lesson.deck}/photos/${photo.name}`).catch(() => null));
  return sheets.get(key);
}

async function ask(lesson, photo, card, actions) {
  const image = await sheetOf(lesson, photo);
  const chosen = async (code) => {
    if (await actions.answer(photo.name, [{ place: card.place, card: code }])) closeSheet();
  };
  const possible = lesson.copies ? Object.keys(lesson.copies) : undefined;
  const likely = card.card ? near(card.card) : card.candidates;
  askCard({
    title: t("teach.which-card"), sight: image ? { image, size: photo, corners: card.corners, margin: 0 } : null,
    candidates: likely.map((code) => [code, null]), ...(possible ? { possible: [...possible, ...likely] } : {}), mayBeEmpty: false, chosen,
    extra: [
      h("button", { type: "button", "data-key": "a back", onclick: () => askBack(chosen) }, t("teach.a-back")),
      h("button", { type: "button", class: "danger", "data-key": "not a card", onclick: () => chosen(null) }, t("teach.not-a-card"))],
  });
}

// What a card with a wrong label most likely is: another value of the same, or the same of another Brotherhood.
function near(card) {
  if (!isFace(card)) return EVERY_BACK.filter((back) => back !== card);
  return [...VALUES.filter((value) => value !== card[3]).map((value) => card.slice(0, 3) + value),
    ...BROTHERHOODS.filter((one) => one !== card[2]).map((one) => card.slice(0, 2) + one + card[3])];
}

function askBack(chosen) {
  openSheet(t("teach.which-back"), h("ul", { class: "candidates" }, EVERY_BACK.map((back) => h("li", null, h("button", {
    type: "button", class: "candidate", "data-key": `back ${back}`, "aria-label": cardName(back), onclick: () => chosen(back),
  }, face(back), magicChip(back.slice(0, 2)))))));
}

// What to photograph: the suggestion first, anything else a tap away.
function nextPanel(lesson, actions) {
  const { choice } = page;
  const choose = (what, magic) => {
    page.choice = startingChoice(lesson, what, magic);
    actions.draw();
  };
  return panel("next", nextTitle(lesson), h("p", null, nextWords(lesson)),
    h("div", { class: "tabs", role: "group", "aria-label": t("teach.what") },
      MAGICS.map((magic) => tab(`magic ${magic}`, choice.what === "magic" && choice.magic === magic, () => choose("magic", magic), [sign(magic), h("span", null, t(`colour.${magic}`))], `magic-${magic}`)),
      tab("backs", choice.what === "backs", () => choose("backs", ""), t("teach.backs")),
      tab("any", choice.what === "any", () => choose("any", ""), t("teach.any"))),
    choice.what === "any" ? anyPart(lesson) : layoutPart(actions),
    h("div", { class: "buttons actions" },
      fileButton("check.take", "take", (file) => actions.photo(file, layoutOf(choice), null), "primary", "environment"),
      fileButton("check.choose", "choose", (file) => actions.photo(file, layoutOf(choice), null))));
}

function tab(key, pressed, act, words, kind = "") {
  return h("button", { type: "button", class: kind, "data-key": key, "aria-pressed": String(pressed), onclick: act }, words);
}

function nextTitle({ step }) {
  return t(`teach.step.${step.do}`, { number: step.photo, colour: step.magic ? t(`colour.${step.magic}`) : "", magic: step.magic ? t(`magic.${step.magic}`) : "" });
}

function nextWords({ step }) {
  return t(`teach.step.${step.do}.help`, { number: step.photo });
}

function anyPart(lesson) {
  const missing = lesson.copies && lesson.missing.length <= MOST_MISSING ? lesson.missing : [];
  return h("div", { class: "stack" }, h("p", { class: "muted" }, t("teach.any.help")),
    missing.length ? h("p", null, t("teach.missing", { count: lesson.missing.length })) : null,
    missing.length ? h("ul", { class: "small-cards" }, missing.map((card) => h("li", null, magicChip(card.slice(0, 2), h("strong", null, `${t(`brotherhood.${card[2]}`)} ${card[3]}`))))) : null);
}

// The layout as it should lie; what is not there is tapped away.
function layoutPart(actions) {
  const { choice } = page;
  const toggle = (row, name) => {
    if (row.has(name)) row.delete(name); else row.add(name);
    actions.draw();
  };
  const backs = choice.what === "backs";
  return h("div", { class: "stack" }, h("p", { class: "muted" }, t(backs ? "teach.layout.backs" : "teach.layout.help")),
    backs ? h("div", { class: "layout backs-layout", role: "group", "aria-label": t("teach.backs") },
      MAGICS.map((magic) => tab(`back ${magic}`, choice.backs.has(magic), () => toggle(choice.backs, magic), [sign(magic), h("span", null, t(`colour.${magic}`))])))
      : BROTHERHOODS.map((one) => h("div", { class: "layout", role: "group", "aria-label": t(`brotherhood.${one}`) }, h("span", { class: "row-name" }, animal(one)),
        VALUES.map((value) => tab(`lies ${one}${value}`, choice.rows[one].has(value), () => toggle(choice.rows[one], value), h("span", { class: "number" }, value), `magic-${choice.magic}`)))));
}

function finishPanel(lesson, actions) {
  const ready = ["backs", "second", "finish"].includes(lesson.step.do);
  if (!Object.keys(lesson.taught).some(isFace)) return null;
  return panel(ready ? "finish ready" : "finish", t(ready ? "teach.ready" : "teach.finish-early"), h("p", null, t(ready ? "teach.ready.help" : "teach.finish-early.help")),
    h("div", { class: "buttons actions" }, h("button", { type: "button", class: ready ? "primary" : "", "data-key": "finish", onclick: actions.finish }, t("teach.finish")),
      lesson.report ? h("button", { type: "button", "data-key": "last report", onclick: () => actions.report(`/api/teach/${lesson.deck}/report`) }, t("teach.report")) : null));
}

function morePanel(lesson, actions) {
  const key = `give up ${lesson.deck}`;
  return h("div", { class: "buttons" },
    h("button", { type: "button", class: "quiet", "data-key": "card list", onclick: () => cardList(lesson.copies, actions.copies) }, t("teach.list.change")),
    h("button", { type: "button", class: "quiet", "data-key": "home", onclick: actions.home }, t("teach.home")),
    h("button", { type: "button", class: "quiet", "data-key": key, onclick: () => actions.sure(key, () => actions.giveUp(lesson.deck)) }, t(actions.isSure(key) ? "teach.give-up.sure" : "teach.give-up")));
}

function fileButton(words, key, chosen, kind = "", capture = "environment") {
  return h("label", { class: `file-button ${kind}`, "data-key": `label ${key}` }, t(words),
    h("input", { type: "file", class: "visually-hidden", "data-key": key, accept: "image/jpeg,image/png,image/webp", capture: key === "choose" ? null : capture, onchange: (event) => chosen(event.target.files[0]) }));
}
