// Talks to the table: joins by the code of the link, sends decisions, and follows the stream of what happens.

import { language } from "./words.js";

const PATIENCE_MS = 40000; // the table pings every 15 seconds
const NEXT_TRY_MS = 15000; // once it was silent for so long, how long each new try may take
const WAKING_MS = 1500; // a phone that wakes up is mostly back before anybody could read that it was away
const HOST_MACHINE = "-"; // needs no code
const page = location.pathname;
let session = null;

export class Refusal extends Error {
  constructor(status, answer) {
    super(answer.error);
    this.status = status;
    this.code = answer.error || "not-possible";
    this.rule = answer.rule || null;
  }
}

// The code travels in the fragment, which no server sees; it is kept on this phone and leaves the address bar.
export function takeCodeFromLink() {
  const code = location.hash.slice(1);
  if (code === HOST_MACHINE) localStorage.removeItem(`code ${page}`);
  else if (code && code !== "main") {
    localStorage.setItem(`code ${page}`, code);
    localStorage.removeItem(`seat ${page}`);
  }
  if (code) history.replaceState(null, "", page);
}

// Another page of the same table, opened with the same link.
export function alongWith(path) {
  return `${path}#${localStorage.getItem(`code ${page}`) || HOST_MACHINE}`;
}

export async function join() {
  const code = localStorage.getItem(`code ${page}`);
  session = null;
  if (code) {
    // A page that is loaded again takes the place of the one before, whose stream may still seem open.
    const previous = sessionStorage.getItem(`session ${page}`);
    session = (await call("POST", "/api/join", { code, previous })).session;
    sessionStorage.setItem(`session ${page}`, session);
  }
  const me = await call("GET", "/api/me");
  const seat = localStorage.getItem(`seat ${page}`);
  if (seat && me.role === "player") {
    try {
      me.seat = (await call("POST", "/api/seat", { player: seat })).seat;
    } catch (problem) {
      if (!(problem instanceof Refusal)) throw problem;
      localStorage.removeItem(`seat ${page}`);
    }
  }
  return me;
}

// The same for pages that say themselves what to do without a link: nobody, then.
export async function joinIfInvited() {
  try {
    return await join();
  } catch (problem) {
    if (problem instanceof Refusal && problem.status === 401) return null;
    throw problem;
  }
}

export async function sit(player) {
  const answer = await call("POST", "/api/seat", { player });
  if (player) localStorage.setItem(`seat ${page}`, player);
  else localStorage.removeItem(`seat ${page}`);
  return answer.seat;
}

export function headers(more) {
  return { ...(session ? { Authorization: `Bearer ${session}` } : {}), ...more };
}

export async function call(method, path, body) {
  const joint = path.includes("?") ? "&" : "?";
  const wishes = { method, headers: headers(), cache: "no-store" };
  if (method !== "GET") {
    wishes.headers["Content-Type"] = "application/json";
    wishes.body = JSON.stringify(body || {});
  }
  let answer;
  try {
    answer = await fetch(`${path}${joint}language=${language()}`, wishes);
  } catch {
    throw new Refusal(0, { error: "network" });
  }
  const content = await answer.json();
  if (!answer.ok) throw new Refusal(answer.status, content);
  return content;
}

// A file sent as it is; its answer is JSON.
export async function sendFile(path, file, type = file.type || "application/octet-stream") {
  let answer;
  try {
    answer = await fetch(path, { method: "POST", headers: headers({ "Content-Type": type }), body: file });
  } catch {
    throw new Refusal(0, { error: "network" });
  }
  const content = await answer.json();
  if (!answer.ok) throw new Refusal(answer.status, content);
  return content;
}

// A file that only some may have, as an address for <img> or for `saveAs`.
export async function fileOf(path) {
  let answer;
  try {
    answer = await fetch(path, { headers: headers(), cache: "no-store" });
  } catch {
    throw new Refusal(0, { error: "network" });
  }
  if (!answer.ok) throw new Refusal(answer.status, await answer.json());
  return URL.createObjectURL(await answer.blob());
}

export function saveAs(address, name) {
  const link = document.createElement("a");
  Object.assign(link, { href: address, download: name });
  link.click();
}

// Follows the table until told to stop. After a break it asks for all it missed, by the last event it saw.
export function follow(onView, onState) {
  let last = null, heard = 0, stopped = false, reader = null, wait = 500, generation = 0;
  let asking = new AbortController(), deadline = Date.now() + PATIENCE_MS;

  async function connect() {
    const mine = ++generation;
    while (!stopped && mine === generation) {
      try {
        await listen(mine);
      } catch (problem) {
        if (problem instanceof Refusal && problem.status === 401) {
          try {
            await join();
            continue;
          } catch (again) {
            if (again instanceof Refusal && again.status === 401) return onState("gone");
          }
        }
      }
      if (stopped || mine !== generation) return undefined;
      onState("lost");
      await new Promise((resolve) => setTimeout(resolve, wait * (0.75 + Math.random() / 2)));
      wait = Math.min(wait * 2, 5000);
    }
    return undefined;
  }

  async function listen(mine) {
    const answer = await fetch(`/api/stream?language=${language()}`, {
      headers: headers(last ? { "Last-Event-ID": last } : {}), cache: "no-store", signal: asking.signal,
    });
    if (!answer.ok) throw new Refusal(answer.status, await answer.json());
    reader = answer.body.getReader();
    const decoder = new TextDecoder();
    let text = "";
    hear();
    wait = 500;
    onState("live");
    for (;;) {
      const { done, value } = await reader.read();
      if (done || mine !== generation) return;
      hear();
      text += decoder.decode(value, { stream: true });
      const messages = text.split("\n\n");
      text = messages.pop();
      messages.forEach(take);
    }
  }

  function hear() {
    heard = Date.now();
    deadline = heard + PATIENCE_MS;
  }

  function take(message) {
    let data = null;
    for (const line of message.split("\n")) {
      if (line.startsWith("id: ")) last = line.slice(4);
      if (line.startsWith("data: ")) data = line.slice(6);
    }
    if (data) onView(JSON.parse(data));
  }

  // What was asked and is not answered is given up; until something is heard again, the connection is lost.
  function again(quietFor = 0) {
    if (reader) reader.cancel().catch(() => undefined);
    asking.abort();
    asking = new AbortController();
    deadline = Date.now() + NEXT_TRY_MS;
    const since = Date.now();
    setTimeout(() => { if (heard < since && !stopped) onState("lost"); }, quietFor);
    connect();
  }

  document.addEventListener("visibilitychange", () => {
    if (!document.hidden && Date.now() - heard > 5000 && !stopped) again(WAKING_MS);
  });
  setInterval(() => {
    if (Date.now() > deadline && !document.hidden && !stopped) again();
  }, 5000);
  connect();
  return { restart: () => { last = null; again(WAKING_MS); }, stop: () => { stopped = true; } };
}
