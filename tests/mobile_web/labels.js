() => {
  const found = [];
  const name = (element) => (element.getAttribute("aria-label") || element.textContent || "").trim()
    || (element.labels && element.labels.length && element.labels[0].textContent.trim())
    || (element.getAttribute("aria-labelledby") && document.getElementById(element.getAttribute("aria-labelledby")).textContent.trim());
  for (const element of document.querySelectorAll("button, a[href], input, select, summary, [role=img], [role=dialog], table")) {
    const box = element.getBoundingClientRect();
    if (!box.width) continue;
    if (!name(element)) found.push(`no name: ${element.outerHTML.slice(0, 80)}`);
    const inText = element.matches("a") && getComputedStyle(element).display === "inline";
    const tappable = element.matches("button, a[href], input, select, summary") && !inText && !element.closest(".skip, .visually-hidden");
    if (tappable && (box.width < 24 || box.height < 24)) found.push(`small: ${box.width}x${box.height} ${element.outerHTML.slice(0, 80)}`);
  }
  for (const image of document.querySelectorAll("img")) if (!image.hasAttribute("alt")) found.push("img without alt");
  const ids = [...document.querySelectorAll("[id]")].map((element) => element.id);
  for (const id of ids) if (ids.filter((other) => other === id).length > 1) found.push(`id twice: ${id}`);
  if (document.querySelectorAll("h1").length !== 1) found.push("one h1 expected");
  if (!document.documentElement.lang) found.push("no language");
  // A phone makes its window as wide as the page, so the screen itself is asked.
  if (document.documentElement.scrollWidth > Math.min(window.innerWidth, screen.width) + 1) found.push(`wider than the screen: ${document.documentElement.scrollWidth}`);
  const levels = [...document.querySelectorAll("h1, h2, h3")].map((heading) => Number(heading.tagName[1]));
  levels.forEach((level, place) => { if (place && level > levels[place - 1] + 1) found.push(`heading skips to ${level}`); });
  return found;
}
