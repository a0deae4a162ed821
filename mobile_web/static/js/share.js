// The final tally to take along: shown as a picture, or saved for spreadsheets and programs.

import { h } from "./dom.js";
import { Refusal, fileOf, saveAs } from "./api.js";
import { openSheet } from "./sheet.js";
import { language, t } from "./words.js";

const ENDINGS = { picture: "png", table: "csv", json: "json" };

export function sharePart(view) {
  return h("div", { class: "share" }, h("h3", null, t("share.title")),
    h("div", { class: "buttons" }, Object.keys(ENDINGS).map((kind) => h("button", {
      type: "button", class: kind === "picture" ? "primary" : "", "data-key": `share ${kind}`, onclick: () => take(view, kind),
    }, t(`share.${kind}`)))));
}

async function take(view, kind) {
  const name = `conclave-${view.game}.${ENDINGS[kind]}`;
  try {
    const file = await fileOf(`/api/games/${view.game}/tally/${kind}?language=${language()}`);
    if (kind === "picture") look(view, file, name);
    else saveAs(file, name);
  } catch (problem) {
    if (!(problem instanceof Refusal)) throw problem;
    openSheet(t("error.title"), h("p", null, t(`error.${problem.code}`)));
  }
}

// The picture is shown first: on most phones a long press on it sends it on.
function look(view, file, name) {
  openSheet(t("tally.title"),
    h("img", { class: "shared", src: file, alt: t("share.alt", { winners: view.tally.sentences.slice(-1)[0] || "" }) }),
    h("div", { class: "buttons actions" }, h("button", { type: "button", class: "primary", "data-first": true, onclick: () => saveAs(file, name) }, t("share.save"))));
}
