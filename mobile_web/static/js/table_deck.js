// The deck on the table, on the host's page: which it is, another one, and the way to teach one.

import { byId, h, show } from "./dom.js";
import { alongWith, call } from "./api.js";
import { panel } from "./story.js";
import { deckName, t } from "./words.js";

export async function drawDeck(attempt) {
  const found = await attempt(() => call("GET", "/api/decks"));
  if (!found) return;
  const usable = found.decks.filter((deck) => !deck.damaged);
  show(byId("deck"), panel("deck", t("deck.title"),
    h("label", { class: "field" }, h("span", null, t("deck.choose")), h("select", {
      name: "deck", "data-key": "deck",
      onchange: async (event) => {
        await attempt(() => call("POST", `/api/decks/${event.target.value}/use`));
        drawDeck(attempt);
      },
    }, usable.map((deck) => h("option", { value: deck.name, selected: deck.on_table }, deckName(deck.name))))),
    h("p", null, h("a", { href: alongWith("/teach"), "data-key": "teach" }, t("deck.teach")))));
}
