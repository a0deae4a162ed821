// Decks: which there are, which lies on the table, and lessons in which a deck is taught photo by photo.

import { byId, h, show } from "./dom.js";
import { Refusal, call, fileOf, joinIfInvited, saveAs, sendFile, takeCodeFromLink } from "./api.js";
import { loadArt } from "./cards.js";
import { cardList } from "./deck_cards.js";
import { lessonPanels } from "./lesson.js";
import { navigation } from "./nav.js";
import { readingPart } from "./photos.js";
import { openSheet } from "./sheet.js";
import { panel } from "./story.js";
import { reportPanels } from "./teach_report.js";
import { deckName, languageButton, loadWords, t } from "./words.js";

const LAST_LESSON = "lesson"; // a phone that comes back goes on where it was
const LOOK_AGAIN_MS = 1500;
const state = { me: null, decks: [], lessons: [], lesson: null, report: null, busy: null, sure: null, copies: null, name: "" };

async function attempt(work) {
  try {
    return await work();
  } catch (problem) {
    if (!(problem instanceof Refusal)) throw problem;
    openSheet(t("error.title"), h("p", null, t(`error.${problem.code}`)));
    return null;
  }
}

// Words for what takes long stand on the page until it is done, with the photo if it is one.
async function working(words, work, file = null) {
  state.busy = readingPart(file, words);
  draw();
  const done = await attempt(work);
  state.busy = null;
  return done;
}

function draw() {
  navigation(state.me);
  if (!state.me) return show(byId("table"), panel("", t("link.none"), h("p", null, t("link.none.help"))));
  if (!state.me.powers.includes("host")) return show(byId("table"), panel("", t("teach.title"), h("p", null, t("teach.hosts"))));
  if (state.busy) return show(byId("table"), state.busy);
  if (state.report) return show(byId("table"), reportPanels(state.report, actions));
  if (state.lesson) return show(byId("table"), lessonPanels(state.lesson, actions));
  return show(byId("table"), [lessonsPanel(), decksPanel(), newPanel()]);
}

const actions = {
  draw,
  async home() {
    localStorage.removeItem(LAST_LESSON);
    Object.assign(state, { lesson: null, report: null, sure: null });
    const found = await working(t("app.loading"), () => call("GET", "/api/decks"));
    if (found) Object.assign(state, { decks: found.decks, lessons: found.lessons });
    draw();
  },
  async open(deck) {
    const found = await working(t("app.loading"), () => lessonOf(deck));
    if (!found) return actions.home();
    return take(found);
  },
  async photo(file, layout, again) {
    if (!file) return;
    const query = new URLSearchParams({ deck: state.lesson.deck, layout, ...(again ? { again } : {}) });
    const found = await working(t("teach.looking"), () => sendFile(`/api/teach-photos?${query}`, file), file);
    if (found) return take(found, again || found.photos[found.photos.length - 1].name);
    draw();
  },
  async answer(photo, cards) {
    const found = await attempt(() => call("POST", `/api/teach/${state.lesson.deck}/photos/${photo}`, { cards }));
    if (found) take(found, photo);
    return Boolean(found);
  },
  async drop(photo) {
    const found = await attempt(() => call("DELETE", `/api/teach/${state.lesson.deck}/photos/${photo}`));
    if (found) take(found);
  },
  async copies(copies) {
    const found = await attempt(() => call("POST", `/api/teach/${state.lesson.deck}`, { copies }));
    if (found) take(found);
  },
  async finish() {
    const { deck } = state.lesson;
    const found = await working(t("teach.trying"), () => call("POST", `/api/teach/${deck}/finish`));
    if (!found) return draw();
    take(found);
    return actions.report(`/api/teach/${deck}/report`);
  },
  async report(path) {
    state.report = await attempt(() => call("GET", path));
    draw();
    window.scrollTo(0, 0);
  },
  more() {
    state.report = null;
    draw();
  },
  async use(deck) {
    if (await attempt(() => call("POST", `/api/decks/${deck}/use`))) await actions.home();
  },
  async giveUp(deck) {
    if (await attempt(() => call("DELETE", `/api/teach/${deck}`))) await actions.home();
  },
  // The second tap does it.
  sure(key, work) {
    if (state.sure === key) {
      state.sure = null;
      return work();
    }
    state.sure = key;
    return draw();
  },
  isSure: (key) => state.sure === key,
  inLesson: () => Boolean(state.lesson),
};

// While a deck is being tried out, perhaps for another phone, its lesson is not answered for.
async function lessonOf(deck) {
  for (let tries = 0; ; tries += 1) {
    const found = await call("GET", `/api/teach/${deck}`);
    if (!found.busy) return found;
    if (tries === 0) state.busy = readingPart(null, t("teach.trying"));
    draw();
    await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
  }
}

function take(lesson, shown = null) {
  localStorage.setItem(LAST_LESSON, lesson.deck);
  Object.assign(state, { lesson: { ...lesson, shown: shown || lesson.step.photo || null }, report: null, sure: null });
  draw();
  if (shown) byId("announcer").textContent = t("teach.understood", { number: shown, count: (lesson.photos.find((one) => one.name === shown) || { cards: [] }).cards.length });
}

function lessonsPanel() {
  if (!state.lessons.length) return null;
  return panel("lessons", t("teach.go-on"), h("ul", { class: "games" }, state.lessons.map((one) => h("li", null, h("h3", null, one.name),
    h("p", { class: "muted" }, one.damaged ? t("teach.damaged") : t("teach.so-far", { cards: one.cards, photos: one.photos })),
    h("div", { class: "buttons" },
      one.damaged ? null : button(`open ${one.name}`, t("teach.go-on.open"), () => actions.open(one.name), "primary"),
      sureButton(`give up ${one.name}`, t("teach.give-up"), t("teach.give-up.sure"), () => actions.giveUp(one.name)))))));
}

function decksPanel() {
  return panel("deck-list", t("teach.decks"), h("ul", { class: "games" }, state.decks.map(deckLine)), importField());
}

function deckLine(deck) {
  const backs = t("teach.back-count", { count: deck.backs });
  const count = deck.cards === null ? t("teach.kinds", { count: deck.kinds, backs }) : t("teach.cards", { count: deck.cards, backs });
  return h("li", null, h("h3", null, deckName(deck.name), deck.on_table ? h("span", { class: "badge" }, t("teach.on-table")) : null),
    h("p", { class: "muted" }, deck.damaged ? t("teach.deck-damaged") : count),
    h("div", { class: "buttons" },
      deck.on_table || deck.damaged ? null : button(`use ${deck.name}`, t("teach.use"), () => actions.use(deck.name), "primary"),
      deck.has_report ? button(`report ${deck.name}`, t("teach.report"), () => actions.report(`/api/decks/${deck.name}/report`)) : null,
      deck.damaged ? null : button(`export ${deck.name}`, t("teach.export"), () => exportDeck(deck.name)),
      deck.own || deck.on_table ? null : sureButton(`delete ${deck.name}`, t("teach.delete"), t("teach.delete.sure"), () => remove(deck.name))));
}

async function exportDeck(name) {
  const address = await attempt(() => fileOf(`/api/decks/${name}/export`));
  if (address) saveAs(address, `${name}.deck.zip`);
}

async function remove(name) {
  if (await attempt(() => call("DELETE", `/api/decks/${name}`))) await actions.home();
}

function importField() {
  return h("label", { class: "file-button" }, t("teach.import"), h("input", {
    type: "file", class: "visually-hidden", accept: ".zip,application/zip", "data-key": "import",
    onchange: async (event) => {
      const [file] = event.target.files;
      if (!file) return;
      await working(t("teach.importing"), () => sendFile("/api/decks/import", file, "application/zip"));
      await actions.home();
    },
  }));
}

function newPanel() {
  const known = state.decks.filter((deck) => deck.cards !== null && !deck.damaged);
  const form = h("form", {
    class: "stack",
    onsubmit: (event) => {
      event.preventDefault();
      begin(form);
    },
  },
  h("label", { class: "field" }, h("span", null, t("teach.name")),
    h("input", { type: "text", name: "name", required: true, maxlength: "64", pattern: "[a-z0-9][a-z0-9_\\-]*", autocapitalize: "none", autocomplete: "off", spellcheck: "false", placeholder: t("teach.name.example"), value: state.name, "data-key": "name" }),
    h("span", { class: "muted" }, t("teach.name.help"))),
  h("label", { class: "field" }, h("span", null, t("teach.which")),
    h("select", { name: "which", "data-key": "which" },
      h("option", { value: "" }, t("teach.which.unknown")),
      known.map((deck) => h("option", { value: `deck ${deck.name}` }, t("teach.which.like", { deck: deckName(deck.name), count: deck.cards }))),
      h("option", { value: "say" }, t("teach.which.say")))),
  h("button", { type: "submit", class: "primary", "data-key": "begin" }, t("teach.begin")));
  return panel("new", t("teach.new"), h("p", null, t("teach.help")), form);
}

async function begin(form) {
  const name = form.elements.name.value.trim();
  const which = form.elements.which.value;
  const like = state.decks.find((deck) => `deck ${deck.name}` === which);
  const found = await working(t("app.loading"), () => call("POST", `/api/teach/${encodeURIComponent(name)}`, { copies: like ? like.copies : null }));
  if (!found) {
    state.name = name;
    return draw();
  }
  take(found);
  return which === "say" ? cardList(found.copies, actions.copies) : undefined;
}

function button(key, words, act, kind) {
  return h("button", { type: "button", class: kind || "", "data-key": key, onclick: act }, words);
}

function sureButton(key, words, sureWords, act) {
  return button(key, actions.isSure(key) ? sureWords : words, () => actions.sure(key, act), "danger");
}

async function start() {
  takeCodeFromLink();
  await Promise.all([loadWords(), loadArt()]);
  state.me = await attempt(joinIfInvited);
  languageButton(byId("language"), draw);
  if (!state.me || !state.me.powers.includes("host")) return draw();
  const last = localStorage.getItem(LAST_LESSON);
  const found = last ? await working(t("app.loading"), () => lessonOf(last).catch((problem) => (problem instanceof Refusal ? null : Promise.reject(problem)))) : null;
  return found ? take(found) : actions.home();
}

start();
