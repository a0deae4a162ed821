// Cards, Magics and Brotherhoods as small pictures. A Magic is always sign, letter and name beside its colour.

import { h, svg } from "./dom.js";
import { t } from "./words.js";

export const MAGICS = ["be", "bl", "pu", "or", "re", "gr"];
export const BROTHERHOODS = ["C", "G", "W"];
const ANIMALS = { C: "crow", G: "gazelle", W: "wild-boar" };
const CODES = { earth: "be", wind: "bl", mind: "pu", wisdom: "or", "love-and-war": "re", nature: "gr" };

export async function loadArt() {
  const answer = await fetch(new URL("../art.svg", import.meta.url));
  const parsed = new DOMParser().parseFromString(await answer.text(), "image/svg+xml");
  const art = document.importNode(parsed.documentElement, true);
  art.setAttribute("class", "art");
  art.setAttribute("aria-hidden", "true");
  document.body.prepend(art);
}

export function codeOf(magic) {
  return CODES[magic];
}

export function animal(brotherhood) {
  return svg("svg", { class: "animal", "aria-hidden": "true" }, svg("use", { href: `#art-${ANIMALS[brotherhood]}` }));
}

export function sign(code) {
  return svg("svg", { class: "sign", "aria-hidden": "true" }, svg("use", { href: `#art-magic-${code}` }));
}

export function cardName(card) {
  const code = card.slice(0, 2);
  if (card.endsWith("B?")) {
    return code === "??" ? t("card.down") : t("card.down.magic", { magic: t(`magic.${code}`), colour: t(`colour.${code}`) });
  }
  return t("card.name", {
    brotherhood: t(`brotherhood.${card[2]}`), influence: card[3],
    magic: t(`magic.${code}`), colour: t(`colour.${code}`),
  });
}

// The face of a card; the words about it stand in the label of what holds it.
export function face(card, more) {
  const code = card.slice(0, 2);
  if (card === "??B?") return h("span", { class: `card down ${more || ""}` });
  if (card.endsWith("B?")) return h("span", { class: `card down magic-${code} ${more || ""}` }, sign(code), band(code));
  return h("span", { class: `card magic-${code} ${more || ""}` },
    h("span", { class: "influence" }, card[3]), sign(code), animal(card[2]), band(code));
}

function band(code) {
  return h("span", { class: "band" }, h("span", { class: "letter" }, t(`letter.${code}`)), h("span", { class: "name" }, t(`magic.${code}`)));
}

export function magicChip(code, more) {
  return h("span", { class: `chip magic-${code}` }, sign(code),
    h("span", { class: "letter" }, t(`letter.${code}`)), h("span", { class: "name" }, t(`magic.${code}`)), more || null);
}

export function smallCard(card, tag = "li") {
  return h(tag, { class: "small-card" }, animal(card[2]),
    h("span", null, `${t(`brotherhood.${card[2]}`)} `, h("strong", null, card[3])));
}
