// The host's page: new games and links beside the live table.

import { byId, h, show } from "./dom.js";
import { call } from "./api.js";
import { drawCamera, qrOf } from "./preview.js";
import { panel } from "./story.js";
import { openTable } from "./table.js";
import { drawDeck } from "./table_deck.js";
import { t } from "./words.js";

const CORNERS = ["top-left", "top-right", "bottom-right", "bottom-left"];
const EDITIONS = ["conclave", "kleine-klaeffer"];
const ROLES = ["player", "viewer", "judge", "host"];
const MOST_REMOVED = 18;
const chosen = { role: "player", network: 0, links: [], phones: 0, language: "", sure: false };

const extras = {
  ownGame: openNewGame,
  draw(state, attempt, actions) {
    if (!state.me || !state.view || !state.me.powers.includes("host")) return;
    if (chosen.language !== document.documentElement.lang) {
      chosen.language = document.documentElement.lang;
      show(byId("new-game"), newGame(state, attempt), onlyCount(attempt));
      refresh(attempt);
      drawDeck(attempt);
    }
    byId("table").parentElement.classList.toggle("no-game", state.view.stage === "none");
    Object.assign(chosen, { state, setCell: state.view.stage === "none" ? null : actions.setCell });
    drawCamera(state, chosen.links, chosen.setCell);
  },
};

function openNewGame() {
  const form = byId("new-game").querySelector("details");
  form.open = true;
  form.scrollIntoView();
  form.querySelector("input").focus({ preventScroll: true });
}

async function refresh(attempt) {
  chosen.links = (await attempt(() => call("GET", "/api/links"))) || [];
  chosen.phones = await phonesNow();
  drawLinks(attempt);
  if (chosen.state) drawCamera(chosen.state, chosen.links, chosen.setCell);
}

// The code is drawn again only when something about it changed: somebody may be scanning it.
async function countPhones(attempt) {
  const phones = await phonesNow();
  if (phones === chosen.phones) return;
  chosen.phones = phones;
  drawLinks(attempt);
}

async function phonesNow() {
  return (await call("GET", "/api/phones").catch(() => ({ phones: 0 }))).phones;
}

function drawLinks(attempt) {
  const networks = [...new Set(chosen.links.filter((link) => link.role !== "camera").map((link) => link.address))];
  const link = chosen.links.find((one) => one.role === chosen.role && one.address === networks[chosen.network]);
  if (!link) return;
  const others = chosen.phones - 1; // this page is one of them
  const count = others < 1 ? t("links.phones.none") : t("links.phones", { count: others });
  show(byId("links"), panel("links", t("links.title"),
    h("div", { class: "tabs" }, ROLES.map((role) => h("button", {
      type: "button", "data-key": `role ${role}`, "aria-pressed": String(role === chosen.role),
      onclick: () => { Object.assign(chosen, { role, sure: false }); drawLinks(attempt); },
    }, t(`role.${role}`)))),
    h("p", { class: "muted" }, t(`role.${chosen.role}.help`)),
    qrOf(link, t("links.qr", { role: t(`role.${chosen.role}`) })),
    h("p", { class: "address" }, h("a", { href: link.link }, link.link)),
    h("p", { class: "muted" }, t("links.help")),
    networks.length > 1 ? h("div", { class: "tabs" }, networks.map((address, number) => h("button", {
      type: "button", "data-key": `network ${number}`, "aria-pressed": String(number === chosen.network),
      onclick: () => { chosen.network = number; drawLinks(attempt); },
    }, `${t("links.address", { number: number + 1 })}: ${address.replace("http://", "")}`))) : null,
    h("p", { class: "phones" }, count),
    others < 1 ? h("p", { class: "muted" }, t("links.lonely")) : null,
    h("button", {
      type: "button", class: chosen.sure ? "danger" : "quiet", "data-key": "renew",
      onclick: async () => {
        chosen.sure = !chosen.sure;
        if (chosen.sure) return drawLinks(attempt);
        const links = await attempt(() => call("POST", "/api/links/renew", { role: chosen.role }));
        if (links) {
          chosen.links = links;
          drawLinks(attempt);
          byId("announcer").textContent = t("links.renewed");
        }
        return undefined;
      },
    }, t(chosen.sure ? "links.renew.sure" : "links.renew"))));
}

function nameFields() {
  const names = [1, 2, 3, 4].map((number) => field(t(number > 2 ? "new.player.optional" : "new.player", { number }),
    h("input", { type: "text", name: `player${number}`, maxlength: "40", required: number < 3, autocomplete: "off" })));
  return h("fieldset", { class: "names" }, h("legend", null, t("new.players")), names);
}

// No game was followed: just names, photos of the zones, and the tally.
function onlyCount(attempt) {
  const form = h("form", {
    class: "stack",
    onsubmit: async (event) => {
      event.preventDefault();
      if (!await attempt(() => call("POST", "/api/count", { players: namesIn(form) }))) return;
      form.closest("details").open = false;
      byId("table").scrollIntoView();
    },
  }, h("p", null, t("count.only.help")), nameFields(), h("button", { type: "submit", class: "primary", "data-key": "only count" }, t("count.only.begin")));
  return h("section", { class: "panel" }, h("details", { "data-key": "only count" }, h("summary", null, h("h2", null, t("count.only"))), form));
}

function newGame(state, attempt) {
  const first = select("first", [["", t("new.first.first")]]);
  const form = h("form", {
    class: "stack",
    oninput: () => fillFirst(form, first),
    onsubmit: async (event) => {
      event.preventDefault();
      const done = await attempt(() => call("POST", "/api/game", wishes(form)));
      if (!done) return;
      byId("new-game").querySelector("details").open = false;
      byId("table").scrollIntoView();
    },
  },
  nameFields(),
  field(t("new.first"), first),
  field(t("new.corner"), select("corner", [...CORNERS.map((corner) => [corner, t(`corner.${corner}`)]), ["", t("corner.camera")]])),
  field(t("new.edition"), select("edition", EDITIONS.map((edition) => [edition, t(`edition.${edition}`)]))),
  field(t("new.removed"), select("removed", [["", t("new.removed.rulebook")],
    ...Array.from({ length: MOST_REMOVED + 1 }, (_, count) => [String(count), String(count)])])),
  h("button", { type: "submit", class: "primary" }, t("new.begin")),
  h("p", { class: "muted" }, t("new.replace")));
  const empty = !state.view || state.view.stage === "none";
  return h("section", { class: "panel" }, h("details", { open: empty, "data-key": "new game" },
    h("summary", null, h("h2", null, t("new.title"))), form));
}

function field(words, input) {
  return h("label", { class: "field" }, h("span", null, words), input);
}

function select(name, options) {
  return h("select", { name }, options.map(([value, words]) => h("option", { value }, words)));
}

function namesIn(form) {
  return [1, 2, 3, 4].map((number) => form[`player${number}`].value.trim()).filter(Boolean);
}

function fillFirst(form, first) {
  const was = first.value;
  show(first, [["", t("new.first.first")], ...namesIn(form).map((name) => [name, name])]
    .map(([value, words]) => h("option", { value }, words)));
  first.value = [...first.options].some((option) => option.value === was) ? was : "";
}

function wishes(form) {
  return {
    players: namesIn(form), edition: form.edition.value, starting_corner: form.corner.value || null,
    first_player: form.first.value || null, cards_removed: form.removed.value === "" ? null : Number(form.removed.value),
  };
}

openTable(extras);
setInterval(() => { if (chosen.links.length && !document.hidden) countPhones((work) => work().catch(() => null)); }, 5000);
