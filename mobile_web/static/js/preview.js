// The camera on the host's page: its picture with what was read in it, how it is doing, and a phone as camera.

import { byId, h, show, svg } from "./dom.js";
import { call, fileOf } from "./api.js";
import { cardName } from "./cards.js";
import { advice, isWell } from "./health.js";
import { sightOf } from "./sight.js";
import { t } from "./words.js";

const LOOK_EVERY_MS = 500;
const now = { picture: null, sight: null, looking: false, drawn: "" };

export function drawCamera(state, links, setCell) {
  const camera = state.view && state.view.camera;
  const key = JSON.stringify([camera, document.documentElement.lang, links.length]);
  if (key === now.drawn) return;
  now.drawn = key;
  byId("camera").classList.toggle("on", Boolean(camera));
  show(byId("camera"), h("section", { class: "panel camera" }, h("h2", null, t("camera.title")),
    camera ? h("p", { class: `health ${isWell(camera) ? "well" : ""}`, role: "status" }, advice(camera)) : h("p", { class: "muted" }, t("camera.none")),
    camera ? h("div", { id: "preview" }) : null,
    !camera || camera.phone ? phonePart(links.filter((link) => link.role === "camera")) : null));
  if (camera) look(state, setCell);
}

function phonePart(links) {
  if (!links.length) return null;
  const [link] = links;
  return h("details", { "data-key": "phone camera" }, h("summary", null, t("camera.phone")), h("p", null, t("camera.phone.help")), qrOf(link, t("links.qr", { role: t("role.camera") })),
    h("p", { class: "address" }, h("a", { href: link.link }, link.link)));
}

export function qrOf(link, words) {
  const side = String(link.size + 6);
  return h("div", { class: "qr", role: "img", "aria-label": words },
    svg("svg", { viewBox: `-3 -3 ${side} ${side}`, "shape-rendering": "crispEdges" },
      svg("rect", { x: "-3", y: "-3", width: side, height: side, fill: "#fff" }), svg("path", { d: link.path, fill: "#000" })));
}

// One loop, however often the panel is drawn: the next picture is asked for when the last one is shown.
async function look(state, setCell) {
  if (now.looking) return drawPreview(setCell);
  now.looking = true;
  while (state.view && state.view.camera) {
    if (!document.hidden) await lookOnce(setCell);
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
  now.looking = false;
  return undefined;
}

async function lookOnce(setCell) {
  try {
    const sight = await call("GET", `/api/camera/sight?after=${now.sight ? now.sight.number : -1}`);
    if (sight.number === null) return;
    const picture = await fileOf(`/api/camera/pictures/${sight.number}`);
    if (now.picture) URL.revokeObjectURL(now.picture);
    Object.assign(now, { sight, picture });
    drawPreview(setCell);
  } catch {
    // a picture that is gone already: the next one is asked for
  }
}

function drawPreview(setCell) {
  const place = byId("preview");
  if (!place || !now.sight) return;
  const cells = now.sight.cells.map((cell) => ({
    cell, card: cell.card, unsure: !cell.accepted && cell.state !== "empty", kind: "", tap: setCell ? () => setCell([cell.row, cell.column]) : null,
    words: cell.card ? `${cell.row},${cell.column} ${cardName(cell.card)}` : t("conclave.empty", { row: cell.row, column: cell.column }),
  }));
  show(place, sightOf(now.picture, now.sight, cells));
}
