import type { Writable } from "node:stream";
import { systemClock } from "./clock.ts";
import { isDoneWithin } from "./waiting.ts";

const MAX_WAITING_CHARS = 1024 * 1024;
/** How long a stuck reader may delay the end of the process. */
const FLUSH_MS = 1_000;

let opened: Writable | undefined;
let waitingChars = 0;
let lostLines = 0;
/** The reader let a flush time out. */
let isStuck = false;

/** Writes a line to standard error. Never fails or blocks: unread lines beyond 1 MiB are dropped, and counted later. */
export function writeError(line: string): void {
  if (waitingChars > MAX_WAITING_CHARS) {
    lostLines += 1;
    return;
  }
  const lost = lostLines === 0 ? "" : `${JSON.stringify({ level: 40, lostLines, msg: "log lines were dropped" })}\n`;
  lostLines = 0;
  const text = `${lost}${line}\n`;
  waitingChars += text.length;
  // Node calls back after a failure, too. The stream's own count of waiting text is wrong then.
  standardError().write(text, () => {
    waitingChars -= text.length;
  });
}

/** Waits for a stuck reader only once, for one second. */
export async function errorWritten(): Promise<void> {
  if (opened === undefined || isStuck) return;
  isStuck = !(await isDoneWithin(systemClock, FLUSH_MS, new Promise((resolve) => opened?.write("", resolve))));
}

/** Opened at the first line: earlier, it would cost each start two milliseconds. */
function standardError(): Writable {
  // The reader may be gone, or the disk full. A lost line must not crash the process.
  opened ??= process.stderr.on("error", () => undefined);
  return opened;
}
