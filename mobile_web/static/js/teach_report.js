// The report on a deck: what was taught, which cards are most alike, what error to expect, and what would help.

import { h } from "./dom.js";
import { cardName } from "./cards.js";
import { panel } from "./story.js";
import { t } from "./words.js";

const CODE = /\b(be|bl|pu|or|re|gr)([CGW][1-5]|B\?)/g;
const PLACE = /^(\d+)(?: \(row (\d+), column (\d+)\))?.*$/;
const MOST_NAMED = 8;

export function reportPanels(report, actions) {
  return [head(report, actions), mendPanel(report), pairsPanel(report), errorPanel(report), improvePanel(report)];
}

function head(report, actions) {
  const facts = { count: report.faces, backs: t("teach.back-count", { count: report.backs }) };
  return h("div", { class: `banner ${report.done ? "taught-well" : "refused"}` }, h("p", { class: "eyebrow" }, report.deck),
    h("h2", null, t(report.done ? "teach.done" : "teach.refused")), h("p", null, t("teach.taught", facts)),
    report.done ? null : h("p", null, t("teach.refused.help")),
    h("div", { class: "buttons actions" },
      report.done ? h("button", { type: "button", class: "primary", "data-key": "use it", onclick: () => actions.use(report.deck) }, t("teach.use")) : null,
      actions.inLesson() ? h("button", { type: "button", class: report.done ? "" : "primary", "data-key": "more photos", onclick: actions.more }, t("teach.more")) : null,
      h("button", { type: "button", class: "quiet", "data-key": "home", onclick: actions.home }, t("teach.home"))));
}

function mendPanel(report) {
  return report.mend.length ? panel("differs", t("teach.mend"), h("ul", { class: "sentences" }, report.mend.map((one) => h("li", null, saidWords(one))))) : null;
}

function pairsPanel(report) {
  if (!report.pairs.length) return null;
  return panel("alike", t("teach.alike"), h("p", { class: "muted" }, t("teach.alike.help")),
    h("ul", { class: "alike-pairs" }, report.pairs.map(({ cards, margin, alike }) => h("li", { class: alike },
      h("div", { class: "pair" }, cards.map((card) => h("figure", null, h("img", { src: report.pictures[card], alt: "" }), h("figcaption", null, cardName(card))))),
      h("p", { class: "alike-words" }, `${t(`teach.alike.${alike}`)} · ${margin.toFixed(1)}`)))));
}

function errorPanel(report) {
  const wrong = report.tried - report.right;
  return panel("expected", t("teach.expected"),
    report.tried ? h("p", null, t("teach.expected.tried", { cards: report.tried, wrong, silent: report.silent, asked: report.asked })) : h("p", null, t("teach.expected.unknown")),
    report.look_at.length ? h("ul", { class: "sentences" }, report.look_at.map((one) => h("li", null, saidWords(one)))) : null);
}

function improvePanel(report) {
  return report.improve.length ? panel("improve", t("teach.improve"), h("ul", { class: "sentences" }, report.improve.map((one) => h("li", null, saidWords(one))))) : null;
}

// A remark of the teacher in words: codes become the names of cards, places become photo, row and card.
export function saidWords({ kind, facts, photo, missing }) {
  const said = t(`teach.said.${kind}`, Object.fromEntries(Object.entries(facts).map(([name, fact]) => [name, named(name, fact)])));
  const where = photo ? `${t("teach.photo", { number: photo })}: ` : "";
  const without = missing && missing.length ? ` ${t("teach.without", { cards: listed(missing) })}` : "";
  return `${where}${said}${without}`;
}

function named(name, fact) {
  if (Array.isArray(fact)) return listed(fact);
  if (name === "where" || name === "other") return placed(String(fact));
  if (name === "row" || name === "column") return String(Number(fact) + 1);
  return String(fact).replace(CODE, (card) => cardName(card));
}

function placed(where) {
  const [, number, row, column] = where.match(PLACE) || [null, where];
  const photo = t("teach.photo", { number });
  return row === undefined ? photo : `${photo} (${t("teach.place", { row: Number(row) + 1, column: Number(column) + 1 })})`;
}

function listed(cards) {
  const more = cards.length > MOST_NAMED ? ` ${t("teach.and-more", { count: cards.length - MOST_NAMED })}` : "";
  return cards.slice(0, MOST_NAMED).map(cardName).join(" · ") + more;
}
