// Builds elements. Text only ever becomes text, never markup.

const SVG = "http://www.w3.org/2000/svg";

export function h(tag, attributes, ...children) {
  return filled(document.createElement(tag), attributes, children);
}

export function svg(tag, attributes, ...children) {
  return filled(document.createElementNS(SVG, tag), attributes, children);
}

function filled(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes || {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

// Puts new content in place of the old; whoever had the focus keeps it, by data-key.
export function show(element, ...children) {
  const focused = document.activeElement;
  const key = focused && element.contains(focused) ? focused.dataset.key : null;
  const open = new Set([...element.querySelectorAll("details[open]")].map((one) => one.dataset.key));
  const typed = new Map([...element.querySelectorAll("input[name=reason]")].map((one) => [one.dataset.key, one.value]));
  element.replaceChildren(...children.flat(Infinity).filter(Boolean));
  for (const one of element.querySelectorAll("details")) if (open.has(one.dataset.key)) one.open = true;
  for (const one of element.querySelectorAll("input[name=reason]")) one.value = typed.get(one.dataset.key) || one.value;
  if (key) {
    const again = [...element.querySelectorAll("[data-key]")].find((one) => one.dataset.key === key);
    if (again) again.focus({ preventScroll: true });
  }
}

export function byId(id) {
  return document.getElementById(id);
}
