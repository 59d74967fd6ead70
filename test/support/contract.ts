/*
 * Numbers of the contract (docs/guarantees.md), as the black-box tests hold the client to them. Each stands here once, and
 * nowhere is it taken from the source.
 */

/** Retries: attempts of one request at most. */
export const MAX_ATTEMPTS = 4;

/** Paging: sizes asked for one after the other, each when the one before it was refused; 0 leaves it to the service. */
export const PAGE_SIZES: readonly number[] = [50_000, 10_000, 1_000, 0];

/** Retries: the whole of the first backoff; each is twice as long as the one before. */
export const FIRST_BACKOFF_MS = 500;

/** Rate limit: requests of one product under way at most. */
export const MAX_IN_FLIGHT = 8;

/** Paging: pages under way at most, and how long what was learned of them is remembered. */
export const PAGES_AT_ONCE = 4;
export const LEARNED_MS = 3_600_000;

/** Memory: how old an answer may be that stands in for one that cannot be had. */
export const STALE_MS = 3_600_000;

/** Token: how long before its end it is refreshed, as a share of its life and at most. */
export const MARGIN_SHARE = 0.1;
export const MAX_MARGIN_MS = 600_000;

/** Token: how long a second 401 keeps a product from exchanges, and how long a failed exchange is remembered. */
export const SCOPE_MISSING_MS = 60_000;
export const REFUSAL_HOLD_MS = 60_000;
export const MAX_REFUSAL_HOLD_MS = 600_000;
export const FAILURE_HOLD_MS = 5_000;

/** The tools, in the order listed. */
export const TOOLS = [
  { name: "check_heat_alerts", product: "alerts", creates: false, needsAudience: true },
  { name: "get_five_day_risk", product: "risk", creates: false, needsAudience: true },
  { name: "plan_shipment", product: "planning", creates: true, needsAudience: true },
  { name: "track_package", product: "tracking", creates: false, needsAudience: false },
] as const;

/** The names of the tools, in the order listed. */
export const TOOL_NAMES: readonly string[] = TOOLS.map(({ name }) => name);
