// A phone on a stand is the table's camera: it shows the table what it sees, one picture after the other.

import { byId, h, show } from "./dom.js";
import { Refusal, alongWith, call, headers, join, takeCodeFromLink } from "./api.js";
import { advice } from "./health.js";
import { navigation } from "./nav.js";
import { panel } from "./story.js";
import { languageButton, loadWords, t } from "./words.js";

const LONGEST_PX = 1600;
const QUALITY = 0.86;
const REST_MS = 120; // between two pictures: hands are slow, batteries small
const state = { me: null, secure: null, stream: null, sent: 0, trouble: null, health: null, lock: null };

const video = h("video", { class: "film", playsinline: true, muted: true, "aria-label": "" });
const canvas = h("canvas", null);

function draw() {
  navigation(state.me);
  video.setAttribute("aria-label", t("camera.page.video"));
  if (!state.me || !state.me.powers.includes("film")) return show(byId("table"), panel("", t("link.none"), h("p", null, t("link.none.help"))));
  if (!window.isSecureContext || !navigator.mediaDevices) return show(byId("table"), insecure());
  return show(byId("table"), state.stream ? filming() : ready());
}

function insecure() {
  const link = state.secure ? `https://${location.hostname}:${state.secure}${alongWith("/camera")}` : null;
  return panel("", t("camera.page"), h("p", null, t("camera.insecure")),
    link ? [h("p", null, t("camera.insecure.help")), h("p", null, h("a", { class: "file-button primary", href: link }, t("camera.insecure.go")))]
      : h("p", null, t("camera.insecure.none")));
}

function ready() {
  return panel("", t("camera.page"), h("p", null, t("camera.page.help")),
    state.trouble ? h("p", { class: "frozen", role: "alert" }, t(`camera.trouble.${state.trouble}`)) : null,
    h("div", { class: "buttons actions" }, h("button", { type: "button", class: "primary", "data-key": "start", onclick: start }, t("camera.start"))));
}

function filming() {
  return h("section", { class: "panel filming" }, h("h2", null, t("camera.filming")), video,
    h("p", { role: "status" }, state.trouble ? t(`camera.trouble.${state.trouble}`) : advice(state.health)),
    h("div", { class: "buttons" }, h("button", { type: "button", class: "quiet", "data-key": "stop", onclick: stop }, t("camera.stop"))));
}

async function start() {
  try {
    state.stream = await navigator.mediaDevices.getUserMedia({
      audio: false, video: { facingMode: { ideal: "environment" }, width: { ideal: 1920 }, height: { ideal: 1080 } },
    });
  } catch {
    state.trouble = "refused";
    return draw();
  }
  state.trouble = null;
  video.srcObject = state.stream;
  draw();
  await video.play();
  stayAwake();
  return film(state.stream);
}

function stop() {
  if (state.stream) state.stream.getTracks().forEach((track) => track.stop());
  Object.assign(state, { stream: null, health: null });
  if (state.lock) state.lock.release().catch(() => undefined);
  draw();
}

async function stayAwake() {
  if (!navigator.wakeLock || !state.stream) return;
  state.lock = await navigator.wakeLock.request("screen").catch(() => null);
}

// One picture at a time: the next is taken when the table has the last, so that none ever waits.
async function film(stream) {
  while (state.stream === stream) {
    const picture = await takePicture();
    const said = picture ? await send(picture) : null;
    if (state.stream !== stream) return;
    const words = `${state.trouble} ${JSON.stringify(said)}`;
    if (said) state.health = said;
    if (words !== state.shown) draw();
    state.shown = words;
    await new Promise((resolve) => setTimeout(resolve, state.trouble ? 2000 : REST_MS));
  }
}

function takePicture() {
  if (!video.videoWidth || document.hidden) return Promise.resolve(null);
  const scale = Math.min(1, LONGEST_PX / Math.max(video.videoWidth, video.videoHeight));
  canvas.width = Math.round(video.videoWidth * scale);
  canvas.height = Math.round(video.videoHeight * scale);
  canvas.getContext("2d").drawImage(video, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob(resolve, "image/jpeg", QUALITY));
}

async function send(picture) {
  try {
    const answer = await fetch("/api/camera/frames", { method: "POST", headers: headers({ "Content-Type": "image/jpeg" }), body: picture });
    const said = await answer.json();
    if (answer.status === 401) await join();
    state.trouble = answer.ok ? null : said.error === "another-camera" ? "another" : "network";
    if (answer.ok) state.sent += 1;
    return answer.ok ? said : null;
  } catch {
    state.trouble = "network";
    return null;
  }
}

async function begin() {
  takeCodeFromLink();
  await loadWords();
  languageButton(byId("language"), draw);
  try {
    state.me = await join();
    state.secure = (await call("GET", "/api/camera")).secure_port;
  } catch (problem) {
    if (!(problem instanceof Refusal)) throw problem;
  }
  draw();
}

document.addEventListener("visibilitychange", () => { if (!document.hidden) stayAwake(); });
begin();
