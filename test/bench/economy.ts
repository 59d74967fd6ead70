import { createApi } from "../../src/api/client.ts";
import { loadConfig } from "../../src/config.ts";
import { createLog } from "../../src/runtime/log.ts";
import { startSandbox } from "../../src/sandbox/sandbox.ts";
import { createCatalogue } from "../../src/server/catalogue.ts";
import { ShiftedClock } from "../support/shifted-clock.ts";
import { amount, type Figure } from "./figures.ts";
import { StdioServer } from "./stdio-server.ts";

/** A hundred who ask at once, of a server that has no token yet. */
export async function exchangeFigure(): Promise<Figure> {
  const sandbox = await startSandbox({ settings: { rateLimits: {} } });
  const server = new StdioServer(["dist/main.cjs"], sandbox.environment);
  await server.initialize();
  await Promise.all(Array.from({ length: 100 }, (_, n) => server.call("track_package", { ids: [`1${n + 1_000}`] })));
  const exchanges = sandbox.requestsOf("token").length;
  await server.stop();
  await sandbox.close();
  return amount("100 first callers at once", exchanges, " token exchanges", 1, "100 callers");
}

/** Callers that come while a product is held back for a second. */
export async function coolDownFigure(): Promise<Figure> {
  const sandbox = await startSandbox({ settings: { rateLimits: {} } });
  sandbox.inject({ product: "tracking", kind: "status", status: 429, headers: { "Retry-After": "1" } });
  const server = new StdioServer(["dist/main.cjs"], sandbox.environment);
  await server.initialize();
  const first = server.call("track_package", { ids: ["10045"] });
  const limited = () => sandbox.requestsOf("tracking")[0]?.finishedAtMs ?? null;
  while (limited() === null) await new Promise((resolve) => setTimeout(resolve, 20));
  await Promise.all([first, ...["10046", "10048", "10051"].map((id) => server.call("track_package", { ids: [id] }))]);
  const until = (limited() ?? 0) + 1_000;
  const early = sandbox.requestsOf("tracking").filter(({ receivedAtMs }, place) => place > 0 && receivedAtMs < until);
  await server.stop();
  await sandbox.close();
  return amount("requests started inside a cool-down", early.length, "", 0, "4 callers; ky, got and undici: all");
}

const DAY_MS = 86_400_000;
const QUESTIONS = 500;
/** Questions come in conversations of ten, spread over the day, a quarter of a minute from one to the next within. */
const TALK = 10;
const PACE_MS = 15_000;

/** The questions of a conversation, in turn. */
const ASKED: readonly (readonly [string, Record<string, unknown>])[] = [
  ["check_heat_alerts", { locations: ["85001"] }],
  ["get_five_day_risk", { locations: ["85001"] }],
  ["check_heat_alerts", { locations: ["331", "802"] }],
  ["track_package", { ids: ["10045"] }],
  ["get_five_day_risk", { locations: ["331"] }],
];

/** A day of questions, by a clock that is moved on. */
export async function dayFigure(): Promise<Figure> {
  const clock = new ShiftedClock();
  const sandbox = await startSandbox({ clock, settings: { rateLimits: {} } });
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
  return amount(what, (100 * sent) / QUESTIONS, " %", 20, "of one request a question");
}
