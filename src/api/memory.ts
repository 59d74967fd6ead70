import { LRUCache } from "lru-cache";
import { type Clock, elapsedMs, type Moment } from "../runtime/clock.ts";
import type { Product } from "./failure.ts";
import type { MemoryStatus } from "./status.ts";
import type { CallUsage } from "./usage.ts";

/** How old an answer may be that stands in for a failed request (DESIGN 4, memory). */
const STALE_MS = 3_600_000;

/** Characters of response bodies kept: room for several full alert sets of about 41,000 records. */
const MAX_SIZE = 24 * 1024 * 1024;

/** What an entry takes beside its body. */
const ENTRY_SIZE = 2048;

/** What was asked for so long before a call came is older than its question; less is told of no age. */
const OLDER_MS = 1_000;

/** An answer and when its oldest part was asked for. */
export interface Remembered<T> {
  readonly value: T;
  readonly since: Moment;
}

/** An answer, how old it is, and whether it is within its TTL. */
export interface Aged<T> {
  readonly entry: Remembered<T>;
  readonly ageMs: number;
  readonly fresh: boolean;
}

/**
 * Answers of one product, by key. Ages are ours, by the injected clock and the larger of wall and monotonic time, so
 * lru-cache only bounds what is kept (its own `ttl` knows one clock, and 0 means for ever).
 */
export class Memory<T extends object> {
  readonly #clock: Clock;
  readonly #ttlMs: number;
  readonly #entries: LRUCache<string, Remembered<T>>;

  /** @param ttlMs How long an answer counts as fresh; 0 keeps nothing at all. */
  constructor(clock: Clock, ttlMs: number) {
    this.#clock = clock;
    this.#ttlMs = ttlMs;
    this.#entries = new LRUCache({ maxSize: MAX_SIZE });
  }

  /** The answer under `key`; nothing older than an hour, or than its TTL where that is longer. */
  get(key: string): Aged<T> | undefined {
    const entry = this.#entries.get(key);
    const aged = entry && this.aged(entry);
    if (aged === undefined) this.#entries.delete(key);
    return aged;
  }

  /** The same of what is not, or not yet, kept here. */
  aged<Other>(entry: Remembered<Other>): Aged<Other> | undefined {
    const ageMs = elapsedMs(this.#clock, entry.since);
    if (this.#ttlMs === 0 || ageMs >= Math.max(STALE_MS, this.#ttlMs)) return undefined;
    return { entry, ageMs, fresh: ageMs < this.#ttlMs };
  }

  status(): MemoryStatus {
    const answers = this.#entries.size;
    return { answers, characters: this.#entries.calculatedSize - answers * ENTRY_SIZE };
  }

  /** @param size Characters of the response bodies. */
  set(key: string, entry: Remembered<T>, size: number): void {
    if (this.#ttlMs > 0) this.#entries.set(key, entry, { size: size + ENTRY_SIZE });
  }
}

/**
 * Tells the age of an answer that was asked for `since` where that is before the call itself was `asked`, by either clock
 * (DESIGN 4, time): the two moments are held against each other, since a clock may have been set after both.
 */
export function tellAge(clock: Clock, usage: CallUsage, product: Product, since: Moment, asked: Moment): void {
  const beforeMs = Math.max(asked.wallMs - since.wallMs, asked.monotonicMs - since.monotonicMs);
  if (beforeMs >= OLDER_MS) usage.answeredFromMemory(product, elapsedMs(clock, since));
}
