// The live table: follows the stream and draws every part of it anew when something happened.

import { byId, h, show } from "/static/js/dom.js";
import { Refusal, call, follow, join, sit, takeCodeFromLink } from "/static/js/api.js";
import { makeActions } from "/static/js/actions.js";
import { advice } from "/static/js/health.js";
import { board } from "/static/js/board.js";
import { loadArt } from "/static/js/cards.js";
import { makeJudge } from "/static/js/judge.js";
import { makeDoubts } from "/static/js/doubts.js";
import { navigation } from "/static/js/nav.js";
import { openSheet } from "/static/js/sheet.js";
import { decks, disputePanel, panel, tallyPanel, toldPanel, turnBanner, verdictPanel, zonesPanel } from "/static/js/story.js";
import { languageButton, loadWords, t } from "/static/js/words.js";

export async function openTable(extras) {
  const state = { me: null, view: null, link: "lost", heard: null };
  takeCodeFromLink();
  await Promise.all([loadWords(), loadArt()]);
  const actions = makeActions(state, attempt);
  const judge = makeJudge(state, actions.post, attempt);
  const doubts = makeDoubts(state, actions, attempt);

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
    if (extras) extras.draw(state, attempt, actions);
    if (!state.me || state.link === "gone") return drawNobody();
    if (!state.view || state.view.stage === "none") return drawEmpty();
    return drawGame();
  }

  function drawNobody() {
    const key = state.link === "gone" ? "link.gone" : "link.none";
    show(byId("table"), panel("", t(key), h("p", null, t(`${key}.help`))));
  }

  function drawEmpty() {
    const camera = state.view && state.view.camera;
    show(byId("table"), h("div", { class: "banner" }, h("h2", null, t("turn.none")), h("p", null, camera ? advice(camera) : t("turn.none.help"))));
  }

  function drawGame() {
    const view = state.view;
    const buttons = actions.buttons();
    const give = actions.decidesFor(view.player) ? actions.give : null;
    const correct = actions.may("correct") ? judge.correct : null;
    if (correct && view.told.length) {
      buttons.always.push(h("button", { type: "button", class: "quiet", "data-key": "first", onclick: judge.firstConclave }, t("correct.first")));
    }
    show(byId("table"),
      h("div", { class: "column" },
        seatPanel(), disputePanel(view), judge.settlePanel(), doubts.panels(), turnBanner(view, state.me), buttonRow(buttons.now),
        tallyPanel(view), board(view, actions.tapping()), decks(view), buttonRow(buttons.always)),
      h("div", { class: "column" }, verdictPanel(view), zonesPanel(view, state.me, give), toldPanel(view, correct, judge.look)));
    announce(view);
  }

  function buttonRow(buttons) {
    return buttons.length ? h("div", { class: "buttons actions" }, buttons) : null;
  }

  // Those who listen instead of looking hear each verdict once.
  function announce(view) {
    const place = view.verdict ? `${view.game} ${view.verdict.place} ${view.entries}` : null;
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
    return panel("seats", t("seat.title"), h("p", { class: "muted" }, t("seat.help")),
      h("div", { class: "buttons" }, state.view.players.map((player) => h("button", {
        type: "button", class: "primary", "data-key": `seat ${player.name}`, onclick: () => change(player.name),
      }, player.name)),
      h("button", { type: "button", class: "quiet", "data-key": "seat none", onclick: () => change(null) }, t("seat.none"))));
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
        if (link === "live") state.me = { ...(await call("GET", "/api/me").catch(() => state.me)), watching: state.me.watching };
        draw();
      });
    languageButton(byId("language"), () => { draw(); stream.restart(); });
    draw();
  }

  languageButton(byId("language"), draw);
  draw();
  await begin();
}
