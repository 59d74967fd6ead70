import { LRUCache } from "lru-cache";
import type { Product } from "../../domain/product.ts";

/** Requests of one product on one UTC day. */
export interface ProductUsage {
  readonly billed: number;
  /** Sent without an answer: the service may have billed them. */
  readonly maybeBilled: number;
}

/** The bill of one UTC day (`yyyy-MM-dd`); products without a request are left out. */
export interface DayUsage {
  readonly date: string;
  readonly products: Readonly<Partial<Record<Product, ProductUsage>>>;
}

/** Answers that are kept, and the bytes that they take. */
export interface MemoryStatus {
  readonly answers: number;
  readonly bytes: number;
}

/** Values seen in answers since the start: examples of what may be asked for, not a complete list. */
export interface SeenValues {
  readonly levels: readonly string[];
  readonly granularities: readonly string[];
  /** Days of five-day risk that were answered, `yyyy-MM-dd`. */
  readonly dates: readonly string[];
}

/** The state that the processes of the account share, as this one sees it. */
export interface AccountStatus {
  /** `alone`: this process goes by what it knows itself. */
  readonly state: "shared" | "alone";
  /** Why it is alone: a system code such as ECONNREFUSED, or the first word of an error of Redis. */
  readonly cause?: string;
  /** Requests that all processes billed on this UTC day, for certain or perhaps, as last heard. */
  readonly billedToday: number;
}

/** The state of the client. It holds no secret and no personal data. Reading it sends nothing. */
export interface ApiStatus {
  /** When this client was made, UTC: what it counts begins there. */
  readonly since: string;
  /** `null` while there is no token. */
  readonly token: { readonly ageSeconds: number; readonly expiresInSeconds: number } | null;
  /** Seconds until each product may be asked again; 0 where it may be now. */
  readonly coolDownSeconds: Readonly<Record<Product, number>>;
  readonly memory: { readonly alerts: MemoryStatus; readonly risk: MemoryStatus };
  /** Absent where the process is alone by its configuration. */
  readonly account?: AccountStatus;
  /** The latest days, oldest first. */
  readonly usage: readonly DayUsage[];
  readonly seen: SeenValues;
  /** Contract drift since the start: paths such as `shipment.parcel.weight: invalid_type`, and how often each was seen. */
  readonly drift: ReadonlyMap<string, number>;
}

/** How many values of a kind are kept: a hostile service must not fill the memory with them. */
const MAX_DRIFT_VALUES = 50;

/** Different values, the least recently seen first; that one is forgotten first. */
export class Seen {
  readonly #values = new LRUCache<string, true>({ max: MAX_DRIFT_VALUES });

  add(value: string): void {
    this.#values.set(value, true);
  }

  list(): readonly string[] {
    return [...this.#values.rkeys()];
  }
}
