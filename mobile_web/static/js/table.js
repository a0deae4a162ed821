// The live table: follows the stream and draws every part of it anew when something happened.

import { byId, h, show } from "./dom.js";
import { Refusal, call, follow, join, sit, takeCodeFromLink } from "./api.js";
import { makeActions } from "./actions.js";
import { advice } from "./health.js";
import { board } from "./board.js";
import { loadArt } from "./cards.js";
import { makeJudge } from "./judge.js";
import { makeDoubts } from "./doubts.js";
import { navigation } from "./nav.js";
import { openSheet } from "./sheet.js";
import { decks, disputePanel, panel, recordedNotice, settledPanel, toldPanel, turnBanner, verdictPanel, zonesPanel } from "./story.js";
import { makeCount } from "./count.js";
import { tallyPanel } from "./tally.js";
import { languageButton, loadWords, t } from "./words.js";

const SEATS_MS = 3000;

export async function openTable(extras) {
  const state = { me: null, view: null, link: "lost", heard: null, opened: false };
  takeCodeFromLink();
  await Promise.all([loadWords(), loadArt()]);
  const actions = makeActions(state, attempt);
  const judge = makeJudge(state, actions.post, attempt);
  const doubts = makeDoubts(state, actions);
  const count = makeCount(state, actions, attempt, draw);

  async function attempt(work) {
    try {
      return await work();
    } catch (problem) {
      if (!(problem instanceof Refusal)) throw problem;
      openSheet(t("error.title"), h("p", null, t(`error.${problem.code}`)), problem.rule ? h("p", null, problem.rule.words) : null);
      return null;
    }
  }

  function draw() {
    navigation(state.me);
    show(byId("role"), state.me ? t(`role.${state.me.role}`) : "");
    show(byId("link"), h("span", { class: `link ${state.link}` }, t(`link.${state.link}`)));
    sayLost();
    if (extras) extras.draw(state, attempt, actions);
    if (!state.me || state.link === "gone") return drawNobody();
    if (!state.view || state.view.stage === "none") return drawEmpty();
    if (state.view.stage === "counting") return show(byId("table"), h("div", { class: "column" }, seatPanel(), disputePanel(state.view), settledPanel(state.view, draw), count.panels()));
    return drawGame();
  }

  // Said once and not again with every drawing; a page that is only being opened has lost nothing yet.
  function sayLost() {
    const words = state.link === "lost" && state.opened ? t(state.view ? "link.lost.help" : "link.lost") : "";
    if (byId("lost").textContent !== words) byId("lost").textContent = words;
  }

  function drawNobody() {
    const key = state.link === "gone" ? "link.gone" : "link.none";
    show(byId("table"), panel("", t(key), h("p", null, t(`${key}.help`))));
  }

  function drawEmpty() {
    const camera = state.view && state.view.camera;
    const ownGame = extras && actions.may("host") ? extras.ownGame : null;
    const help = camera ? advice(camera) : t(ownGame ? "turn.none.host" : "turn.none.help");
    show(byId("table"), h("div", { class: "banner" }, h("h2", null, t("turn.none")), h("p", null, help),
      ownGame ? h("button", { type: "button", class: "primary", "data-key": "own game", onclick: ownGame }, t("turn.none.begin")) : null));
  }

  function drawGame() {
    const view = state.view;
    const played = view.stage !== "over" || view.told.length > 0; // not if nothing but the zones was counted
    const buttons = actions.buttons();
    const give = actions.decidesFor(view.player) ? actions.give : null;
    const correct = actions.may("correct") ? judge.correct : null;
    if (correct && played && view.stage !== "laying") {
      buttons.always.push(h("button", { type: "button", class: "quiet", "data-key": "first", onclick: judge.firstConclave }, t("correct.first")));
    }
    show(byId("table"),
      h("div", { class: "column" },
        recordedNotice(view, extras && actions.may("host") ? extras.ownGame : null), seatPanel(), disputePanel(view), settledPanel(view, draw), judge.settlePanel(), doubts.panels(), turnBanner(view, state.me), buttonRow(buttons.now),
        tallyPanel(view), played ? [board(view, actions.tapping()), decks(view)] : null, buttonRow(buttons.always)),
      h("div", { class: "column" }, played ? verdictPanel(view, t("verdict.title"), judge.lookButton("look verdict")) : null, zonesPanel(view, state.me, give), played ? toldPanel(view, correct, judge.look) : null));
    announce(view);
  }

  function buttonRow(buttons) {
    return buttons.length ? h("div", { class: "buttons actions" }, buttons) : null;
  }

  // Those who listen instead of looking hear each verdict once.
  function announce(view) {
    const place = view.verdict ? JSON.stringify([view.game, view.verdict.place, view.verdict.emissary, view.verdict.cell, view.verdict.taken]) : null;
    if (state.heard !== null && place !== state.heard && view.verdict) byId("announcer").textContent = view.verdict.sentences.join(" ");
    state.heard = place || "";
  }

  function seatPanel() {
    if (state.me.role !== "player") return null;
    const change = async (name) => {
      const done = await attempt(async () => ({ seat: await sit(name) }));
      if (done) {
        state.me.seat = done.seat;
        state.me.watching = name === null;
        draw();
      }
    };
    if (state.me.seat || state.me.watching) {
      return h("p", { class: "seat" }, state.me.seat ? h("strong", null, state.me.seat) : t("seat.none"),
        h("button", { type: "button", class: "quiet", "data-key": "seat", onclick: () => { state.me.watching = false; change(null).then(() => { state.me.watching = false; draw(); }); } }, t("seat.change")));
    }
    const taken = (name) => state.me.seats_held.includes(name);
    return panel("seats", t("seat.title"), h("p", { class: "muted" }, t("seat.help")),
      h("div", { class: "buttons" }, state.view.players.map(({ name }) => h("button", {
        type: "button", class: taken(name) ? "" : "primary", "data-key": `seat ${name}`, onclick: () => change(name),
        "aria-label": taken(name) ? `${name}, ${t("seat.taken")}` : null,
      }, name, taken(name) ? h("span", { class: "you" }, t("seat.taken")) : null)),
      h("button", { type: "button", class: "quiet", "data-key": "seat none", onclick: () => change(null) }, t("seat.none"))),
      state.view.players.some(({ name }) => taken(name)) ? h("p", { class: "muted" }, t("seat.taken.help")) : null);
  }

  // Whoever still chooses a seat sees which others have chosen meanwhile.
  async function lookAtSeats() {
    if (document.hidden || !state.me || state.me.role !== "player" || state.me.seat || state.me.watching || state.link !== "live") return;
    const { seats } = await call("GET", "/api/phones").catch(() => ({ seats: state.me.seats_held }));
    if (seats.join() === state.me.seats_held.join()) return;
    state.me.seats_held = seats;
    draw();
  }

  // The same people often play again: whoever plays in the next game as well keeps the seat.
  async function sitAgain(seat) {
    state.me.seat = null;
    if (!seat || !(state.view.players || []).some((player) => player.name === seat)) return;
    state.me.seat = await sit(seat).catch(() => null);
    draw();
  }

  async function begin() {
    try {
      state.me = await join();
    } catch (problem) {
      if (!(problem instanceof Refusal)) throw problem;
      state.link = problem.status === 401 && localStorage.getItem(`code ${location.pathname}`) ? "gone" : "lost";
      state.opened = problem.status === 0;
      draw();
      if (problem.status === 0) setTimeout(begin, 3000);
      return;
    }
    const stream = follow(
      (view) => {
        const another = state.view && view.game !== state.view.game;
        const seat = state.me.seat;
        state.view = view;
        if (another) sitAgain(seat);
        draw();
      },
      async (link) => {
        state.link = link;
        state.opened = true;
        if (link === "live") state.me = { ...(await call("GET", "/api/me").catch(() => state.me)), watching: state.me.watching };
        draw();
      });
    languageButton(byId("language"), () => { draw(); stream.restart(); });
    draw();
  }

  languageButton(byId("language"), draw);
  draw();
  setInterval(lookAtSeats, SEATS_MS);
  await begin();
}
