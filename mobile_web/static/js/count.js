// The count of the zones: every player shows a zone on photos, what is open is settled in taps, then the tally.

import { h } from "./dom.js";
import { call, fileOf, sendFile } from "./api.js";
import { askCard } from "./ask.js";
import { MAGICS, cardName, face, magicChip, smallCard } from "./cards.js";
import { photoButton, readingPart } from "./photos.js";
import { closeSheet, openSheet } from "./sheet.js";
import { cropOf, openPlace, sightOf } from "./sight.js";
import { panel } from "./story.js";
import { t } from "./words.js";

const QUESTIONS_SHOWN = 2; // of a zone at once; the others wait behind them
const CROPS_SHOWN = 8;
const NOT_IN_ZONE = "not-in-zone";
const IN_ZONE = "in-zone";

export function makeCount(state, actions, attempt, redraw) {
  const known = { data: null, game: null, asking: false, pictures: new Map(), reading: new Map() };
  const post = (path, body) => attempt(() => call("POST", `/api/count/${path}`, body));
  const mayTally = () => actions.may("enter") || actions.may("play");

  // The stream says that something happened; the count itself, with its photos, is asked for.
  async function refresh() {
    if (known.asking) return;
    known.asking = true;
    const { game } = state.view;
    const data = await call("GET", "/api/count").catch(() => null);
    if (data) {
      await Promise.all(data.zones.flatMap((zone) => zone.photos).map(look));
      Object.assign(known, { data, game });
    }
    known.asking = false;
    if (data) redraw();
  }

  async function look({ picture }) {
    if (!known.pictures.has(picture)) known.pictures.set(picture, await fileOf(`/api/count/pictures/${picture}`).catch(() => ""));
  }

  function panels() {
    const fresh = known.data && known.game === state.view.game;
    if (!fresh || known.data.entries < state.view.entries) refresh();
    if (!fresh) return [h("p", { class: "loading" }, t("app.loading"))];
    const own = known.data.zones.filter((zone) => zone.player === state.me.seat);
    const others = known.data.zones.filter((zone) => zone.player !== state.me.seat);
    return [
      h("div", { class: "banner" }, h("h2", null, t("count.title")), h("p", null, t("count.help"))),
      overcounted(), [...own, ...others].map(zonePanel), endPanel(),
    ];
  }

  function overcounted() {
    if (!known.data.overcounted.length) return null;
    return h("section", { class: "panel doubt", role: "alert" }, h("h2", null, t("count.over")), h("p", null, t("count.over.help")),
      h("ul", { class: "hand" }, known.data.overcounted.map((card) => h("li", null, h("span", { role: "img", "aria-label": cardName(card) }, face(card))))));
  }

  function zonePanel(zone) {
    const mine = actions.decidesFor(zone.player);
    const reading = known.reading.get(zone.player);
    return h("section", { class: `panel count-zone ${status(zone)}`, "data-key": `zone ${zone.player}` },
      h("div", { class: "zone-head" },
        h("h2", null, zone.player, state.me.seat === zone.player ? h("span", { class: "you" }, t("zones.you")) : null),
        h("span", { class: "status", role: "status" }, t(`count.status.${status(zone)}`, { count: zone.counted.length, questions: zone.questions.length }))),
      reading || null,
      mine && !reading ? questions(zone) : null,
      zone.photos.length ? h("div", { class: "photos" }, zone.photos.map((photo, number) => photoOf(photo, number))) : null,
      zone.counted.length ? piles(zone, mine) : null,
      mine && !reading ? ways(zone) : null);
  }

  function status(zone) {
    if (!zone.begun) return "waiting";
    return zone.questions.length ? "asking" : "ready";
  }

  function photoOf(photo, number) {
    const quads = photo.cards.map((card) => card.corners);
    const cells = photo.cards.map((card, place) => ({
      at: openPlace(card.corners, quads),
      cell: { row: number, column: place, corners: card.corners }, card: card.counted || (card.asked ? card.card : null),
      unsure: card.asked, kind: card.counted || card.asked ? "" : "away", tap: null, words: card.counted ? cardName(card.counted) : t("check.unsure"),
    }));
    return sightOf(known.pictures.get(photo.picture), photo, cells);
  }

  // The cards that count so far, pile by pile; whoever laid them out can put any of them right.
  function piles(zone, mine) {
    const seen = new Map();
    for (const photo of zone.photos) for (const card of photo.cards) if (card.counted && !seen.has(card.name)) seen.set(card.name, { photo, ...card });
    const left = [...seen.values()];
    const rows = MAGICS.map((magic) => [magic, zone.counted.filter((card) => card.startsWith(magic))]).filter(([, cards]) => cards.length);
    return h("details", { class: "counted", "data-key": `counted ${zone.player}` },
      h("summary", null, t("count.cards", { count: zone.counted.length })),
      mine ? h("p", { class: "muted" }, t("count.cards.help")) : null,
      rows.map(([magic, cards]) => h("div", { class: "count-pile" },
        magicChip(magic, h("strong", null, String(cards.reduce((sum, card) => sum + Number(card[3]), 0)))),
        h("ul", { class: "small-cards" }, cards.map((card) => {
          const place = left.findIndex((one) => one.counted === card);
          const sighted = place < 0 ? null : left.splice(place, 1)[0];
          if (!mine || !sighted) return smallCard(card);
          return h("li", null, h("button", { type: "button", class: "small-button", "data-key": `card ${zone.player} ${sighted.name}`, "aria-label": t("count.put.right", { card: cardName(card) }), onclick: () => putRight(zone, sighted) }, smallCard(card, "span")));
        })))));
  }

  function putRight(zone, card) {
    const sight = { image: known.pictures.get(card.photo.picture), size: card.photo, corners: card.corners };
    askCard({
      title: t("count.which"), sight, candidates: card.candidates, now: card.counted, mayBeEmpty: false,
      extra: [h("button", { type: "button", "data-key": "not in zone", onclick: () => say(zone, `card-${card.name}`, NOT_IN_ZONE) }, t("count.not-in-zone"))],
      chosen: (code) => say(zone, `card-${card.name}`, code),
    });
  }

  async function say(zone, key, choice) {
    if (await post("say", { player: zone.player, key, choice })) closeSheet();
  }

  function questions(zone) {
    if (!zone.questions.length) return null;
    const [first, later] = [zone.questions.slice(0, QUESTIONS_SHOWN), zone.questions.slice(QUESTIONS_SHOWN)];
    return h("div", { class: "asking" }, h("ul", { class: "questions" }, first.map((one) => question(zone, one))),
      later.length ? h("details", { "data-key": `later ${zone.player}` }, h("summary", null, t("doubt.more", { count: later.length })),
        h("ul", { class: "questions" }, later.map((one) => question(zone, one)))) : null);
  }

  function question(zone, one) {
    const facts = { card: one.card && !one.card.includes(" ") ? cardName(one.card) : "", count: one.options[0], zone: zone.player };
    const answers = { missing: missing, hand: hand, count: all, "other-zone": belong, "wrong-zone": belong }[one.concern] || which;
    return h("li", { class: "question", "data-key": `question ${zone.player} ${one.key}` },
      h("h3", null, t(`count.ask.${one.concern}`, facts)), answers(zone, one));
  }

  const button = (zone, one, choice, words, kind = "") => h("button", {
    type: "button", class: kind, "data-key": `say ${zone.player} ${one.key} ${choice}`, onclick: () => say(zone, one.key, choice),
  }, words);

  const cropAt = (zone, { photo, corners }) => cropOf(known.pictures.get(zone.photos[photo].picture), zone.photos[photo], corners);

  function which(zone, one) {
    const codes = one.options.filter((option) => option !== NOT_IN_ZONE).slice(0, 3);
    const twice = one.concern === "too-many"; // the card in question, and where the same was counted before
    return h("div", { class: "asked" }, twice ? h("div", { class: "pair" }, one.crops.slice(0, 2).map((crop) => cropAt(zone, crop))) : cropAt(zone, one.crops[0]),
      h("div", { class: "answers" },
        h("div", { class: "quick three" }, codes.map((card) => h("button", {
          type: "button", class: "candidate", "data-key": `say ${zone.player} ${one.key} ${card}`, "aria-label": cardName(card), onclick: () => say(zone, one.key, card),
        }, face(card)))),
        h("div", { class: "buttons" }, button(zone, one, NOT_IN_ZONE, t(twice ? "count.same" : "count.not-in-zone")),
          h("button", { type: "button", class: "quiet", "data-key": `other ${zone.player} ${one.key}`, onclick: () => name((card) => say(zone, one.key, card)) }, t("ask.other")))));
  }

  function missing(zone, one) {
    return h("div", { class: "asked" }, h("span", { class: "asked-face", role: "img", "aria-label": cardName(one.card) }, face(one.card)),
      h("div", { class: "buttons" }, button(zone, one, IN_ZONE, t("count.is-there"), "primary"), button(zone, one, NOT_IN_ZONE, t("count.not-there"))));
  }

  function hand(zone, one) {
    return h("div", { class: "buttons" },
      h("button", { type: "button", class: "primary", "data-key": `name ${zone.player} ${one.key}`, onclick: () => name((card) => say(zone, one.key, card)) }, t("count.name")),
      button(zone, one, NOT_IN_ZONE, t("count.no-more")));
  }

  function belong(zone, one) {
    const crops = one.crops.slice(0, CROPS_SHOWN);
    return [h("div", { class: "strip" }, crops.map((crop) => cropAt(zone, crop))),
      h("div", { class: "buttons" }, button(zone, one, NOT_IN_ZONE, t("count.not-mine"), "primary"), button(zone, one, IN_ZONE, t("count.mine")),
        one.concern === "wrong-zone" ? h("button", { type: "button", class: "danger", "data-key": `anew ${zone.player}`, onclick: () => post("anew", { player: zone.player }) }, t("count.anew")) : null)];
  }

  function all(zone, one) {
    return h("div", { class: "buttons" }, button(zone, one, one.options[0], t("count.all", { count: one.options[0] }), "primary"),
      h("button", { type: "button", "data-key": `missing ${zone.player}`, onclick: () => more(zone) }, t("count.more")));
  }

  // A card that no photo shows: another photo of it, or its name.
  function more(zone) {
    openSheet(t("count.more"), h("p", null, t("count.more.help")),
      h("div", { class: "stack" }, photoButton({ words: "count.again", key: "another photo", kind: "primary", capture: "environment", taken: (files) => { closeSheet(); photograph(zone, files); } }),
        h("button", { type: "button", "data-key": "name it", "data-first": true, onclick: () => name(async (card) => {
          if (await post("add", { player: zone.player, card })) closeSheet();
        }) }, t("count.name"))));
  }

  function name(chosen) {
    askCard({ title: t("count.which"), mayBeEmpty: false, chosen });
  }

  function ways(zone) {
    const taken = (files) => photograph(zone, files);
    const first = zone.begun ? "" : "primary";
    return h("div", { class: "buttons actions" },
      photoButton({ words: zone.photos.length ? "count.again" : "check.take", key: `take ${zone.player}`, kind: first, capture: "environment", taken }),
      photoButton({ words: "count.choose", key: `choose ${zone.player}`, multiple: true, taken }),
      zone.followed !== null && !zone.confirmed ? h("button", { type: "button", "data-key": `confirm ${zone.player}`, onclick: () => post("confirm", { player: zone.player }) }, t("count.confirm", { count: zone.followed })) : null,
      zone.begun ? h("button", { type: "button", class: "quiet", "data-key": `anew ${zone.player}`, onclick: () => post("anew", { player: zone.player }) }, t("count.anew")) : null);
  }

  async function photograph(zone, files) {
    for (const [number, file] of files.entries()) {
      known.reading.set(zone.player, readingPart(file, t("count.reading", { count: files.length - number })));
      redraw();
      const done = await attempt(() => sendFile(`/api/count/photos?player=${encodeURIComponent(zone.player)}`, file));
      if (!done) break;
    }
    known.reading.delete(zone.player);
    redraw();
  }

  function endPanel() {
    const { ready, zones, overcounted: over } = known.data;
    const waiting = zones.filter((zone) => status(zone) !== "ready").map((zone) => zone.player);
    const tally = () => attempt(() => call("POST", "/api/count/tally", { seen: state.view.entries }));
    return panel("count-end", t("count.end"),
      ready ? h("p", null, t("count.ready")) : h("p", null, over.length ? t("count.over") : t("count.waiting", { names: waiting.join(", ") })),
      h("div", { class: "buttons actions" },
        mayTally() && ready ? h("button", { type: "button", class: "primary", "data-key": "tally", onclick: tally }, t("count.tally")) : null,
        actions.may("enter") && state.view.told.length ? h("button", { type: "button", class: "quiet", "data-key": "leave count", onclick: () => post("leave", {}) }, t("count.leave")) : null));
  }

  return { panels };
}
