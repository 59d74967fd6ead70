import type { Origin, Product } from "../domain/product.ts";
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE, RATE_LIMIT } from "./world/invented.ts";

export type { Origin, Product } from "../domain/product.ts";

/** The four products of the service. Each has its own rate limit (service.md 8.1). */
export const PRODUCTS: readonly Product[] = ["alerts", "risk", "planning", "tracking"];
export const ORIGINS: readonly Origin[] = ["token", ...PRODUCTS];

/** One application. Several of one account share its rate limits (service.md 8.1). */
export interface Application {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly account: string;
}

export interface RateLimit {
  readonly requests: number;
  readonly windowS: number;
}

/** The behaviour of the simulated service. */
export interface SandboxSettings {
  applications: readonly Application[];
  audience: string;
  /** Life of tokens issued from now on, in seconds. */
  tokenLifeS: number;
  /** Products whose scope new tokens carry. Calls of any other product get 401 (service.md 7). */
  scopes: readonly Product[];
  /** If false, planning and tracking answer 403 (service.md 5.6). */
  accountValid: boolean;
  /** Per account and product. A missing product has no limit. */
  rateLimits: Partial<Record<Product, RateLimit>>;
  /** The number of alerts, one per ZIP code. If null, the weather decides. */
  alertCount: number | null;
  maxPageSize: number;
  defaultPageSize: number;
  /** The answer to a `pageSize` above the maximum: 400, or pages of the maximum. */
  tooLarge: "reject" | "clamp";
  /** `ignored`: the service always answers with the first page. */
  pageParameter: "honoured" | "ignored";
  /** How often `meta.generatedAt` advances. */
  newData: "hourly" | "each-request";
  /** Seconds added to `meta.generatedAt`. A larger number means newer data. */
  newerByS: number;
  latencyMs: number;
  /** How long the server keeps an idle connection open. */
  keepAliveMs: number;
}

/** An application of the account `sandbox-account`. `SECOND_APPLICATION` shares that account. */
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
