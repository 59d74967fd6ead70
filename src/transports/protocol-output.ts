import { Writable } from "node:stream";

/**
 * Reserves standard output for the protocol. Messages go through the returned stream, and any other output (a stray
 * `console.log` of a dependency) to `strays`. The stream closes when its reader has gone. That does not end the process:
 * it finishes a plan that is being sent.
 */
export function claimOutput(output: Writable, strays: (text: string) => void): Writable {
  const write = output.write.bind(output);
  const protocol = new Writable({
    decodeStrings: false,
    write: (chunk, encoding, done) => void write(chunk, encoding, done),
  });
  output.write = (chunk: unknown) => {
    strays(String(chunk).trimEnd());
    return true;
  };
  output.on("error", () => protocol.destroy());
  output.once("close", () => protocol.destroy());
  protocol.on("error", () => undefined);
  return protocol;
}
