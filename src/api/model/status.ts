import { LRUCache } from "lru-cache";
import type { DataProduct, Product } from "../../domain/product.ts";

export interface ProductUsage {
  readonly billed: number;
  /** Requests without an answer, which the service may have billed. */
  readonly maybeBilled: number;
}

/** The bill of one UTC day (`yyyy-MM-dd`). Leaves out products without a billed or perhaps billed request. */
export interface DayUsage {
  readonly date: string;
  readonly products: Readonly<Partial<Record<Product, ProductUsage>>>;
}

/** `bytes` is an estimate. */
export interface MemoryStatus {
  readonly answers: number;
  readonly bytes: number;
}

/** Values of queries and records since the start: examples for new queries, not a complete list. */
export interface SeenValues {
  readonly levels: readonly string[];
  readonly risks: readonly string[];
  readonly granularities: readonly string[];
  /** With five-day risk, `yyyy-MM-dd`. */
  readonly dates: readonly string[];
}

/** The state that the account's processes share, as this process sees it. */
export interface AccountStatus {
  /** `alone`: this process cannot use the shared state, and relies on its own. */
  readonly state: "shared" | "alone";
  /** Why the process is alone: a code such as ECONNREFUSED or TIMEOUT, or the first word of a Redis error. */
  readonly cause?: string;
  /** The policy by which a full Redis drops keys, if it does and says so: it may drop the bill. */
  readonly eviction?: string;
  /** Billed and perhaps billed requests of all processes in this UTC day; null until this process sends its first. */
  readonly billedToday: number | null;
}

/** Holds no secret and no personal data. Reading it sends nothing. */
export interface ApiStatus {
  /** When this client was made (UTC). Its counts begin then. */
  readonly since: string;
  readonly token: { readonly ageSeconds: number; readonly expiresInSeconds: number } | null;
  /** The remaining cool-down of each product, rounded up. */
  readonly coolDownSeconds: Readonly<Record<Product, number>>;
  readonly memory: Readonly<Record<DataProduct, MemoryStatus>>;
  /** Absent if the configuration names no shared state. */
  readonly account?: AccountStatus;
  /** The latest days with a bill, at most three, oldest first. */
  readonly usage: readonly DayUsage[];
  readonly seen: SeenValues;
  /** Contract drift since the start: counts by path, such as `shipment.parcel.weight: invalid_type`. */
  readonly drift: ReadonlyMap<string, number>;
}

/** Of each kind, so that a hostile service cannot fill the memory. */
const MAX_SEEN_VALUES = 50;

const seenList = () => new LRUCache<string, true>({ max: MAX_SEEN_VALUES });

/** Distinct values of each kind, least recently seen first. */
export class SeenExamples {
  readonly #lists = { levels: seenList(), risks: seenList(), granularities: seenList(), dates: seenList() };

  /** Adds those of `values` that are texts. */
  add(kind: keyof SeenValues, values: readonly unknown[]): void {
    for (const value of new Set(values))
      if (typeof value === "string" && value !== "") this.#lists[kind].set(value, true);
  }

  values(): SeenValues {
    const { levels, risks, granularities, dates } = this.#lists;
    const listed = (list: typeof levels): readonly string[] => [...list.rkeys()];
    return { levels: listed(levels), risks: listed(risks), granularities: listed(granularities), dates: listed(dates) };
  }
}
