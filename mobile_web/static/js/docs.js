// The HTTP API as a page, made from its own description.

import { byId, h, show } from "./dom.js";
import { call } from "./api.js";
import { navigation } from "./nav.js";
import { languageButton, loadWords, t } from "./words.js";

async function begin() {
  await loadWords();
  languageButton(byId("language"), () => location.reload());
  navigation(await call("GET", "/api/me").catch(() => null));
  const api = await (await fetch("/openapi.json")).json();
  const routes = Object.entries(api.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, route]) => describe(api, path, method, route)));
  show(byId("routes"), routes);
}

function describe(api, path, method, route) {
  const body = route.requestBody && route.requestBody.content["application/json"];
  const shape = body && body.schema.$ref ? api.components.schemas[body.schema.$ref.split("/").pop()] : null;
  return h("article", { class: "route panel" },
    h("h2", null, h("span", { class: "method" }, method.toUpperCase()), ` ${path}`),
    h("p", { lang: "en" }, route.description || route.summary || ""),
    shape ? h("details", null, h("summary", null, t("docs.body")), h("pre", { tabindex: "0" }, JSON.stringify(shape.properties, null, 1))) : null);
}

begin();
