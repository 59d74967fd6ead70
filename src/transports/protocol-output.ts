import { Writable } from "node:stream";

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
    // Whoever writes may wait for this callback.
    const onWritten = more.find((argument): argument is () => void => typeof argument === "function");
    if (onWritten !== undefined) queueMicrotask(onWritten);
    return true;
  };
  output.on("error", () => protocol.destroy());
  output.once("close", () => protocol.destroy());
  protocol.on("error", () => undefined);
  return protocol;
}
