import { promisify } from "node:util";
import { gunzip, gzipSync } from "node:zlib";

const unpack = promisify(gunzip);
const PACKED = gzipSync("as good as nothing");

/** After this many turns of the event loop without activity, none will follow. */
const QUIET_TURNS = 8;

/** After this real time the sockets are broken, not slow. */
const MAX_MS = 20_000;

/** The client and the service, as seen from outside. */
export interface Watched {
  /** A number that grows with every event. */
  activity(): number;
  /** Whether client and service agree on which requests are open. */
  isEven(): boolean;
  /** Whether another thread may be at work. Reading resets it. */
  takeUnpacking(): boolean;
}

/**
 * Waits until nothing more can happen while time stands still. Both ends run in this process. What one end writes, the
 * other can read in its next turn, so no real time need pass.
 */
export async function untilQuiet(watched: Watched): Promise<void> {
  const endMs = performance.now() + MAX_MS;
  let seen = watched.activity();
  let quietTurns = 0;
  while (quietTurns < QUIET_TURNS || !watched.isEven()) {
    await new Promise((resolve) => setImmediate(resolve));
    quietTurns += 1;
    if (quietTurns >= QUIET_TURNS && watched.takeUnpacking()) {
      for (let times = 0; times < 4; times += 1) await Promise.all(Array.from({ length: 8 }, () => unpack(PACKED)));
      quietTurns = 0;
    }
    if (watched.activity() !== seen) {
      seen = watched.activity();
      quietTurns = 0;
    }
    if (performance.now() > endMs) throw new Error("client and service do not come to rest");
  }
}
