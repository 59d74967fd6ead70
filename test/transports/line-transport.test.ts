import { PassThrough } from "node:stream";
import type { JSONRPCMessage } from "@modelcontextprotocol/sdk/types.js";
import { expect, test } from "vitest";
import { LineTransport } from "../../src/transports/line-transport.ts";
import { claimOutput } from "../../src/transports/protocol-output.ts";

/** Whether requests are open once `request` has come in and `reply` has been sent. */
async function isIdleAfter(request: object, reply: JSONRPCMessage): Promise<boolean> {
  const input = new PassThrough();
  const output = new PassThrough();
  const transport = new LineTransport(
    input,
    claimOutput(output.resume(), () => new PassThrough()),
    async () => ({
      serve: async () => undefined,
      objection: () => undefined,
    }),
  );
  const read = transport.read();
  input.end(`${JSON.stringify({ jsonrpc: "2.0", ...request })}\n`);
  await read;
  await transport.send(reply);
  return Promise.race([
    transport.idle().then(() => true),
    new Promise<boolean>((resolve) => setImmediate(resolve, false)),
  ]);
}

const LISTEN = { id: 7, method: "subscriptions/listen", params: { notifications: {} } };

test.each([
  ["an answer", { jsonrpc: "2.0", id: 7, result: {} }, true],
  ["another's answer", { jsonrpc: "2.0", id: 8, result: {} }, false],
  [
    "the acknowledgement of a subscription, which then stays open",
    {
      jsonrpc: "2.0",
      method: "notifications/subscriptions/acknowledged",
      params: { _meta: { "io.modelcontextprotocol/subscriptionId": 7 } },
    },
    true,
  ],
  ["some other notification", { jsonrpc: "2.0", method: "notifications/message", params: {} }, false],
] as const)("nothing waits for a request after %s: %s", async (_, reply, idle) => {
  expect(await isIdleAfter(LISTEN, reply)).toBe(idle);
});
