import { type Clock, remainingMs, sleep } from "../../runtime/clock.ts";
import type { Account, Lease, SharedValue } from "../model/account.ts";
import { opened, sealed } from "./seal.ts";
import type { Store } from "./store.ts";

/** How often a process asks whether another has made what it waits for. */
const POLL_MS = 50;
/** How long the silence of the store is borne: a value is worth more than an attempt. Once it is lost, nobody waits. */
const PATIENCE_MS = 1_000;
/** A larger box is not shared. */
const MAX_BOX_BYTES = 8 * 1024 * 1024;

/** For a process that makes a value for itself alone. */
const UNSHARED: Lease = { id: 0, put: () => undefined, release: () => undefined };

interface ValueParts {
  readonly store: Store;
  readonly clock: Clock;
  /** Seals them; `undefined` where the secret cannot be read. */
  secretKey(): Promise<Uint8Array | undefined>;
  keyOf(name: string): string;
  onHeld(): void;
}

/** Values that one process makes for all, and its leases meanwhile. */
export class Values {
  readonly #parts: ValueParts;
  /** Fences by the key of their value. */
  readonly #held = new Map<string, string>();

  constructor(parts: ValueParts) {
    this.#parts = parts;
  }

  get isHolding(): boolean {
    return this.#held.size > 0;
  }

  readonly take: Account["take"] = async (name, limits, known) => {
    const { store, clock } = this.#parts;
    const secretKey = await this.#parts.secretKey();
    if (secretKey === undefined) return UNSHARED;
    const key = this.#parts.keyOf(name);
    let unwanted = [String(known?.id ?? 0), known?.isRefused ? "1" : "0"];
    let patientUntilMs = clock.monotonicMs() + (store.lost === undefined ? PATIENCE_MS : 0);
    for (;;) {
      const [kind, id, box] = (await store.run("take", [key, `${key}:lease`], unwanted)) ?? [];
      if (kind === 0) return this.#lease(key, String(id), secretKey);
      const value = Buffer.isBuffer(box) ? await opened(secretKey, key, box, store.nowMs()) : undefined;
      if (value !== undefined) {
        const { json, madeMs } = value as { readonly json: unknown; readonly madeMs: number };
        return { id: Number(id), json, ageMs: Math.max(0, store.nowMs() - madeMs) } satisfies SharedValue;
      }
      // Of another secret, or planted: it would be in everybody's way.
      if (kind === 1) unwanted = [String(id), "1"];
      const nowMs = clock.monotonicMs();
      if (kind !== undefined) patientUntilMs = nowMs + PATIENCE_MS;
      const waitMs = kind === 1 ? 0 : Math.min(POLL_MS, remainingMs(clock, limits));
      const isOver = nowMs >= patientUntilMs || remainingMs(clock, limits) === 0;
      if (isOver || !(await sleep(clock, waitMs, limits.signal))) return UNSHARED;
    }
  };

  async renew(what: "renew" | "end"): Promise<void> {
    await Promise.all([...this.#held].map(([key, fence]) => this.#put(key, [fence, what])));
  }

  #lease(key: string, fence: string, secretKey: Uint8Array): Lease {
    const { store } = this.#parts;
    this.#held.set(key, fence);
    this.#parts.onHeld();
    let isOver = false;
    const end = async (box: Promise<Buffer> | undefined, lifeMs: number): Promise<void> => {
      isOver = true;
      const value = await box;
      this.#held.delete(key);
      const isFit = value !== undefined && value.length <= MAX_BOX_BYTES && lifeMs > 0;
      await this.#put(key, isFit ? [fence, "put", String(Math.ceil(lifeMs)), value] : [fence, "end"]);
    };
    return {
      id: Number(fence),
      put: (json, ageMs, lifeMs) => {
        if (isOver) return;
        const [madeMs, restMs] = [store.nowMs() - ageMs, lifeMs - ageMs];
        void end(sealed(secretKey, key, { json, madeMs }, madeMs + lifeMs), restMs);
      },
      release: () => {
        if (!isOver) void end(undefined, 0);
      },
    };
  }

  #put(key: string, args: readonly (string | Buffer)[]): Promise<unknown> {
    return this.#parts.store.run("put", [key, `${key}:lease`], args);
  }
}
