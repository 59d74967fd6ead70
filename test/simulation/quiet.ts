import { promisify } from "node:util";
import { gunzip, gzipSync } from "node:zlib";

const unpack = promisify(gunzip);
const PACKED = gzipSync("as good as nothing");

/** Turns of the event loop without any activity after which none is to come. */
const QUIET_TURNS = 8;

/** Beyond this the sockets are broken, not slow. Real time. */
const MAX_MS = 20_000;

/** The activity to watch for. */
export interface Watched {
  /** Grows with all that happens. */
  activity(): number;
  /** Whether client and service are of one mind about which requests are open. */
  isEven(): boolean;
  /** Tells once that another thread may be at work. */
  takeUnpacking(): boolean;
}

/**
 * Waits until nothing more can happen while time stands still. Both ends are in this process, so what one has written the
 * other finds readable in its next turn: no real time needs to go by.
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
