// The front door: the host machine goes on to its page, everybody else is asked to scan.

import { byId } from "./dom.js";
import { Refusal, call } from "./api.js";
import { languageButton, loadWords } from "./words.js";

async function begin() {
  await loadWords();
  languageButton(byId("language"), () => undefined);
  try {
    const me = await call("GET", "/api/me");
    if (me.role === "host") location.replace("/host");
  } catch (problem) {
    if (!(problem instanceof Refusal)) throw problem;
  }
}

begin();
