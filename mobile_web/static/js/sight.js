// A picture of the table with every cell outlined where it lies; cells can be tapped.

import { h, svg } from "./dom.js";
import { animal, sign } from "./cards.js";
import { t } from "./words.js";

const MARGIN = 0.06; // of the table around the cards
const BRIEF = 14; // hundredths of the picture's width: on a card narrower than that a label is sign and number alone

// `cells` are {cell, card, unsure, kind, tap, words, at}; corners are pixels of the picture. Only their part is shown.
// `at` is where the label goes, if not at the foot of the card.
export function sightOf(image, size, cells) {
  const part = partOf(size, cells.map(({ cell }) => cell.corners));
  const outlines = cells.map(({ cell, unsure, kind }) => svg("polygon", {
    class: `outline ${unsure ? "unsure" : ""} ${kind}`, points: cell.corners.map(([x, y]) => `${x},${y}`).join(" "),
  }));
  const sight = h("div", { class: "sight" },
    svg("svg", { viewBox: `${part.left} ${part.top} ${part.width} ${part.height}`, role: "img", "aria-label": t("sight.alt") },
      svg("image", { href: image, width: String(size.width), height: String(size.height) }), outlines),
    cells.filter((one) => one.card || one.tap).map((one) => label(one, part)));
  sight.style.setProperty("--shape", `${part.width} / ${part.height}`);
  return sight;
}

function partOf(size, quads, share = MARGIN) {
  if (!quads.length) return { left: 0, top: 0, width: size.width, height: size.height };
  const xs = quads.flat().map(([x]) => x);
  const ys = quads.flat().map(([, y]) => y);
  const margin = share * Math.max(Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys));
  const [left, top] = [Math.max(0, Math.min(...xs) - margin), Math.max(0, Math.min(...ys) - margin)];
  return {
    left, top, width: Math.min(size.width, Math.max(...xs) + margin) - left, height: Math.min(size.height, Math.max(...ys) + margin) - top,
  };
}

function label({ cell, card, unsure, kind, tap, words, at = null }, part) {
  const xs = at ? [at[0]] : cell.corners.map(([x]) => x);
  const ys = at ? [at[1]] : cell.corners.map(([, y]) => y);
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  const content = card && !card.endsWith("B?") ? [sign(card.slice(0, 2)), h("span", { class: "letter" }, t(`letter.${card.slice(0, 2)}`)), animal(card[2]), h("span", null, `${card[3]}${unsure ? "?" : ""}`)] : h("span", null, unsure ? "?" : "");
  const chip = h("span", { class: `seen ${card ? `magic-${card.slice(0, 2)}` : ""} ${unsure ? "unsure" : ""}` }, content);
  const room = (100 * (Math.max(...cell.corners.map(([x]) => x)) - Math.min(...cell.corners.map(([x]) => x)))) / part.width;
  const point = room < BRIEF ? "point brief" : "point";
  const place = tap ? h("button", { type: "button", class: `spot ${kind}`, "aria-label": words, "data-key": `spot ${cell.row},${cell.column}`, onclick: tap }, card || unsure ? chip : null)
    : h("span", { class: `spot ${kind} ${at ? point : ""}`, role: "img", "aria-label": words }, chip);
  place.style.left = `${(100 * (left - part.left)) / part.width}%`;
  place.style.top = `${(100 * (top - part.top)) / part.height}%`;
  place.style.setProperty("--room", String(room));
  if (at) return place; // as large as its words, around its point
  place.style.width = `${(100 * (Math.max(...xs) - left)) / part.width}%`;
  place.style.height = `${(100 * (Math.max(...ys) - top)) / part.height}%`;
  return place;
}

// A place of a card that no other card covers, if there is one: its middle, or one of its corners.
export function openPlace(corners, others) {
  const middle = [0, 1].map((axis) => corners.reduce((sum, corner) => sum + corner[axis], 0) / 4);
  const inset = corners.map((corner) => corner.map((value, axis) => value + 0.3 * (middle[axis] - value)));
  const covered = (place) => others.filter((other) => other !== corners && isInside(place, other)).length;
  return [middle, ...inset].reduce((best, place) => (covered(place) < covered(best) ? place : best));
}

function isInside([x, y], corners) {
  const sides = corners.map(([fromX, fromY], place) => {
    const [toX, toY] = corners[(place + 1) % corners.length];
    return (toX - fromX) * (y - fromY) - (toY - fromY) * (x - fromX);
  });
  return sides.every((side) => side > 0) || sides.every((side) => side < 0);
}

// The part of a picture that shows one card; its words stand beside it.
export function cropOf(image, size, corners, margin) {
  const part = partOf(size, [corners], margin);
  return svg("svg", { class: "crop", viewBox: `${part.left} ${part.top} ${part.width} ${part.height}`, role: "img", "aria-label": t("sight.crop") },
    svg("image", { href: image, width: String(size.width), height: String(size.height) }));
}
