() => {
  // Text against the colours behind it: every solid colour and gradient stop counts, the worst decides.
  const parse = (text) => {
    const m = text.match(/rgba?\(([^)]+)\)/);
    if (!m) return null;
    const [r, g, b, a] = m[1].split(/[\s,/]+/).filter(Boolean).map(Number);
    return { r, g, b, a: a === undefined ? 1 : a };
  };
  const over = (top, under) => ({
    r: top.r * top.a + under.r * (1 - top.a), g: top.g * top.a + under.g * (1 - top.a), b: top.b * top.a + under.b * (1 - top.a), a: 1,
  });
  const light = ({ r, g, b }) => {
    const [x, y, z] = [r, g, b].map((c) => (c / 255 <= 0.03928 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * x + 0.7152 * y + 0.0722 * z;
  };
  const ratio = (a, b) => {
    const [x, y] = [light(a), light(b)].sort((p, q) => q - p);
    return (x + 0.05) / (y + 0.05);
  };
  const grounds = (element) => {
    let layers = [];
    for (let one = element; one; one = one.parentElement) {
      const style = getComputedStyle(one);
      const stops = (style.backgroundImage.match(/rgba?\([^)]+\)/g) || []).map(parse);
      const flat = parse(style.backgroundColor);
      if (stops.length) layers.push(stops);
      if (flat && flat.a > 0) layers.push([flat]);
      if (layers.length && layers[layers.length - 1].every((c) => c.a === 1)) break;
    }
    let under = [{ r: 18, g: 11, b: 30, a: 1 }];
    for (const layer of layers.reverse()) under = layer.flatMap((top) => (top.a === 1 ? [top] : under.map((ground) => over(top, ground))));
    return under;
  };
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    if (!walker.currentNode.textContent.trim() || element.closest("svg, script, noscript, .visually-hidden, [disabled], .skip, .ghost")) continue;
    const box = element.getBoundingClientRect();
    const style = getComputedStyle(element);
    if (!box.width || style.visibility === "hidden" || parseFloat(style.fontSize) === 0) continue;
    const ink = parse(style.color);
    const large = parseFloat(style.fontSize) >= 24 || (parseFloat(style.fontSize) >= 18.66 && parseInt(style.fontWeight, 10) >= 700);
    const worst = Math.min(...grounds(element).map((ground) => ratio(over(ink, ground), ground)));
    if (worst < (large ? 3 : 4.5)) found.push(`${worst.toFixed(2)} ${element.className} ${walker.currentNode.textContent.trim().slice(0, 30)}`);
  }
  return found;
}
