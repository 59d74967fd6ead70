import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import type { JSONRPCMessage } from "@modelcontextprotocol/sdk/types.js";
import { IDENTITY, INSTRUCTIONS } from "../config/identity.ts";
import { callContext } from "./call-context.ts";
import type { Message } from "./message.ts";
import { CAPABILITIES, type Responder } from "./methods.ts";

/** MCP 2024-11-05 to 2025-11-25 on stdio. Resolves with the function that takes the client's messages. */
export async function serveSdk1(
  send: (message: object) => void,
  answer: Responder,
  onerror: (error: Error) => void,
): Promise<(message: Message) => void> {
  const server = new Server(IDENTITY, { instructions: INSTRUCTIONS, capabilities: CAPABILITIES });
  server.onerror = onerror;
  // The SDK never shows a registered handler the arguments of `tools/call` that its own schema refuses.
  server.fallbackRequestHandler = ({ method, params = {} }, extra) => {
    const { requestId: rpcId, signal, _meta: meta, sendNotification: notify } = extra;
    const capabilities = server.getClientCapabilities();
    return answer(method, params, callContext({ rpcId, signal, meta, notify, capabilities }));
  };
  const transport: Transport = {
    start: async () => undefined,
    send: async (message) => send(message),
    close: async () => undefined,
  };
  await server.connect(transport);
  return (message) => transport.onmessage?.(message as JSONRPCMessage);
}
