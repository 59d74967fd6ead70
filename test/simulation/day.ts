import { SharedAccount } from "../../src/api/account/account.ts";
import { createApi } from "../../src/api/client.ts";
import { CallUsage } from "../../src/api/model/usage.ts";
import { loadConfig } from "../../src/config/config.ts";
import { createLog } from "../../src/runtime/log.ts";
import { seededRandom } from "../../src/sandbox/world/random.ts";
import { startSandbox } from "../support/sandbox.ts";
import { StillClock } from "../support/still-clock.ts";
import { StoreInProcess } from "../support/store-in-process.ts";

const DAY_MS = 86_400_000;

/** Calls made at the same moment, each to a random replica. */
const AT_ONCE = 10;

/** A written request arrives within this many turns of the event loop. */
const IDLE_TURNS = 30;

/** More turns of the event loop than sealing takes. */
const MAX_TURNS = 1_000_000;

/** The share of calls that ask for a package, which no replica keeps. */
const TRACKING = 0.05;

export interface DayOptions {
  readonly seed: number;
  readonly replicas: number;
  readonly calls: number;
}

/** The sums of a simulated day. Requests are counted at the service. */
export interface Day {
  /** The kinds of failed calls. */
  readonly failed: readonly string[];
  readonly exchanges: number;
  readonly alerts: number;
  readonly risk: number;
  readonly tracking: number;
  readonly billed: number;
  /** The bill as the shared state counts it. */
  readonly counted: number;
  readonly commandsPerCall: number;
}

/** Simulates a day of calls to `replicas` that share an account, in virtual time. The seed alone decides the calls. */
export async function simulateDay({ seed, replicas, calls }: DayOptions): Promise<Day> {
  const startMs = Date.UTC(2026, 10, 24);
  const clock = new StillClock(startMs);
  const random = seededRandom(seed, "day");
  const sandbox = await startSandbox({ clock, settings: { rateLimits: {}, alertCount: 200, keepAliveMs: 2 * DAY_MS } });
  const store = new StoreInProcess(clock);
  const config = loadConfig(sandbox.environment);
  const apis = Array.from({ length: replicas }, () => {
    const options = { config, clock, random, log: createLog({ level: "silent" }) };
    return createApi({ ...options, account: new SharedAccount(store.connect(), options) });
  });
  const { signal } = new AbortController();
  const failed: string[] = [];
  const ask = async (kind: number, detail: number, replica: number): Promise<void> => {
    const api = apis[replica % replicas];
    const call = { signal, deadlineMs: clock.monotonicMs() + 25_000, usage: new CallUsage(120) };
    const date = new Date(clock.nowMs() + DAY_MS * (1 + Math.floor(detail * 4))).toISOString().slice(0, 10);
    const answer = await (kind < TRACKING
      ? api?.package(String(10_101 + Math.floor(detail * 80)), call)
      : kind < 0.5
        ? api?.alerts({}, call)
        : api?.risk({ granularity: "zip3", date }, call));
    if (answer?.ok !== true) failed.push(answer?.failure.kind ?? "none");
  };
  for (let made = 0; made < calls; made += AT_ONCE) {
    const atMs = (made / calls) * (DAY_MS - 60_000);
    await clock.advance(Math.max(0, startMs + atMs - clock.nowMs()));
    const asked = Array.from({ length: Math.min(AT_ONCE, calls - made) }, () =>
      ask(random(), random(), Math.floor(random() * 1_000_000)),
    );
    let isOver = false;
    const all = Promise.all(asked).finally(() => {
      isOver = true;
    });
    // Calls that wait for another replica poll in virtual time, which moves while the service has nothing to answer.
    for (
      let idle = 0;
      !isOver;
      idle = sandbox.requests.slice(-AT_ONCE).every(({ finishedAtMs }) => finishedAtMs !== null) ? idle + 1 : 0
    ) {
      await new Promise((resolve) => setImmediate(resolve));
      if (idle > 0 && idle % IDLE_TURNS === 0) await clock.advance(50);
    }
    await all;
    // Sealing takes real time.
    for (let turns = 0; store.isLeased; turns += 1) {
      if (turns > MAX_TURNS) throw new Error("a lease is held for ever");
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
  await clock.advance(2_000);
  const day: Day = {
    failed,
    exchanges: sandbox.requestsOf("token").length,
    alerts: sandbox.requestsOf("alerts").length,
    risk: sandbox.requestsOf("risk").length,
    tracking: sandbox.requestsOf("tracking").length,
    billed: sandbox.ledger.billed(),
    // The replica that reported last knows the whole bill.
    counted: Math.max(...apis.map((api) => api.status().account?.billedToday ?? 0)),
    commandsPerCall: store.commands / calls,
  };
  await Promise.all(apis.map((api) => api.close()));
  await sandbox.close();
  return day;
}
