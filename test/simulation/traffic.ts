import type { Random } from "../../src/sandbox/random.ts";
import { ORIGINS, PRODUCTS, type SandboxSettings } from "../../src/sandbox/settings.ts";
import type { Fault } from "../support/sandbox.ts";
import { drawFaults } from "./faults.ts";
import { between, chance, pick } from "./random.ts";
import { type Action, drawAsk } from "./schedule.ts";

/** The service as it is while nothing is wrong with it: small pages, short-lived tokens, connections soon let go. */
export const SETTINGS: Partial<SandboxSettings> = {
  alertCount: 400,
  maxPageSize: 100,
  defaultPageSize: 100,
  tokenLifeS: 90,
  latencyMs: 40,
  rateLimits: { tracking: { requests: 12, windowS: 10 }, planning: { requests: 6, windowS: 10 } },
  // undici lets go two seconds earlier.
  keepAliveMs: 3_000,
};

/** What ends every trouble. */
const WELL: Partial<SandboxSettings> = { ...SETTINGS, scopes: PRODUCTS, accountValid: true };

/** Of the client: limits that count without ever being reached, so that what an hour brings is the same to its end. */
export const ENVIRONMENT: Readonly<Record<string, string>> = {
  COLDROUTE_TIMEOUT_MS: "5000",
  COLDROUTE_ALERTS_TTL_S: "60",
  COLDROUTE_RISK_TTL_S: "120",
  COLDROUTE_BILLABLE_LIMIT: "1000000",
};

/** What many users of one client do and what befalls them, one action after the other and without an end. */
export class Traffic {
  readonly #random: Random;
  readonly #startWallMs: number;
  #calls = 0;
  #isTroubled = false;

  constructor(random: Random, startWallMs: number) {
    this.#random = random;
    this.#startWallMs = startWallMs;
  }

  /** How long until the next action. */
  gapMs(): number {
    return pick(this.#random, [0, 0, 0, 20, 200, 600, 1_200, 2_400]);
  }

  /** The next actions, all of the same moment. */
  next(): readonly Action[] {
    const random = this.#random;
    if (this.#isTroubled && chance(random, 0.1)) {
      this.#isTroubled = false;
      return [{ act: "settings", change: WELL }];
    }
    if (chance(random, 0.85)) return [this.#call()];
    if (chance(random, 0.3)) {
      return [{ act: "cancel", call: between(random, Math.max(1, this.#calls - 4), this.#calls) }];
    }
    if (chance(random, 0.8)) {
      const faults = drawFaults(random, pick(random, ORIGINS));
      return faults.filter((fault) => isShort(fault, random)).map(asAction);
    }
    return [this.#trouble()];
  }

  #call(): Action {
    const random = this.#random;
    this.#calls += 1;
    const kind = pick(random, ["alerts", "risk", "risk", "plan", "package", "package"]);
    const ask = drawAsk(random, kind, this.#calls, this.#startWallMs);
    return { act: "call", call: this.#calls, ask, maxWaitMs: pick(random, [300, 3_000, 12_000, 25_000, 25_000]) };
  }

  #trouble(): Action {
    const random = this.#random;
    const change = (some: Partial<SandboxSettings>): Action => {
      this.#isTroubled = true;
      return { act: "settings", change: some };
    };
    const troubles: readonly (() => Action)[] = [
      () => ({ act: "revoke" }),
      () => ({ act: "sleep", ms: pick(random, [700, 61_000, 300_000]) }),
      () => ({ act: "stall", ms: pick(random, [700, 5_000, 30_000]) }),
      () => ({ act: "setWall", ms: pick(random, [-61_000, 61_000, -5_000, 5_000]) }),
      () => change({ latencyMs: pick(random, [0, 2_000]) }),
      () => change({ tokenLifeS: 5 }),
      () => change({ scopes: PRODUCTS.filter(() => chance(random, 0.7)) }),
      () => change({ accountValid: false }),
    ];
    return pick(random, troubles)();
  }
}

/** Whether most of the hour is left after it: not where a product is told to wait for a day, seldom where credentials are refused. */
function isShort({ headers, product, status = 200 }: Fault, random: Random): boolean {
  if (headers?.["Retry-After"] === "90000") return false;
  return product !== "token" || status < 400 || status > 403 || chance(random, 0.1);
}

function asAction(fault: Fault): Action {
  return { act: "fault", fault };
}
