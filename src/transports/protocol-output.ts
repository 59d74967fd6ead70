import type { Writable } from "node:stream";

/** Where protocol lines go, and nothing else. */
export interface ProtocolOutput {
  /** Resolves when the line is handed to the system, or the reader is gone. Never rejects. */
  write(line: string): Promise<void>;
  /** More is waiting than the stream wants to hold. */
  readonly full: boolean;
  /** Resolves when the reader has closed its end. */
  readonly gone: Promise<void>;
  /** Resolves when everything written so far is handed to the system. */
  flush(): Promise<void>;
}

/**
 * Takes standard output for the protocol alone: from now on whatever else writes there (a stray `console.log` of a
 * dependency) ends up on standard error.
 */
export function claimOutput(output: Writable, strays: () => Writable): ProtocolOutput {
  const write = output.write.bind(output);
  // The other stream is not opened before something strays: that would cost a start two milliseconds.
  output.write = ((...args: Parameters<Writable["write"]>) => strays().write(...args)) as typeof output.write;
  let isGone = false;
  let last: Promise<void> = Promise.resolve();
  const gone = new Promise<void>((resolve) => {
    const onGone = (): void => {
      isGone = true;
      resolve();
    };
    output.once("close", onGone);
    // EPIPE, or anything else that leaves nobody to answer.
    output.on("error", onGone);
  });
  return {
    write: (line) => {
      if (isGone) return Promise.resolve();
      const written = new Promise<void>((resolve) => write(line, () => resolve()));
      last = Promise.race([written, gone]);
      return last;
    },
    get full() {
      return output.writableNeedDrain;
    },
    gone,
    flush: () => last,
  };
}
