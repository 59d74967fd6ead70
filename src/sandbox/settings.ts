import { byProduct, type Origin, PRODUCT_NAMES, type Product } from "../domain/product.ts";
import type { Clock } from "../runtime/clock.ts";

export type { Origin, Product } from "../domain/product.ts";

export const ORIGINS: readonly Origin[] = ["token", ...PRODUCT_NAMES];

export const CLIENT_ID = "sandbox-client";
export const CLIENT_SECRET = "sandbox-secret-9b1d6c0e";
export const AUDIENCE = "urn:coldroute-sandbox:public-api";

export interface SandboxSettings {
  /** Applies to new tokens. */
  tokenLifeS: number;
  /** The products that new tokens may call. Calls of any other product get 401 (service.md 7). */
  scopes: readonly Product[];
  /** A missing product has no limit. */
  rateLimits: Partial<Record<Product, { readonly requests: number; readonly windowS: number }>>;
  /** How many ZIP codes have an alert. If null, the weather decides. */
  alertCount: number | null;
  maxPageSize: number;
  defaultPageSize: number;
}

export interface SandboxContext {
  readonly clock: Clock;
  readonly settings: SandboxSettings;
  readonly seed: number;
}

export function defaultSettings(): SandboxSettings {
  const limit = { requests: 6_000, windowS: 60 };
  return {
    tokenLifeS: 86_400,
    scopes: PRODUCT_NAMES,
    rateLimits: byProduct(PRODUCT_NAMES, () => limit),
    alertCount: null,
    maxPageSize: 50_000,
    defaultPageSize: 1_000,
  };
}
