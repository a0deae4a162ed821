// How the camera is doing, in plain words: what it sees, and what people could change.

import { t } from "./words.js";

// `health` is {source, watching, advice}: codes of the server, the most urgent first.
export function advice(health) {
  if (!health) return t("health.source.starting");
  if (health.source !== "running") return t(`health.source.${health.source}`);
  if (health.advice.length) return t(`health.advice.${health.advice[0]}`);
  return t(`health.watching.${health.watching}`);
}

export function isWell(health) {
  return Boolean(health) && health.source === "running" && !health.advice.length && health.watching === "following";
}
