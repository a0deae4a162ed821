// Words by key, in the language of the phone or the one chosen on it.

import { h, show } from "./dom.js";

const LANGUAGES = ["en", "es"];
let catalogue = {};

export function language() {
  const chosen = localStorage.getItem("language");
  if (LANGUAGES.includes(chosen)) return chosen;
  return (navigator.language || "en").toLowerCase().startsWith("es") ? "es" : "en";
}

export async function loadWords() {
  const answer = await fetch(new URL(`../words/${language()}.json`, import.meta.url));
  catalogue = await answer.json();
  document.documentElement.lang = language();
  for (const element of document.querySelectorAll("[data-words]")) element.textContent = t(element.dataset.words);
  for (const element of document.querySelectorAll("[data-words-label]")) {
    element.setAttribute("aria-label", t(element.dataset.wordsLabel));
  }
  document.title = `${document.querySelector("h1").textContent} · ${t("app.title")}`;
}

// A count of one has words of its own, as the language counts: `key.one` beside `key`.
export function t(key, facts) {
  const form = facts && facts.count !== undefined ? new Intl.PluralRules(language()).select(Number(facts.count)) : "other";
  const words = catalogue[`${key}.${form}`] || catalogue[key];
  if (words === undefined) throw new Error(`no words for ${key}`);
  return words.replace(/\{(\w+)\}/g, (_, name) => String(facts[name]));
}

// The deck that comes with the companion has a name in every language; others are named by those who taught them.
export function deckName(name) {
  return name === "house" ? t("deck.house") : name;
}

export function languageButton(place, changed) {
  const button = h("button", {
    class: "quiet", type: "button", lang: t("app.language.code"), "data-key": "language", "aria-label": t("app.language"),
    onclick: async () => {
      localStorage.setItem("language", t("app.language.code"));
      await loadWords();
      languageButton(place, changed);
      changed();
    },
  }, h("span", { class: "long" }, t("app.language")), h("span", { class: "short" }, t("app.language.code").toUpperCase()));
  show(place, button);
}
