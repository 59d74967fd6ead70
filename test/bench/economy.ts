import { createApi } from "../../src/api/api.ts";
import { loadConfig } from "../../src/config/config.ts";
import { createLog } from "../../src/runtime/log.ts";
import { startSandbox } from "../../src/sandbox/sandbox.ts";
import { defaultSettings } from "../../src/sandbox/settings.ts";
import { createCatalogue } from "../../src/server/catalogue.ts";
import { ShiftedClock } from "../support/shifted-clock.ts";
import { amount, type Figure } from "./figures.ts";

const DAY_MS = 86_400_000;
const QUESTIONS = 500;
/** Conversations of ten questions are spread over the day. A quarter of a minute lies between two questions. */
const TALK = 10;
const PACE_MS = 15_000;
/** Packages are never kept: a conversation cannot do with less than its two packages, one set of alerts and one day of risk. */
const LEAST_PERCENT = 40;

/** The questions of a conversation, in order. */
const ASKED: readonly (readonly [string, Record<string, unknown>])[] = [
  ["check_heat_alerts", { locations: ["85001"] }],
  ["get_five_day_risk", { locations: ["85001"] }],
  ["check_heat_alerts", { locations: ["331", "802"] }],
  ["track_package", { ids: ["10045"] }],
  ["get_five_day_risk", { locations: ["331"] }],
];

/** A day of questions on an injected clock. */
export async function dayFigure(): Promise<Figure> {
  const clock = new ShiftedClock();
  const sandbox = await startSandbox({ clock, settings: { ...defaultSettings(), rateLimits: {} } });
  const config = loadConfig(sandbox.environment);
  const log = createLog({ level: "silent", clock });
  const api = createApi({ config, clock, random: Math.random, log });
  const catalogue = createCatalogue({ config, clock, random: Math.random, log, api: async () => api });
  for (let question = 0; question < QUESTIONS; question += 1) {
    const [tool, args] = ASKED[question % ASKED.length] ?? ["", {}];
    await catalogue.call(tool, args, { signal: new AbortController().signal });
    const isOver = (question + 1) % TALK === 0;
    clock.advance(isOver ? DAY_MS / (QUESTIONS / TALK) - TALK * PACE_MS : PACE_MS);
  }
  const sent = sandbox.requests.filter(({ product }) => product !== "token").length;
  await api.close();
  await sandbox.close();
  const what = `a day of ${QUESTIONS} mixed questions`;
  return amount(what, (100 * sent) / QUESTIONS, " %", LEAST_PERCENT, "of one request a question");
}
