import type { Origin, Product } from "../domain/product.ts";
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE, RATE_LIMIT } from "./world/invented.ts";

export type { Origin, Product } from "../domain/product.ts";

/** The four products of the service. Each has its own rate limit (service.md 8.1). */
export const PRODUCTS: readonly Product[] = ["alerts", "risk", "planning", "tracking"];
export const ORIGINS: readonly Origin[] = ["token", ...PRODUCTS];

/** One application: several may belong to one account, which then share its rate limits (service.md 8.1). */
export interface Application {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly account: string;
}

export interface RateLimit {
  readonly requests: number;
  readonly windowS: number;
}

/** The behaviour of the simulated service. A change of a field takes effect with the next request. */
export interface SandboxSettings {
  applications: readonly Application[];
  audience: string;
  /** Life of a token issued from now on, seconds. */
  tokenLifeS: number;
  /** Products whose scope a token issued from now on carries; a missing one answers 401 (service.md 7). */
  scopes: readonly Product[];
  /** With false, planning and tracking answer 403 (service.md 5.6). */
  accountValid: boolean;
  /** For each account and product; none = no limit. */
  rateLimits: Partial<Record<Product, RateLimit>>;
  /** The number of alerts, one for each ZIP code. Null: the weather decides. */
  alertCount: number | null;
  maxPageSize: number;
  defaultPageSize: number;
  /** The answer to a `pageSize` above the maximum: a 400, or smaller pages. */
  tooLarge: "reject" | "clamp";
  /** `ignored`: the service always answers with the first page. */
  pageParameter: "honoured" | "ignored";
  /** The rhythm in which `meta.generatedAt` moves on. */
  newData: "hourly" | "each-request";
  /** Seconds added to `meta.generatedAt`. A larger number means newer data. */
  newerByS: number;
  latencyMs: number;
  /** The time for which the server keeps an idle connection open. */
  keepAliveMs: number;
}

/** An application of the account `sandbox-account`; a second one shares that account. */
export const APPLICATION: Application = {
  clientId: "sandbox-client",
  clientSecret: "sandbox-secret-9b1d6c0e",
  account: "sandbox-account",
};
export const SECOND_APPLICATION: Application = {
  clientId: "sandbox-client-2",
  clientSecret: "sandbox-secret-2-47ac21f3",
  account: "sandbox-account",
};

export function defaultSettings(): SandboxSettings {
  return {
    applications: [APPLICATION, SECOND_APPLICATION],
    audience: "urn:coldroute-sandbox:public-api",
    tokenLifeS: 86_400,
    scopes: ["alerts", "risk", "planning", "tracking"],
    accountValid: true,
    rateLimits: { alerts: RATE_LIMIT, risk: RATE_LIMIT, planning: RATE_LIMIT, tracking: RATE_LIMIT },
    alertCount: null,
    maxPageSize: MAX_PAGE_SIZE,
    defaultPageSize: DEFAULT_PAGE_SIZE,
    tooLarge: "reject",
    pageParameter: "honoured",
    newData: "hourly",
    newerByS: 0,
    latencyMs: 0,
    keepAliveMs: 5_000,
  };
}
