import { LRUCache } from "lru-cache";
import { type Failure, failureMayPass } from "../../domain/failure.ts";
import { byProduct, DATA_PRODUCTS, type DataProduct } from "../../domain/product.ts";
import { HOUR_MS } from "../../domain/time-units.ts";
import type { MemoryStatus } from "../model/status.ts";

/** Age limit of an answer that stands in for a failed request (G-memory). A longer TTL extends it. */
const STALE_MS = HOUR_MS;

/** A call reports the age of an answer requested this long before the call. A younger answer counts as live. */
export const REPORTED_AGE_MS = 1_000;

const MAX_BYTES = 64 * 1024 * 1024;

/** Heap per byte of body for 41,000 records of two fields, parsed and indexed. Wider records take less. */
const HEAP_BYTES_PER_BODY_BYTE = 2.3;
const ENTRY_BYTES = 2048;

/** All products share one bound (G-memory); the least recently used answer makes room. */
export class Memory {
  // Readers judge ages themselves: lru-cache's `ttl` reads its own clock, and its 0 means no expiry.
  readonly #entries = new LRUCache<string, object>({ maxSize: MAX_BYTES });

  /** Callers must use one type for each key. */
  get<T extends object>(product: DataProduct, key: string): T | undefined {
    return this.#entries.get(`${product} ${key}`) as T | undefined;
  }

  set(product: DataProduct, key: string, value: object, bodyBytes: number): void {
    const size = Math.ceil(bodyBytes * HEAP_BYTES_PER_BODY_BYTE) + ENTRY_BYTES;
    this.#entries.set(`${product} ${key}`, value, { size });
  }

  status(): Readonly<Record<DataProduct, MemoryStatus>> {
    const dump = this.#entries.dump();
    return byProduct(DATA_PRODUCTS, (product) => {
      const entries = dump.filter(([key]) => key.startsWith(`${product} `));
      return { answers: entries.length, bytes: entries.reduce((sum, [, { size = 0 }]) => sum + size, 0) };
    });
  }
}

/** Whether an answer of this age may stand in for `failure` (G-memory): after an outage, never after a refusal. */
export function mayStandIn(failure: Failure, ageMs: number, ttlMs: number): boolean {
  return ttlMs > 0 && ageMs < Math.max(STALE_MS, ttlMs) && failureMayPass(failure);
}
