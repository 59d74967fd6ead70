import type { Readable } from "node:stream";

const NEWLINE = 10;

/**
 * Passes on each line of `input`, without its newline and a byte order mark; undefined for one of more than `maxBytes`.
 * The returned function reads no further, and completes a last line without newline.
 */
export function readLines(input: Readable, maxBytes: number, take: (line: string | undefined) => void): () => void {
  let parts: Buffer[] = [];
  let bytes = 0;
  const add = (part: Buffer): void => {
    bytes += part.length;
    if (bytes > maxBytes) parts = [];
    else parts.push(part);
  };
  const complete = (): void => {
    const line = bytes > maxBytes ? undefined : new TextDecoder().decode(Buffer.concat(parts));
    parts = [];
    bytes = 0;
    take(line);
  };
  const onData = (chunk: Buffer): void => {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      add(chunk.subarray(start, end));
      complete();
      start = end + 1;
    }
    add(chunk.subarray(start));
  };
  input.on("data", onData);
  return () => {
    input.off("data", onData).pause();
    if (bytes > 0) complete();
  };
}
