import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import type { RequestHandlerExtra } from "@modelcontextprotocol/sdk/shared/protocol.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import type { JSONRPCMessage, Request, ServerNotification, ServerRequest } from "@modelcontextprotocol/sdk/types.js";
import { RequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { z } from "zod";
import { IDENTITY, INSTRUCTIONS } from "../config/identity.ts";
import { callContext } from "./call-context.ts";
import type { Message } from "./message.ts";
import { CAPABILITIES, REGISTERED_METHODS, type Responder } from "./methods.ts";

/** MCP 2024-11-05 to 2025-11-25 on stdio. Resolves with the function that takes the client's messages. */
export async function serveSdk1(
  send: (message: object) => void,
  respond: Responder,
  onerror: (error: Error) => void,
): Promise<(message: Message) => void> {
  const server = new Server(IDENTITY, { instructions: INSTRUCTIONS, capabilities: CAPABILITIES });
  server.onerror = onerror;
  const handle = (
    { method, params = {} }: Request,
    extra: RequestHandlerExtra<ServerRequest, ServerNotification>,
  ): Promise<Record<string, unknown>> => {
    const { requestId: rpcId, signal, _meta: meta, sendNotification: notify } = extra;
    const capabilities = server.getClientCapabilities();
    return respond(method, params, callContext({ rpcId, signal, meta, notify, capabilities }));
  };
  for (const method of REGISTERED_METHODS)
    server.setRequestHandler(RequestSchema.extend({ method: z.literal(method) }), handle);
  // For `tools/call`: the SDK never shows a registered handler the arguments that its own schema refuses.
  server.fallbackRequestHandler = handle;
  const transport: Transport = {
    start: async () => undefined,
    send: async (message) => send(message),
    close: async () => undefined,
  };
  await server.connect(transport);
  return (message) => transport.onmessage?.(message as JSONRPCMessage);
}
