// Photos from the phone: a button that takes or chooses them.

import { h } from "./dom.js";
import { t } from "./words.js";

const KINDS = "image/jpeg,image/png,image/webp";

// `taken` gets the files; with `capture` the phone opens its camera.
export function photoButton({ words, key = words, kind = "", capture = null, multiple = false, taken }) {
  return h("label", { class: `file-button ${kind}`, "data-key": key }, t(words),
    h("input", {
      type: "file", class: "visually-hidden", accept: KINDS, capture, multiple,
      onchange: (event) => { if (event.target.files.length) taken([...event.target.files]); },
    }));
}

// While a photo is read or a deck tried out: that something is happening, and to which photo.
export function readingPart(file, words) {
  return h("div", { class: "reading" }, h("p", { class: "loading", role: "status" }, words), h("progress", { "aria-label": words }), file ? preview(file) : null);
}

function preview(file) {
  const picture = h("img", { alt: "" });
  picture.onload = () => URL.revokeObjectURL(picture.src);
  picture.onerror = () => picture.remove(); // what is no photo is named once it was looked at
  picture.src = URL.createObjectURL(file);
  return picture;
}
