// What the table shows in words: whose turn, the last verdict, the zones, the tally, and what happened.

import { h } from "./dom.js";
import { cardName, codeOf, magicChip, smallCard } from "./cards.js";
import { t } from "./words.js";

const NAMELESS = ["host", "judge", "player", "viewer", "camera", "demo"]; // who enters something without a seat
const STEPS_SHOWN = 4;
const PHASES = ["give", "send", "gain", "draw", "refill"];

export function turnBanner(view, me) {
  const next = view.next;
  if (next.action === "over") return banner(t("turn.over"), view.tally.winners.map((name) => `${name} ${t("zones.won")}`).join(" · "));
  const enters = (me.powers || []).includes("enter");
  if (next.action === "lay") return layBanner(view, enters);
  if (next.action === "show") return banner(t(enters || me.seat ? "turn.show" : "turn.show.wait"), "");
  if (next.action === "count") return banner(t("turn.count"), "");
  const yours = me.seat === view.player;
  const title = t(yours ? "turn.yours" : "turn.of", { name: view.player });
  const number = view.stage === "last-turns" ? t("turn.last") : t("turn.number", { turn: view.turn });
  return h("div", { class: yours ? "banner yours" : "banner" },
    h("p", { class: "eyebrow" }, number), h("h2", null, title),
    h("p", null, enters || yours ? t(`turn.${next.action}`) : t(`turn.wait.${next.action}`, { name: view.player })),
    next.gifts.length ? giftHint(view.player, yours, enters || yours) : null,
    phases(view.phase === "give" && !next.gifts.length ? "send" : view.phase));
}

// Whoever cannot name cards is told who does.
function layBanner({ camera, next }, enters) {
  const help = camera ? (enters ? "turn.lay.camera" : "turn.lay.camera.wait") : (enters ? "turn.lay.help" : "turn.lay.wait");
  return banner(t(enters || camera ? "turn.lay" : "turn.lay.others"), t(help, { count: next.cells.length }));
}

// Piles lie far below the Conclave: the first phase of the turn would be missed without a word here.
function giftHint(name, yours, decides) {
  const toThePiles = () => {
    const first = document.querySelector(".give");
    if (!first) return;
    first.scrollIntoView({ block: "center" });
    first.focus({ preventScroll: true });
  };
  return h("p", { class: "gift-hint" }, t(yours ? "turn.give" : "turn.give.of", { name }),
    decides ? h("button", { type: "button", class: "quiet", "data-key": "to the piles", onclick: toThePiles }, t("turn.give.show")) : null);
}

// The demonstration says what it is, and leads the host to a game of their own.
export function recordedNotice(view, ownGame) {
  if (!view.camera || !view.camera.recorded) return null;
  return h("aside", { class: "notice", "aria-label": t("recorded.title") },
    h("p", null, h("strong", null, t("recorded.title")), ` ${t("recorded.help")}`),
    ownGame ? h("button", { type: "button", "data-key": "own game", onclick: ownGame }, t("recorded.own")) : null);
}

function banner(title, help) {
  return h("div", { class: "banner" }, h("h2", null, title), help ? h("p", null, help) : null);
}

function phases(now) {
  return h("ol", { class: "phases", "aria-label": t("phase.label") }, PHASES.map((phase) => h("li", {
    class: phase === now ? "now" : PHASES.indexOf(phase) < PHASES.indexOf(now) ? "past" : "",
    "aria-current": phase === now ? "step" : null,
  }, t(`phase.${phase}`))));
}

export function decks(view) {
  const words = view.cards_left === null ? t("conclave.decks.uncounted")
    : view.cards_left === 0 ? t("conclave.decks.empty") : t("conclave.decks", { count: view.cards_left });
  return h("p", { class: "decks" }, words);
}

export function verdictPanel(view, title = t("verdict.title"), more = null) {
  const verdict = view.verdict;
  if (!verdict) return panel("verdict", title, h("p", { class: "muted" }, t("verdict.none")));
  return panel(verdict.magic_crisis ? "verdict crisis" : "verdict", title,
    h("p", { class: "headline" }, headline(verdict)),
    view.camera && view.camera.verdict_unsure.length ? h("p", { class: "frozen" }, t("doubt.verdict")) : null,
    h("p", { class: "sums" }, sum("column", verdict.column), sum("row", verdict.row)),
    h("ul", { class: "sentences" }, verdict.sentences.map((words) => h("li", null, words))),
    rules(verdict.rulings, "rules verdict"), more);
}

export function headline(verdict) {
  const facts = { name: verdict.player, count: verdict.taken.length };
  if (verdict.magic_crisis) return verdict.taken.length ? t("verdict.crisis.takes", facts) : t("verdict.crisis");
  if (!verdict.taken.length) return t("verdict.nobody", facts);
  return t("verdict.follow", facts);
}

function sum(axis, line) {
  return h("span", { class: line.convinces ? "sum enough" : "sum" }, h("strong", null, t(`verdict.${axis}`, { sum: line.influence })),
    ` ${t(line.convinces ? "verdict.enough" : "verdict.short")}`);
}

export function rules(rulings, key) {
  if (!rulings.length) return null;
  return h("details", { "data-key": key }, h("summary", null, t("verdict.rulings")),
    h("ul", null, rulings.map((rule) => h("li", null, rule.words))));
}

export function panel(name, title, ...content) {
  return h("section", { class: `panel ${name}` }, h("h2", null, title), content);
}

export function disputePanel(view) {
  if (!view.dispute) return null;
  return h("section", { class: "panel dispute", role: "status" }, h("h2", null, t("dispute.title")),
    h("p", null, sentence(t("dispute.by", { name: authorName(view.dispute.author) })), quoted(view.dispute.reason)),
    h("p", null, t("tally.frozen")));
}

function quoted(reason) {
  return reason ? ` ${t("app.quote", { words: reason })}` : "";
}

// What the judge's word changed; each phone shows it until it was read, once.
export function settledPanel(view, redraw) {
  const { settled } = view;
  const key = `read ${view.game}`;
  if (!settled || Number(localStorage.getItem(key) || 0) >= settled.place) return null;
  return h("section", { class: "panel settled", role: "status" }, h("h2", null, t("settled.title")),
    h("p", null, t(settled.upheld ? "dispute.upheld" : "dispute.overturned"), quoted(settled.reason)),
    settled.changes.length ? h("ul", { class: "changes" }, settled.changes.map(change)) : h("p", { class: "muted" }, t("settled.nothing")),
    h("button", { type: "button", class: "primary", "data-key": "settled read", onclick: () => { localStorage.setItem(key, settled.place); redraw(); } }, t("settled.read")));
}

function change(one) {
  const [before, after] = one.resentment.map((points) => (points === null ? "?" : points));
  const cards = (codes, sign) => codes.map((card) => h("li", { class: "small-card" }, `${sign} ${cardName(card)}`));
  return h("li", null, h("strong", null, one.player), h("p", null, t("settled.points", { before, after })),
    h("ul", { class: "small-cards" }, cards(one.gained, "+"), cards(one.lost, "−")));
}

export function zonesPanel(view, me, give) {
  return panel("zones", t("zones.title"),
    view.tally.frozen ? h("p", { class: "frozen" }, t((me.powers || []).includes("settle") ? "tally.frozen.elsewhere" : "tally.frozen")) : null,
    h("div", { class: "zone-list" }, view.players.map((player) => zone(view, player, me, give))));
}

function zone(view, player, me, give) {
  const now = view.player === player.name && !view.tally.final && view.stage !== "laying";
  const wins = view.tally.winners.includes(player.name) && player.followers > 0;
  const badge = wins ? t(view.tally.final ? "zones.won" : "zones.leads") : null;
  const followers = t("zones.followers", { count: player.followers });
  return h("article", { class: now ? "zone now" : "zone" },
    h("div", { class: "zone-head" },
      h("h3", null, player.name, me.seat === player.name ? h("span", { class: "you" }, t("zones.you")) : null,
        badge ? h("span", { class: "badge" }, badge) : null),
      h("p", { class: "resentment" },
        h("span", { class: "points" }, player.resentment === null ? "?" : String(player.resentment)),
        h("span", { class: "points-name" }, player.resentment === null ? t("zones.unknown")
          : t(view.tally.final ? "zones.resentment.final" : "zones.resentment")))),
    h("p", { class: "muted" }, `${t("zones.hand", { count: player.hand })} · ${followers}`,
      player.eliminated && player.followers ? ` · ${t("zones.nothing")}` : ""),
    player.piles.length ? h("ul", { class: "piles" }, player.piles.map((pile) => pileRow(view, player, pile, give)))
      : h("p", { class: "muted" }, t("zones.empty")));
}

function pileRow(view, player, pile, give) {
  const code = codeOf(pile.magic);
  const gift = give && view.player === player.name ? view.next.gifts.find((one) => one.magic === pile.magic) : null;
  return h("li", { class: pile.controls ? "pile controls" : "pile" },
    h("details", { "data-key": `pile ${player.name} ${code}` },
      h("summary", null, magicChip(code),
        h("span", { class: "pile-sum" }, String(pile.influence)),
        pile.controls ? h("span", { class: "crown" }, t("zones.controls"))
          : h("span", { class: "resents" }, t("zones.resents"))),
      h("ul", { class: "small-cards", "aria-label": t("zones.cards") }, pile.cards.map((card) => smallCard(card)))),
    gift ? h("div", { class: "gifts" }, gift.receivers.map((name) => h("button", {
      type: "button", class: "give", "data-key": `give ${code} ${name}`, "aria-label": t("act.give.pile", { magic: t(`magic.${code}`), name }), onclick: () => give(pile.magic, name),
    }, t("act.give", { name })))) : null);
}

export function toldPanel(view, correct, look) {
  const steps = view.told.map((told) => h("li", null,
    h("p", { class: "eyebrow" }, t("told.turn", { turn: told.turn }),
      told.corrected ? h("span", { class: "badge" }, t("told.corrected")) : null,
      told.author ? h("span", { class: "muted" }, ` ${t("told.by", { name: authorName(told.author) })}`) : null),
    told.sentences.map((words) => h("p", null, words)),
    told.disputes.map(disputeTold),
    correct ? h("div", { class: "buttons" },
      h("button", { type: "button", class: "quiet", "data-key": `correct ${told.place}`, onclick: () => correct(told) }, t("told.correct")),
      look && (told.frame || judged(told)) ? h("button", { type: "button", class: "quiet", "data-key": `evidence ${told.place}`, onclick: () => look(told) }, t(told.frame ? "told.evidence" : "told.verdict")) : null) : null));
  return panel("told", t("told.title"),
    view.set_aside.length ? asidePart(view.set_aside) : null,
    steps.length ? h("ol", { class: "steps" }, steps.slice(0, STEPS_SHOWN)) : h("p", { class: "muted" }, t("told.nothing")),
    steps.length > STEPS_SHOWN ? h("details", { "data-key": "earlier" }, h("summary", null, t("told.earlier")),
      h("ol", { class: "steps" }, steps.slice(STEPS_SHOWN))) : null);
}

// Whether a decision had a verdict: an Emissary was sent.
function judged(told) {
  return told.decision !== null && told.decision.split(" ")[1] === "sends";
}

function disputeTold(one) {
  const word = one.upheld === null ? t("dispute.title") : t(one.upheld ? "dispute.upheld" : "dispute.overturned");
  return h("div", { class: "dispute-told" },
    h("p", null, sentence(t("dispute.by", { name: authorName(one.author) })), quoted(one.reason)),
    h("p", null, h("strong", null, word), one.settled_by ? ` · ${authorName(one.settled_by)}` : "", quoted(one.settled_reason)));
}

// Who has no seat is "a player", and begins a sentence as such.
function sentence(words) {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function authorName(author) {
  return NAMELESS.includes(author) ? t(`author.${author}`) : author;
}

function asidePart(aside) {
  return h("div", { class: "aside" }, h("h3", null, t("told.aside")), h("p", null, t("told.aside.help")),
    h("ul", null, aside.map((one) => h("li", null, one.sentence, one.rule ? ` — ${one.rule.words}` : ""))));
}
