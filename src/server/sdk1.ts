import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import type { JSONRPCMessage } from "@modelcontextprotocol/sdk/types.js";
import { IDENTITY, INSTRUCTIONS } from "../config/identity.ts";
import { callContext } from "./call-context.ts";
import type { Message } from "./message.ts";
import { CAPABILITIES, type Responder } from "./methods.ts";

/** Serves stdio with SDK 1.x: MCP 2024-11-05 to 2025-11-25. Resolves with the function that takes the client's messages. */
export async function serveSdk1(
  send: (message: object) => void,
  answer: Responder,
  onerror: (error: Error) => void,
): Promise<(message: Message) => void> {
  const server = new Server(IDENTITY, { instructions: INSTRUCTIONS, capabilities: CAPABILITIES });
  server.onerror = onerror;
  let protocolVersion: string | undefined;
  // With a handler for each method, the SDK would check arguments first and word the errors itself.
  server.fallbackRequestHandler = ({ method, params }, { requestId, signal, _meta, sendNotification }) => {
    const context = callContext(requestId, signal, _meta, sendNotification, server.getClientCapabilities());
    return answer(method, params ?? {}, { protocolVersion, ...context });
  };
  const transport: Transport = {
    start: async () => undefined,
    send: async (message) => {
      // The SDK does not expose the negotiated version.
      if (protocolVersion === undefined && "result" in message && typeof message.result["protocolVersion"] === "string")
        protocolVersion = message.result["protocolVersion"];
      send(message);
    },
    close: async () => undefined,
  };
  await server.connect(transport);
  return (message) => transport.onmessage?.(message as JSONRPCMessage);
}
