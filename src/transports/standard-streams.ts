import { type Readable, Writable } from "node:stream";

const NEWLINE = 10;

/**
 * Passes each line of `input` to `take`, or undefined for one over `maxBytes`. Returns a function that stops this. The last
 * line needs no newline if the input has ended; if it has not, the line may be half a message, and is dropped.
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
    // TextDecoder drops a byte order mark.
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
    if (bytes > 0 && input.readableEnded) complete();
  };
}

/**
 * Reserves standard output for the returned stream of messages; a stray `console.log` goes to `strays`. If the reader
 * leaves, the stream closes, but the process continues: it may be sending a plan.
 */
export function claimOutput(output: Writable, strays: (text: string) => void): Writable {
  const write = output.write.bind(output);
  const protocol = new Writable({
    decodeStrings: false,
    write: (chunk, encoding, done) => void write(chunk, encoding, done),
  });
  output.write = (chunk: unknown, ...more: readonly unknown[]) => {
    strays(String(chunk).trimEnd());
    // A caller of `write` may wait for this callback.
    const onWritten = more.find((argument): argument is () => void => typeof argument === "function");
    if (onWritten !== undefined) queueMicrotask(onWritten);
    return true;
  };
  output.on("error", () => protocol.destroy());
  output.once("close", () => protocol.destroy());
  protocol.on("error", () => undefined);
  return protocol;
}
