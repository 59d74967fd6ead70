import { Writable } from "node:stream";

/**
 * Reserves standard output for the messages in the returned stream; a stray `console.log` goes to `strays`. The stream
 * closes when its reader has gone. That does not end the process, which may be sending a plan.
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
