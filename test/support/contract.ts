import type { ToolEntry } from "../../src/domain/tool-entry.ts";

/* Numbers of the contract (docs/guarantees.md) for black-box tests. Each stands here once, never taken from the source. */

/** Retries: attempts of one request at most. */
export const MAX_ATTEMPTS = 4;

/** Paging: the sizes asked for in turn, each after a refusal of the one before. 0 leaves the size to the service. */
export const PAGE_SIZES: readonly number[] = [50_000, 10_000, 1_000, 0];

/** Retries: the longest first backoff. Each later one is twice as long. */
export const FIRST_BACKOFF_MS = 500;

/** Rate limit: requests of one product under way at most. */
export const MAX_IN_FLIGHT = 8;

/** Paging: the most pages under way, and the life of what a reading learned about pages. */
export const PAGES_AT_ONCE = 4;
export const LEARNED_MS = 3_600_000;

/** Memory: the greatest age of a stale answer. */
export const STALE_MS = 3_600_000;

/** Token: the margin of its refresh, as a share of its life and at most. */
export const MARGIN_SHARE = 0.1;
export const MAX_MARGIN_MS = 600_000;

/** Token: the holds after a second 401, after a refused exchange (first and longest), and after another failure. */
export const SCOPE_MISSING_MS = 60_000;
export const REFUSAL_HOLD_MS = 60_000;
export const MAX_REFUSAL_HOLD_MS = 600_000;
export const FAILURE_HOLD_MS = 5_000;

/** The tools, in the order listed. */
export const TOOLS: readonly ToolEntry[] = [
  { name: "check_heat_alerts", product: "alerts", creates: false, needsAudience: true },
  { name: "get_five_day_risk", product: "risk", creates: false, needsAudience: true },
  { name: "plan_shipment", product: "planning", creates: true, needsAudience: true },
  { name: "track_package", product: "tracking", creates: false, needsAudience: false },
];

/** The names of the tools, in the order listed. */
export const TOOL_NAMES: readonly string[] = TOOLS.map(({ name }) => name);
