import type { ToolEntry } from "../../src/domain/tool-list.ts";

/* Numbers of the contract (docs/guarantees.md) for black-box tests. Each stands here once, never taken from the source. */

/** Retries: attempts of one request at most. */
export const MAX_ATTEMPTS = 4;

/** Paging: the sizes asked for in turn, each after a refusal of the one before. 0 leaves the size to the service. */
export const PAGE_SIZES: readonly number[] = [50_000, 10_000, 1_000, 0];

/** Retries: the longest first backoff. Each later one is twice as long. */
export const FIRST_BACKOFF_MS = 500;

/** Rate limit: requests of one product under way at most. */
export const MAX_IN_FLIGHT = 8;

/** Paging: the life of what a reading learned about pages. */
export const LEARNED_MS = 3_600_000;

/** Token: the hold after an exchange that failed without being refused. */
export const FAILURE_HOLD_MS = 5_000;

/** The tools, in the order listed. */
export const TOOLS: readonly ToolEntry[] = [
  { name: "check_heat_alerts", product: "alerts", creates: false },
  { name: "get_five_day_risk", product: "risk", creates: false },
  { name: "plan_shipment", product: "planning", creates: true },
  { name: "track_package", product: "tracking", creates: false },
];

/** The names of the tools, in the order listed. */
export const TOOL_NAMES: readonly string[] = TOOLS.map(({ name }) => name);
