// The table laid straight: what lies in a slanted picture, as if looked at from above.

import { h } from "./dom.js";
import { t } from "./words.js";

const CELL = [128, 190]; // pixels of a card and its share of the gap, across and down, where cards stand upright
const SPAN = 3; // from the middle of the first cell to that of the last, in cells

const middle = ({ corners }) => [0, 1].map((axis) => corners.reduce((sum, corner) => sum + corner[axis], 0) / corners.length);
const far = ([x, y], [atX, atY]) => Math.hypot(x - atX, y - atY);

// From the unit square to four points in its order: top left, top right, bottom right, bottom left.
function projection([a, b, c, d]) {
  const [dx1, dx2, dx3] = [b[0] - c[0], d[0] - c[0], a[0] - b[0] + c[0] - d[0]];
  const [dy1, dy2, dy3] = [b[1] - c[1], d[1] - c[1], a[1] - b[1] + c[1] - d[1]];
  const whole = dx1 * dy2 - dx2 * dy1;
  const [g, k] = [(dx3 * dy2 - dx2 * dy3) / whole, (dx1 * dy3 - dx3 * dy1) / whole];
  return (u, v) => {
    const w = g * u + k * v + 1;
    return [0, 1].map((axis) => (a[axis] + u * (b[axis] - a[axis] + g * b[axis]) + v * (d[axis] - a[axis] + k * d[axis])) / w);
  };
}

// `size` is that of the picture in which the cells' corners count; the picture itself may be a smaller copy.
export async function straightTable(image, [width, height], cells) {
  const corner = (row, column) => middle(cells.find((cell) => cell.row === row && cell.column === column));
  const [a, b, c, d] = [corner(0, 0), corner(0, SPAN), corner(SPAN, SPAN), corner(SPAN, 0)];
  const upright = far(a, b) + far(d, c) <= far(a, d) + far(b, c);
  const [across, down] = upright ? CELL : [CELL[1], CELL[0]];
  const canvas = h("canvas", { class: "straight", width: String(4 * across), height: String(4 * down), role: "img", "aria-label": t("evidence.straight.alt") });
  const source = await pixels(image);
  const to = projection([a, b, c, d]);
  const drawn = new ImageData(4 * across, 4 * down);
  for (let y = 0; y < drawn.height; y += 1) {
    for (let x = 0; x < drawn.width; x += 1) {
      const [fromX, fromY] = to((x / across - 0.5) / SPAN, (y / down - 0.5) / SPAN);
      take(source, (fromX * source.width) / width, (fromY * source.height) / height, drawn.data, 4 * (y * drawn.width + x));
    }
  }
  canvas.getContext("2d").putImageData(drawn, 0, 0);
  return canvas;
}

async function pixels(image) {
  const picture = new Image();
  picture.src = image;
  await picture.decode();
  const canvas = h("canvas", { width: String(picture.naturalWidth), height: String(picture.naturalHeight) });
  const context = canvas.getContext("2d");
  context.drawImage(picture, 0, 0);
  return context.getImageData(0, 0, canvas.width, canvas.height);
}

// One pixel between its four neighbours; beyond the picture it stays clear.
function take({ data, width, height }, x, y, drawn, at) {
  const [left, top] = [Math.floor(x), Math.floor(y)];
  if (left < 0 || top < 0 || left >= width - 1 || top >= height - 1) return;
  const [right, low] = [x - left, y - top];
  for (let channel = 0; channel < 3; channel += 1) {
    const one = (column, row) => data[4 * ((top + row) * width + left + column) + channel];
    drawn[at + channel] = (one(0, 0) * (1 - right) + one(1, 0) * right) * (1 - low) + (one(0, 1) * (1 - right) + one(1, 1) * right) * low;
  }
  drawn[at + 3] = 255;
}
