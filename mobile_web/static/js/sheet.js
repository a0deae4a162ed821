// A sheet that rises from the bottom: one question at a time. It keeps the focus until it is answered.

import { byId, h, show } from "./dom.js";
import { t } from "./words.js";

let cameFrom = null;

export function openSheet(title, ...content) {
  const sheet = byId("sheet");
  if (sheet.hidden) cameFrom = document.activeElement;
  show(sheet, h("div", { class: "backdrop", onclick: closeSheet }),
    h("div", { class: "sheet", role: "dialog", "aria-modal": "true", "aria-labelledby": "sheet-title" },
      h("div", { class: "sheet-head" },
        h("h2", { id: "sheet-title", tabindex: "-1" }, title),
        h("button", { type: "button", class: "quiet", "data-key": "close", onclick: closeSheet }, t("app.close"))),
      content));
  sheet.hidden = false;
  document.body.classList.add("has-sheet");
  sheet.onkeydown = keepFocus;
  const first = sheet.querySelector("[data-first]") || byId("sheet-title");
  first.focus();
}

export function closeSheet() {
  const sheet = byId("sheet");
  sheet.hidden = true;
  sheet.replaceChildren();
  document.body.classList.remove("has-sheet");
  if (cameFrom && cameFrom.isConnected) cameFrom.focus();
  cameFrom = null;
}

function keepFocus(event) {
  if (event.key === "Escape") return closeSheet();
  if (event.key !== "Tab") return undefined;
  const stops = [...byId("sheet").querySelectorAll("button:not([disabled]), input, select, textarea, a[href]")];
  const [first, last] = [stops[0], stops[stops.length - 1]];
  const leaving = event.shiftKey ? document.activeElement === first : document.activeElement === last;
  if (leaving) {
    event.preventDefault();
    (event.shiftKey ? last : first).focus();
  }
  return undefined;
}

export function reasonField(key) {
  return h("label", { class: "field" }, h("span", null, t(key)),
    h("input", { type: "text", name: "reason", "data-key": key, maxlength: "300", autocomplete: "off" }));
}
