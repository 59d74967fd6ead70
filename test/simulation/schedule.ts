import { PRODUCT_NAMES as PRODUCTS } from "../../src/domain/product.ts";
import { ORIGINS, type Product } from "../../src/sandbox/settings.ts";
import { type Random, seededRandom } from "../../src/sandbox/world/random.ts";
import type { SandboxSettings } from "../support/sandbox.ts";
import { drawFaults } from "./faults.ts";
import { between, chance, pick } from "./random.ts";
import type { Action, Ask, Step } from "./steps.ts";

/** Everything that a seed determines. */
export interface Schedule {
  readonly seed: number;
  readonly startWallMs: number;
  readonly settings: Partial<SandboxSettings>;
  readonly environment: Readonly<Record<string, string>>;
  /** In the order of their times. */
  readonly steps: readonly Step[];
}

const KINDS = [["alerts"], ["alerts"], ["risk"], ["plan"], ["package"], ["alerts", "risk", "plan", "package"]] as const;
const PRODUCT_OF = { alerts: "alerts", risk: "risk", plan: "planning", package: "tracking" } as const;
const DAY_MS = 86_400_000;
const NOON = Date.UTC(2026, 6, 9, 12, 10);
const PACKAGE_IDS = ["10042", "10045", "SBX0000010046", "10049", "10054", "SBX0000010061", "unheard-of"];

/** Makes the schedule of `seed`. Nothing but the seed decides it. */
export function makeSchedule(seed: number): Schedule {
  const random = seededRandom(seed, "simulation");
  // Some runs start just before midnight, where the day's limit and "tomorrow" change.
  const startWallMs = chance(random, 0.2) ? Date.UTC(2026, 6, 9, 23, 59, between(random, 20, 59)) : NOON;
  const lengthMs = pick(random, [2_000, 10_000, 30_000, 120_000]);
  const settings = drawSettings(random);
  const environment = drawEnvironment(random);
  const calls = drawCalls(random, lengthMs, startWallMs);
  const steps = [...calls, ...drawFaultSteps(random, lengthMs, calls), ...drawTroubles(random, lengthMs)];
  return { seed, startWallMs, settings, environment, steps: steps.sort((a, b) => a.atMs - b.atMs) };
}

function drawSettings(random: Random): Partial<SandboxSettings> {
  const rateLimits: Partial<Record<Product, { requests: number; windowS: number }>> = {};
  for (const product of PRODUCTS) {
    if (chance(random, 0.25))
      rateLimits[product] = { requests: between(random, 1, 6), windowS: between(random, 1, 12) };
  }
  const pageSize = pick(random, [10, 10, 25, 1_000, 50_000]);
  return {
    rateLimits,
    tokenLifeS: pick(random, [86_400, 86_400, 600, 30, 5, 2]),
    latencyMs: pick(random, [0, 20, 150, 150, 800, 3_000]),
    alertCount: pick(random, [0, 7, 60, 60, 90]),
    maxPageSize: pageSize,
    defaultPageSize: Math.min(pageSize, 1_000),
    tooLarge: pick(random, ["reject", "clamp"]),
    pageParameter: chance(random, 0.2) ? "ignored" : "honoured",
  };
}

function drawEnvironment(random: Random): Readonly<Record<string, string>> {
  return {
    COLDROUTE_TIMEOUT_MS: String(pick(random, [1_000, 5_000, 10_000])),
    COLDROUTE_ALERTS_TTL_S: String(pick(random, [0, 5, 300, 300])),
    COLDROUTE_RISK_TTL_S: String(pick(random, [0, 10, 900, 900])),
    COLDROUTE_MAX_BILLABLE_PER_CALL: String(pick(random, [60, 60, 60, 3, 1])),
    ...(chance(random, 0.35) ? { COLDROUTE_BILLABLE_LIMIT: String(between(random, 0, 12)) } : {}),
  };
}

/** Draws bursts of calls, many of them equal, some cancelled. */
function drawCalls(random: Random, lengthMs: number, startWallMs: number): Step[] {
  const steps: Step[] = [];
  const bursts = between(random, 1, 6);
  let call = 0;
  for (let burst = 0; burst < bursts; burst += 1) {
    const startMs = between(random, 0, lengthMs);
    const kinds = pick(random, KINDS);
    const size = pick(random, [1, 3, 6, 14]);
    for (let index = 0; index < size; index += 1) {
      call += 1;
      const atMs = startMs + (chance(random, 0.5) ? 0 : between(random, 0, 400));
      const maxWaitMs = pick(random, [300, 3_000, 12_000, 25_000, 25_000, 60_000]);
      const ask = drawAsk(random, pick(random, kinds), call, startWallMs);
      steps.push({ atMs, action: { act: "call", call, ask, maxWaitMs } });
      if (chance(random, 0.2)) {
        steps.push({ atMs: atMs + between(random, 0, 3_000), action: { act: "cancel", call } });
      }
    }
  }
  return steps;
}

/** Draws a question of `kind`. `startWallMs` decides the days of risk to choose from. */
function drawAsk(random: Random, kind: string, call: number, startWallMs: number): Ask {
  switch (kind) {
    case "alerts":
      return { kind, ...(chance(random, 0.3) ? { minLevel: "SevereHot" } : {}) };
    case "risk": {
      const date = new Date(startWallMs + between(random, 1, 3) * DAY_MS).toISOString().slice(0, 10);
      return { kind, granularity: pick(random, ["zip3", "zip3", "zip5"]), date };
    }
    case "plan":
      return { kind, reference: `simulated-plan-${call}`, zip: pick(random, ["33101", "98101"]) };
    default: {
      // Mostly different packages, so that calls want more than eight at a time.
      const number = 10_042 + between(random, 0, 18);
      return { kind: "package", id: chance(random, 0.5) ? String(number) : pick(random, PACKAGE_IDS) };
    }
  }
}

/** Draws faults, most of them just before a call that meets them. */
function drawFaultSteps(random: Random, lengthMs: number, calls: readonly Step[]): Step[] {
  const steps: Step[] = [];
  for (let count = pick(random, [0, 2, 6, 15]); count > 0; count -= 1) {
    const { atMs, action } = pick(random, calls);
    const isAimed = action.act === "call" && chance(random, 0.6);
    const faults = drawFaults(random, isAimed ? PRODUCT_OF[action.ask.kind] : pick(random, ORIGINS));
    const faultAtMs = isAimed ? Math.max(0, atMs - between(random, 0, 50)) : between(random, 0, lengthMs);
    for (const fault of faults) steps.push({ atMs: faultAtMs, action: { act: "fault", fault } });
  }
  return steps;
}

/** Draws revoked tokens, lost and restored scopes, refused accounts, clocks that jump, and an early end. */
function drawTroubles(random: Random, lengthMs: number): Step[] {
  const steps: Step[] = [];
  const at = (action: Action, fromMs = 0): number => {
    const atMs = between(random, fromMs, lengthMs);
    steps.push({ atMs, action });
    return atMs;
  };
  for (let count = pick(random, [0, 0, 1, 3]); count > 0; count -= 1) at({ act: "revoke" });
  for (let count = pick(random, [0, 0, 1, 2]); count > 0; count -= 1) {
    const act = pick(random, ["sleep", "stall", "setWall"]);
    const ms = pick(random, [700, 5_000, 61_000, 600_000, 3_700_000, 90_000_000]);
    at({ act, ms: act === "setWall" && chance(random, 0.5) ? -ms : ms });
  }
  if (chance(random, 0.15)) {
    const scopes = PRODUCTS.filter(() => chance(random, 0.6));
    const lostMs = at({ act: "settings", change: { scopes } });
    at({ act: "settings", change: { scopes: PRODUCTS } }, lostMs);
  }
  if (chance(random, 0.1)) {
    const lostMs = at({ act: "fault", fault: { product: "planning", kind: "status", status: 403 } });
    at({ act: "fault", fault: { product: "tracking", kind: "status", status: 403 } }, lostMs);
  }
  if (chance(random, 0.15)) at({ act: "settings", change: { latencyMs: pick(random, [0, 500, 6_000]) } });
  if (chance(random, 0.15)) at({ act: "settings", change: { tokenLifeS: pick(random, [1, 60]) } });
  if (chance(random, 0.15)) at({ act: "close" });
  return steps;
}
