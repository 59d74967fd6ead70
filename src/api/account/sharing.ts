import { success } from "../../domain/failure.ts";
import { type Clock, every, remainingMs, sleep } from "../../runtime/clock.ts";
import type { Account, Kept, Made } from "../model/account.ts";
import { LEASE_MS } from "./scripts.ts";
import { opened, sealed } from "./seal.ts";
import type { Argument, Store } from "./store.ts";

/** How often a process asks for a value that another process makes, and how often it renews its own lease. */
const POLL_MS = 50;
const RENEW_MS = 1_000;
/** How long a call waits for a silent store, which may only be late. Without it, every process asks and is billed. */
const PATIENCE_MS = 1_000;
/** A larger box is not shared. */
const MAX_BOX_BYTES = 8 * 1024 * 1024;

interface SharingParts {
  readonly store: Store;
  readonly clock: Clock;
  /** The key that seals shared values; `undefined` if the secret cannot be read. */
  secretKey(): Promise<Uint8Array | undefined>;
  /** The store's key for `name`. */
  keyOf(name: string): string;
}

/** Lets one process make a value for all, under a lease with a fence. */
export function sharing({ store, clock, secretKey, keyOf }: SharingParts): Account["share"] {
  /** Renews the lease until `keeping` settles. Then ends it, and stores the value if there is one to share. */
  const lease = async (key: string, fence: string, seal: Uint8Array, keeping: Promise<Kept<Made>>): Promise<void> => {
    const put = (...args: readonly Argument[]) => store.run("put", [key, `${key}:lease`], [fence, ...args]);
    const cancel = every(clock, RENEW_MS, () => void put(String(LEASE_MS)));
    const boxed = async (): Promise<readonly Argument[]> => {
      const { made, lifeMs } = await keeping;
      const ageMs = made.ok ? clock.monotonicMs() - made.value.sentMs : 0;
      if (ageMs >= lifeMs) return [];
      // The time of the request, or of a failure, on the store's clock.
      const atMs = store.nowMs() - ageMs;
      const box = await sealed(seal, key, { made, atMs }, atMs + lifeMs);
      return box.length > MAX_BOX_BYTES ? [] : [String(Math.ceil(lifeMs - ageMs)), box];
    };
    const box = await boxed().catch(() => []);
    cancel();
    await put("0", ...box);
  };

  return async (name, limits, make, keep, unwanted = 0) => {
    const seal = await secretKey();
    const key = keyOf(name);
    let deletedId = unwanted;
    // A call does not wait for a store that is already lost.
    let patientUntilMs = clock.monotonicMs() + (store.lost === undefined ? PATIENCE_MS : 0);
    while (seal !== undefined) {
      const [kind, id, box] = (await store.run("take", [key, `${key}:lease`], [String(deletedId)])) ?? [];
      if (kind === 0) {
        const making = make();
        void lease(key, String(id), seal, making.then(keep));
        const made = await making;
        return made.ok ? success({ ...made.value, id: Number(id) }) : made;
      }
      const value = Buffer.isBuffer(box) ? await opened(seal, key, box, store.nowMs()) : undefined;
      if (value !== undefined) {
        const { made, atMs } = value as { readonly made: Awaited<ReturnType<typeof make>>; readonly atMs: number };
        const sentMs = clock.monotonicMs() - Math.max(0, store.nowMs() - atMs);
        return made.ok ? success({ ...made.value, sentMs, id: Number(id) }) : made;
      }
      // The box is sealed with another secret, or planted. Left there, it would block every process.
      if (kind === 1) deletedId = Number(id);
      const nowMs = clock.monotonicMs();
      if (kind !== undefined) patientUntilMs = nowMs + PATIENCE_MS;
      const restMs = remainingMs(clock, limits);
      const waitMs = kind === 1 ? 0 : Math.min(POLL_MS, restMs);
      if (restMs === 0 || nowMs >= patientUntilMs || !(await sleep(clock, waitMs, limits.signal))) break;
    }
    return make();
  };
}
