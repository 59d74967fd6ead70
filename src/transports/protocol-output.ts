import { Writable } from "node:stream";

/**
 * Reserves standard output for the protocol. Messages go through the returned stream, and any other output (a stray
 * `console.log` of a dependency) to standard error. The stream closes when its reader has gone. That does not end the
 * process: it finishes a plan that is being sent.
 */
export function claimOutput(output: Writable, strays: () => Writable): Writable {
  const write = output.write.bind(output);
  const protocol = new Writable({ write: (chunk, encoding, done) => void write(chunk, encoding, done) });
  // The SDKs add a listener for each waiting answer. That is no leak, so node must not warn.
  protocol.setMaxListeners(0);
  // Standard error opens at the first stray output: earlier it would cost each start two milliseconds.
  output.write = ((...args: Parameters<Writable["write"]>) => strays().write(...args)) as typeof output.write;
  output.removeAllListeners("error");
  output.on("error", () => protocol.destroy());
  output.once("close", () => protocol.destroy());
  protocol.on("error", () => undefined);
  return protocol;
}
