// How cards lie in a photo: which colour, which rows, which values; and the one line that says so.

import { BROTHERHOODS, MAGICS } from "./cards.js";

export const VALUES = ["1", "2", "3", "4", "5"];
const BACKS_IN_A_ROW = 3;

// What the next photo is likely to show: as the lesson suggests, or as somebody chose.
export function startingChoice(lesson, what = null, magic = null) {
  const { step } = lesson;
  const suggested = step.do === "magic" || step.do === "second" ? "magic" : step.do === "backs" ? "backs" : step.do === "cards" ? "any" : step.photo ? kindOf(lesson, step.photo) : "magic";
  const colour = magic || step.magic || MAGICS[0];
  return { what: what || suggested, magic: colour, rows: rowsOf(lesson, colour, step.magic === colour ? step.cards : []), backs: new Set(MAGICS) };
}

function kindOf(lesson, name) {
  const photo = lesson.photos.find((one) => one.name === name);
  return !photo || !photo.layout ? "any" : photo.layout.startsWith("backs") ? "backs" : "magic";
}

function rowsOf(lesson, magic, wanted) {
  const there = (card) => (wanted.length ? wanted.includes(card) : !lesson.copies || card in lesson.copies);
  return Object.fromEntries(BROTHERHOODS.map((one) => [one, new Set(VALUES.filter((value) => there(`${magic}${one}${value}`)))]));
}

// The line of a sorted layout; empty if the cards lie in any order.
export function layoutOf({ what, magic, rows, backs }) {
  if (what === "backs") {
    const lying = MAGICS.filter((one) => backs.has(one));
    const lines = [];
    for (let first = 0; first < lying.length; first += BACKS_IN_A_ROW) lines.push(lying.slice(first, first + BACKS_IN_A_ROW).join(" "));
    return lines.length ? `backs: ${lines.join(" / ")}` : "";
  }
  if (what === "any") return "";
  const lines = BROTHERHOODS.filter((one) => rows[one].size).map((one) => one + VALUES.filter((value) => rows[one].has(value)).join(""));
  return lines.length ? `${magic}: ${lines.join(" ")}` : "";
}
