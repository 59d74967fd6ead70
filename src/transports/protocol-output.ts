import { Writable } from "node:stream";

/**
 * Takes standard output for the protocol alone: what a client is sent goes through the stream returned, and whatever else
 * writes there (a stray `console.log` of a dependency) ends up on standard error. The stream closes when its reader has
 * gone. That ends no process: a plan that is being sent is finished first.
 */
export function claimOutput(output: Writable, strays: () => Writable): Writable {
  const write = output.write.bind(output);
  const protocol = new Writable({ write: (chunk, encoding, done) => void write(chunk, encoding, done) });
  // The SDKs listen once for each answer that waits for its reader: no leak, and no warning of one.
  protocol.setMaxListeners(0);
  // Standard error is not opened before something strays: that would cost a start two milliseconds.
  output.write = ((...args: Parameters<Writable["write"]>) => strays().write(...args)) as typeof output.write;
  output.removeAllListeners("error");
  output.on("error", () => protocol.destroy());
  output.once("close", () => protocol.destroy());
  protocol.on("error", () => undefined);
  return protocol;
}
