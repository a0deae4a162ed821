// An address where nothing is: the way back to the table that this phone has joined.

import { byId } from "./dom.js";
import { languageButton, loadWords } from "./words.js";

const TABLES = ["/play", "/watch", "/judge", "/host"];

async function begin() {
  await loadWords();
  languageButton(byId("language"), () => undefined);
  const joined = TABLES.find((path) => localStorage.getItem(`code ${path}`));
  if (joined) byId("back").setAttribute("href", joined);
}

begin();
