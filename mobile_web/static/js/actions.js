// Decisions by hand: what may be done now, and the questions it takes.

import { h } from "./dom.js";
import { call } from "./api.js";
import { askCard } from "./ask.js";
import { sightAt } from "./doubts.js";
import { pickCard } from "./picker.js";
import { closeSheet, openSheet, reasonField } from "./sheet.js";
import { t } from "./words.js";

const PATIENCE_MS = 2000; // for the table to show what it has just answered

// A deck may hold a card more than once: each card takes one copy away.
function without(possible, cards) {
  const left = [...possible];
  for (const card of cards) if (left.includes(card)) left.splice(left.indexOf(card), 1);
  return left;
}

// `attempt` carries a decision out and shows what was refused. A sheet that stays open while the table goes on
// says what it had seen when it was opened, so that nobody overrules what they have not seen.
export function makeActions(state, attempt) {
  const may = (power) => state.me.powers.includes(power);
  const decidesFor = (name) => may("enter") || (may("play") && state.me.seat === name);
  let underWay = false;

  // Whoever taps twice means it once: until a decision is answered and shown here, further taps are ignored.
  async function once(work) {
    if (underWay) return null;
    underWay = true;
    try {
      const done = await attempt(work);
      if (done && done.entries) await shown(done);
      return done;
    } finally {
      underWay = false;
    }
  }

  async function shown({ game, entries }) {
    const until = Date.now() + PATIENCE_MS;
    while (state.view.game === game && state.view.entries < entries && Date.now() < until) {
      await new Promise((resolve) => { setTimeout(resolve, 20); });
    }
  }

  const post = (path, body) => once(() => call("POST", `/api/game/${path}`, { seen: state.view.entries, ...body }));

  function tapping() {
    return { ...nextTapping(), edit: may("correct") && state.view.stage !== "laying" ? setCell : null };
  }

  function nextTapping() {
    const { next } = state.view;
    if (next.action === "lay" && may("enter")) return { open: ring(), tap: lay, numbered: [] };
    if (next.action === "send" && decidesFor(next.player)) return { open: next.cells, tap: send, numbered: [] };
    if (next.action === "refill" && decidesFor(next.player)) return { open: next.cells, tap: () => refill([]), numbered: next.cells };
    return {};
  }

  function ring() {
    const sides = [0, 1, 2, 3];
    return sides.flatMap((row) => sides.map((column) => [row, column]))
      .filter(([row, column]) => row % 3 === 0 || column % 3 === 0);
  }

  function lay(cell) {
    const [row, column] = cell;
    const laid = state.view.conclave[4 * row + column];
    const takeUp = h("button", { type: "button", onclick: () => put(cell, null) }, t("pick.empty"));
    const back = h("button", { type: "button", "data-key": "back one", onclick: layBack }, t("pick.back"));
    pickCard({
      title: t("pick.title.lay", { row, column }), possible: [...state.view.possible, ...(laid ? [laid] : [])],
      extra: [laid ? takeUp : null, state.view.last_laid && !laid ? back : null].filter(Boolean), chosen: (card) => put(cell, card),
    });
  }

  // Any cell at any time: whatever laid its card is told anew. The camera's own guesses come first.
  async function setCell(cell) {
    const [row, column] = cell;
    const lies = state.view.conclave[4 * row + column];
    const seen = state.view.entries;
    const sight = state.view.camera ? await sightAt(cell) : null;
    askCard({
      title: t("ask.title", { row, column }), sight, candidates: sight ? sight.candidates : [],
      possible: [...state.view.possible, ...(lies ? [lies] : [])], now: lies, mayBeEmpty: Boolean(lies),
      chosen: async (card) => {
        if (await post("cell", { cell, card, seen })) closeSheet();
      },
    });
  }

  // The card that was laid last is taken up, and its cell is asked for again.
  async function layBack() {
    const cell = state.view.last_laid;
    if (await post("lay", { cell, card: null })) lay(cell);
  }

  async function put(cell, card) {
    const was = state.view.next.cells;
    const done = await post("lay", { cell, card });
    if (!done) return;
    const rest = was.filter(([row, column]) => row !== cell[0] || column !== cell[1]);
    if (card && rest.length) lay(rest[0]);
    else closeSheet();
  }

  function send(cell) {
    const [row, column] = cell;
    pickCard({
      title: t("pick.title.send", { row, column }), possible: state.view.possible,
      confirm: (card) => t("act.send", { card }),
      chosen: async (card) => {
        if (await post("send", { player: state.view.next.player, card, cell })) closeSheet();
      },
    });
  }

  // Several cards, one after the other: the new cards of a refill, or a hand that is shown.
  function pickSeveral(count, titleOf, finish, cards = []) {
    if (cards.length === count) return finish(cards);
    const possible = without(state.view.possible, cards);
    const back = h("button", { type: "button", onclick: () => pickSeveral(count, titleOf, finish, cards.slice(0, -1)) }, t("pick.back"));
    return pickCard({
      title: titleOf(cards.length), possible, extra: cards.length ? [back] : [],
      chosen: (card) => pickSeveral(count, titleOf, finish, [...cards, card]),
    });
  }

  function refill() {
    const { cells, player } = state.view.next;
    const titleOf = (number) => t("pick.title.refill", { row: cells[number][0], column: cells[number][1] });
    pickSeveral(cells.length, titleOf, async (cards) => {
      if (await post("refill", { player, cards })) closeSheet();
    });
  }

  function showHand(name, count) {
    const titleOf = (number) => t("pick.title.show", { name, number: number + 1, all: count });
    pickSeveral(count, titleOf, async (cards) => {
      if (await post("show", { player: name, cards })) closeSheet();
    });
  }

  // One tap: whoever gives by mistake takes it back with the next one.
  function give(magic, receiver) {
    return post("give", { player: state.view.player, magic, receiver });
  }

  function buttons() {
    const { next } = state.view;
    const found = { now: [], always: [] };
    const button = (key, words, act, kind) => (kind ? found.always : found.now).push(h("button", {
      type: "button", class: kind || "primary", "data-key": key, onclick: act,
    }, words));
    if (next.action === "lay" && may("enter")) button("lay", t("act.lay"), () => lay(next.cells[0]));
    if (next.action === "draw" && decidesFor(next.player)) {
      for (const deck of next.decks) button(`draw ${deck}`, t(`act.draw.${deck}`), () => post("draw", { player: next.player, deck }));
    }
    if (next.action === "refill" && decidesFor(next.player)) button("refill", t("act.refill", { count: next.cells.length }), refill);
    if (next.action === "pass" && decidesFor(next.player)) button("pass", t("act.pass"), () => post("pass", { player: next.player }));
    for (const [name, count] of next.hands) {
      if (decidesFor(name)) button(`show ${name}`, t("act.show", { name, count }), () => showHand(name, count));
    }
    if (mayCount()) button("count", t("act.count"), () => once(() => call("POST", "/api/count", {})), next.action === "show" ? null : "quiet");
    if (mayUndo()) button("undo", t("act.undo"), undo, "quiet");
    if (may("dispute") && !state.view.dispute) button("dispute", t("act.dispute"), dispute, "quiet");
    return found;
  }

  // A player once the last turn was played; whoever enters for all, any time.
  function mayCount() {
    const ended = ["showing-hands", "over"].includes(state.view.stage);
    return may("enter") ? state.view.stage !== "laying" : ended && may("play") && Boolean(state.me.seat);
  }

  function mayUndo() {
    if (state.view.last_laid) return may("correct");
    if (state.view.can_undo === null) return false;
    const last = state.view.told[0];
    return may("correct") || (may("play") && last && state.me.seat === last.player);
  }

  const undo = () => (state.view.last_laid ? post("lay", { cell: state.view.last_laid, card: null }) : post("undo", { place: state.view.can_undo }));

  function dispute() {
    const reason = reasonField("dispute.reason");
    openSheet(t("dispute.ask"), h("form", {
      class: "stack",
      onsubmit: async (event) => {
        event.preventDefault();
        if (await post("dispute", { reason: event.target.reason.value })) closeSheet();
      },
    }, reason, h("p", { class: "muted" }, t("dispute.reason.help")),
    h("button", { type: "submit", class: "primary" }, t("dispute.open"))));
  }

  return { may, decidesFor, once, post, tapping, buttons, give, setCell };
}
