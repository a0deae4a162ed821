// Past games: replayed step by step, exported, taken in, put back on the table, deleted.

import { byId, h, show } from "./dom.js";
import { Refusal, call, fileOf, headers, join, saveAs, takeCodeFromLink } from "./api.js";
import { board } from "./board.js";
import { loadArt } from "./cards.js";
import { evidenceOf, framePart, openEvidence } from "./evidence.js";
import { navigation } from "./nav.js";
import { openSheet } from "./sheet.js";
import { decks, panel, toldPanel, turnBanner, verdictPanel, zonesPanel } from "./story.js";
import { tallyPanel } from "./tally.js";
import { language, languageButton, loadWords, t } from "./words.js";

const state = { me: null, games: [], game: null, moves: 0, at: 0, view: null, sure: null, asked: 0 };

async function attempt(work) {
  try {
    return await work();
  } catch (problem) {
    if (!(problem instanceof Refusal)) throw problem;
    openSheet(t("error.title"), h("p", null, t(`error.${problem.code}`)));
    return null;
  }
}

const may = (power) => state.me.powers.includes(power);

async function list() {
  state.game = null;
  state.games = (await attempt(() => call("GET", "/api/games"))) || [];
  draw();
}

async function open(game, at) {
  state.asked += 1;
  const { asked } = state;
  const found = await attempt(() => call("GET", `/api/games/${game}${at === null ? "" : `?moves=${at}`}`));
  if (!found || asked !== state.asked) return; // a later step was asked for meanwhile
  Object.assign(state, { game, moves: found.moves, at: at === null ? found.moves : at, view: found.view, evidence: null });
  draw();
  const told = state.view.told[0];
  if (!told || !told.frame) return;
  const evidence = await evidenceOf(game, told.place).catch(() => null); // the step can be shown without its frame
  if (state.view !== found.view) return;
  state.evidence = evidence;
  draw();
}

function draw() {
  navigation(state.me);
  show(byId("table"), !state.me ? panel("", t("link.none"), h("p", null, t("link.none.help"))) : state.game ? replay() : games());
}

function games() {
  return panel("history", t("history.title"),
    state.games.length ? h("ul", { class: "games" }, state.games.map(line)) : h("p", { class: "muted" }, t("history.none")),
    may("host") ? importField() : null);
}

function line(one) {
  if (one.damaged) return h("li", null, h("h3", null, one.game), h("p", { class: "badge" }, t("history.damaged")), h("p", { class: "muted" }, t("history.damaged.help")));
  const when = new Date(one.started).toLocaleString(language(), { dateStyle: "medium", timeStyle: "short" });
  return h("li", null, h("h3", null, one.players.join(", "), one.on_table ? h("span", { class: "badge" }, t("teach.on-table")) : null),
    h("p", { class: "muted" }, `${when} · ${t(`stage.${one.stage}`)} · ${t("history.moves", { count: one.moves })}`),
    h("div", { class: "buttons" },
      button(`open ${one.game}`, t("history.open"), () => open(one.game, null), "primary"),
      may("export") ? button(`export ${one.game}`, t("history.export"), () => save(one.game)) : null,
      may("host") && !one.on_table ? button(`resume ${one.game}`, t("history.resume"), () => resume(one.game)) : null,
      may("host") ? button(`delete ${one.game}`, t(state.sure === one.game ? "history.delete.sure" : "history.delete"), () => remove(one.game), "danger") : null));
}

function button(key, words, act, kind, disabled) {
  return h("button", { type: "button", class: kind || "", "data-key": key, onclick: act, disabled: Boolean(disabled) }, words);
}

function replay() {
  const me = { seat: null };
  return [
    h("div", { class: "column" },
      steps(),
      turnBanner(state.view, me), tallyPanel(state.view), board(state.view), decks(state.view), frame(),
      button("list", t("history.list"), list, "quiet")),
    h("div", { class: "column" }, verdictPanel(state.view), zonesPanel(state.view, me, null), toldPanel(state.view, null)),
  ];
}

// Any step by the slider, the next ones by a button each.
function steps() {
  const at = (number) => t("history.step", { number, all: state.moves });
  const words = h("p", { "aria-hidden": "true" }, at(state.at));
  const slider = h("input", {
    type: "range", min: "0", max: String(state.moves), value: String(state.at), "data-key": "slider",
    "aria-label": t("history.slider"), "aria-valuetext": at(state.at),
    oninput: () => { words.textContent = at(slider.value); }, onchange: () => open(state.game, Number(slider.value)),
  });
  const go = (key, words, number, kind, arrow) => h("button", {
    type: "button", class: kind, "data-key": key, disabled: number < 0 || number > state.moves || number === state.at,
    "aria-label": arrow ? words : null, title: arrow ? words : null, onclick: () => open(state.game, number),
  }, arrow || words);
  return h("div", { class: "replay" }, words, slider, h("div", { class: "buttons" },
    go("first", t("history.first"), 0, "", "«"), go("back", t("history.back"), state.at - 1, "primary"),
    go("forth", t("history.forth"), state.at + 1, "primary"), go("last", t("history.last"), state.moves, "", "»")));
}

function frame() {
  if (!state.evidence) return null;
  const told = state.view.told[0];
  return panel("frame", t("history.frame"), framePart(state.evidence),
    h("div", { class: "buttons actions" }, button("evidence", t("told.evidence"), () => openEvidence(state.evidence, told, state.view, null), "quiet")));
}

async function save(game) {
  const file = await attempt(() => fileOf(`/api/games/${game}/export`));
  if (file) saveAs(file, `conclave-${game}.zip`);
}

async function resume(game) {
  if (await attempt(() => call("POST", `/api/games/${game}/resume`))) location.href = "/host";
}

async function remove(game) {
  if (state.sure !== game) {
    state.sure = game;
    return draw();
  }
  state.sure = null;
  await attempt(() => call("DELETE", `/api/games/${game}`));
  return list();
}

function importField() {
  return h("label", { class: "file-button", "data-key": "import" }, t("history.import"), h("input", {
    type: "file", class: "visually-hidden", accept: ".zip,application/zip",
    onchange: async (event) => {
      const file = event.target.files[0];
      const answer = await fetch("/api/games/import", {
        method: "POST", headers: headers({ "Content-Type": "application/zip" }), body: file,
      });
      const said = await answer.json();
      if (!answer.ok) await attempt(async () => { throw new Refusal(answer.status, said); });
      else if (said.already_here) openSheet(t("history.import"), h("p", null, t("history.already")));
      else byId("announcer").textContent = t("history.taken-in");
      return list();
    },
  }));
}

async function begin() {
  takeCodeFromLink();
  await Promise.all([loadWords(), loadArt()]);
  languageButton(byId("language"), () => (state.game ? open(state.game, state.at) : draw()));
  try {
    state.me = await join();
  } catch (problem) {
    if (!(problem instanceof Refusal)) throw problem;
    return draw();
  }
  return list();
}

begin();
