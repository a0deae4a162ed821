// The HTTP API as a page, made from its own description.

import { byId, h, show } from "/static/js/dom.js";
import { languageButton, loadWords } from "/static/js/words.js";

async function begin() {
  await loadWords();
  languageButton(byId("language"), () => undefined);
  const api = await (await fetch("/openapi.json")).json();
  const routes = Object.entries(api.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, route]) => describe(api, path, method, route)));
  show(byId("routes"), routes);
}

function describe(api, path, method, route) {
  const body = route.requestBody && route.requestBody.content["application/json"];
  const shape = body && body.schema.$ref ? api.components.schemas[body.schema.$ref.split("/").pop()] : null;
  return h("article", { class: "route panel" },
    h("h3", null, h("span", { class: "method" }, method.toUpperCase()), ` ${path}`),
    h("p", null, route.description || route.summary || ""),
    shape ? h("pre", { tabindex: "0" }, JSON.stringify(shape.properties, null, 1)) : null);
}

begin();
