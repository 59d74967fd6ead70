import type { Origin, Product } from "../domain/product.ts";
import type { Clock } from "../runtime/clock.ts";
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE, RATE_LIMIT } from "./world/invented.ts";

export type { Origin, Product } from "../domain/product.ts";

/** The four products of the service. Each has its own rate limit (service.md 8.1). */
export const PRODUCTS: readonly Product[] = ["alerts", "risk", "planning", "tracking"];
export const ORIGINS: readonly Origin[] = ["token", ...PRODUCTS];

/** The credentials of the one application. */
export const CLIENT_ID = "sandbox-client";
export const CLIENT_SECRET = "sandbox-secret-9b1d6c0e";
export const AUDIENCE = "urn:coldroute-sandbox:public-api";

export interface RateLimit {
  readonly requests: number;
  readonly windowS: number;
}

/** The behaviour of the simulated service. */
export interface SandboxSettings {
  /** Life of tokens issued from now on, in seconds. */
  tokenLifeS: number;
  /** Products whose scope new tokens carry. Calls of any other product get 401 (service.md 7). */
  scopes: readonly Product[];
  /** If false, planning and tracking answer 403 (service.md 5.6). */
  accountValid: boolean;
  /** A missing product has no limit. */
  rateLimits: Partial<Record<Product, RateLimit>>;
  /** The number of alerts, one per ZIP code. If null, the weather decides. */
  alertCount: number | null;
  maxPageSize: number;
  defaultPageSize: number;
  /** How long the server keeps an idle connection open. */
  keepAliveMs: number;
}

/** What each part of a sandbox works by. */
export interface SandboxContext {
  readonly clock: Clock;
  readonly settings: SandboxSettings;
  readonly seed: number;
}

export function defaultSettings(): SandboxSettings {
  return {
    tokenLifeS: 86_400,
    scopes: PRODUCTS,
    accountValid: true,
    rateLimits: { alerts: RATE_LIMIT, risk: RATE_LIMIT, planning: RATE_LIMIT, tracking: RATE_LIMIT },
    alertCount: null,
    maxPageSize: MAX_PAGE_SIZE,
    defaultPageSize: DEFAULT_PAGE_SIZE,
    keepAliveMs: 5_000,
  };
}
