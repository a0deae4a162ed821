// A picture of the table with every cell outlined where it lies; cells can be tapped.

import { h, svg } from "/static/js/dom.js";
import { sign } from "/static/js/cards.js";
import { t } from "/static/js/words.js";

// `cells` are {cell, card, unsure, kind, tap, words}; corners are pixels of the picture.
export function sightOf(image, size, cells) {
  const outlines = cells.map(({ cell, unsure, kind }) => svg("polygon", {
    class: `outline ${unsure ? "unsure" : ""} ${kind}`, points: cell.corners.map(([x, y]) => `${x},${y}`).join(" "),
  }));
  return h("div", { class: "sight" }, h("img", { src: image, alt: t("sight.alt"), width: size.width, height: size.height }),
    svg("svg", { viewBox: `0 0 ${size.width} ${size.height}`, "aria-hidden": "true" }, outlines),
    cells.filter((one) => one.card || one.tap).map((one) => label(one, size)));
}

function label({ cell, card, unsure, kind, tap, words }, size) {
  const xs = cell.corners.map(([x]) => x);
  const ys = cell.corners.map(([, y]) => y);
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  const content = card && !card.endsWith("B?") ? [sign(card.slice(0, 2)), h("span", null, `${card[2]}${card[3]}${unsure ? "?" : ""}`)] : h("span", null, unsure ? "?" : "");
  const chip = h("span", { class: `seen ${card ? `magic-${card.slice(0, 2)}` : ""} ${unsure ? "unsure" : ""}` }, content);
  const place = tap ? h("button", { type: "button", class: `spot ${kind}`, "aria-label": words, "data-key": `spot ${cell.row},${cell.column}`, onclick: tap }, chip)
    : h("span", { class: `spot ${kind}`, role: "img", "aria-label": words }, chip);
  place.style.left = `${(100 * left) / size.width}%`;
  place.style.top = `${(100 * top) / size.height}%`;
  place.style.width = `${(100 * (Math.max(...xs) - left)) / size.width}%`;
  place.style.height = `${(100 * (Math.max(...ys) - top)) / size.height}%`;
  return place;
}

// The part of a picture that shows one card, on a canvas; its words stand beside it.
export function cropOf(image, corners) {
  const canvas = h("canvas", { class: "crop", role: "img", "aria-label": t("sight.crop") });
  const picture = new Image();
  picture.onload = () => {
    const xs = corners.map(([x]) => x);
    const ys = corners.map(([, y]) => y);
    const margin = 0.12 * (Math.max(...xs) - Math.min(...xs));
    const [left, top] = [Math.min(...xs) - margin, Math.min(...ys) - margin];
    const [width, height] = [Math.max(...xs) + margin - left, Math.max(...ys) + margin - top];
    const scale = Math.min(4, 300 / width, 300 / height);
    canvas.width = Math.round(width * scale);
    canvas.height = Math.round(height * scale);
    canvas.getContext("2d").drawImage(picture, left, top, width, height, 0, 0, canvas.width, canvas.height);
  };
  picture.src = image;
  return canvas;
}
