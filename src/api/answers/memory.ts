import { LRUCache } from "lru-cache";
import { type Failure, failureMayPass } from "../../domain/failure.ts";
import { HOUR_MS } from "../../domain/time-units.ts";
import type { MemoryStatus } from "../model/status.ts";

/** The greatest age at which an answer may stand in for a failed request (G-memory). */
const STALE_MS = HOUR_MS;

/** An answer requested this long before a call is told with its age. Concurrent calls share a younger one as live. */
export const OLDER_MS = 1_000;

/** Bytes of all answers kept together (G-memory). */
const MAX_BYTES = 64 * 1024 * 1024;

/** The heap that 41,000 records of two fields take, parsed and indexed, per byte of body. Wider records take less. */
const HEAP_BYTES_PER_BODY_BYTE = 2.3;
const ENTRY_BYTES = 2048;

/** Products whose answers are kept. */
export type Kept = "alerts" | "risk";

/** The service's answers by key, within one bound for all products: the least recently used makes room. */
export class Memory {
  // Readers judge ages themselves: lru-cache's `ttl` reads a clock of its own, and takes 0 for ever.
  readonly #entries = new LRUCache<string, object>({ maxSize: MAX_BYTES });

  /** Equal keys must mean an equal type. */
  get<T extends object>(product: Kept, key: string): T | undefined {
    return this.#entries.get(`${product} ${key}`) as T | undefined;
  }

  /** @param bodyBytes Bytes of the response bodies. */
  set(product: Kept, key: string, value: object, bodyBytes: number): void {
    const size = Math.ceil(bodyBytes * HEAP_BYTES_PER_BODY_BYTE) + ENTRY_BYTES;
    this.#entries.set(`${product} ${key}`, value, { size });
  }

  status(product: Kept): MemoryStatus {
    const entries = this.#entries.dump().filter(([key]) => key.startsWith(`${product} `));
    return { answers: entries.length, bytes: entries.reduce((sum, [, { size = 0 }]) => sum + size, 0) };
  }
}

/** Whether an answer of this age may stand in for `failure` (G-memory): after an outage, never after a refusal. */
export function mayStandIn(failure: Failure, ageMs: number, ttlMs: number): boolean {
  return ttlMs > 0 && ageMs < Math.max(STALE_MS, ttlMs) && failureMayPass(failure);
}
