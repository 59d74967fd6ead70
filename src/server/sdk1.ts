import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { isInitializeRequest, type JSONRPCMessage, JSONRPCMessageSchema } from "@modelcontextprotocol/sdk/types.js";
import type { jsonSchemaValidator } from "@modelcontextprotocol/sdk/validation/types.js";
import { config } from "zod";
import { callContext } from "./call-context.ts";
import type { Catalogue } from "./catalogue.ts";
import { NOT_MCP, type Objection } from "./era.ts";
import { type Identity, introduce } from "./identity.ts";
import { answerMethod } from "./methods.ts";

/** Only answers to elicitation would be validated, and none is ever asked for; the SDK's own choice would load Ajv. */
const refuseToValidate: jsonSchemaValidator = {
  getValidator: () => () => ({
    valid: false,
    data: undefined,
    errorMessage: "this server asks its client for nothing",
  }),
};

/** A server that offers no tasks. */
class TaskFreeServer extends Server {
  protected override assertTaskHandlerCapability(): void {
    // Whoever asks for one is to be answered as usual (MCP 2025-11-25, tasks); the SDK would call it an error of its own.
  }
}

// Each schema here is used a few times in a process: compiling a parser for it would cost more than it ever saves.
config({ jitless: true });

/** The catalogue behind SDK 1.x: MCP 2024-11-05 to 2025-11-25 (DESIGN 7). */
export async function serveSdk1(
  transport: Transport,
  identity: Identity,
  catalogue: () => Promise<Catalogue>,
): Promise<void> {
  await createSdk1Server(identity, catalogue).connect(transport);
  const take = transport.onmessage;
  transport.onmessage = (message, extra) => take?.(withoutClient(message), extra);
}

/** The SDK keeps what a client says of itself as long as its session lasts, however much it is. Nothing here asks for it. */
function withoutClient(message: JSONRPCMessage): JSONRPCMessage {
  if (!("id" in message && "method" in message) || message.method !== "initialize") return message;
  if (!isInitializeRequest(message)) return message;
  const { protocolVersion } = message.params;
  const params = { protocolVersion, capabilities: {}, clientInfo: { name: "", version: "" } };
  return { ...message, params };
}

/** A server for one connection. */
export function createSdk1Server(identity: Identity, catalogue: () => Promise<Catalogue>): Server {
  const { implementation, options } = introduce(identity);
  const server = new TaskFreeServer(implementation, { ...options, jsonSchemaValidator: refuseToValidate });
  // Not by request schemas: those would judge arguments, and tell of it in words of their own, before the catalogue can.
  server.fallbackRequestHandler = async ({ method, params }, { signal, _meta, sendNotification }) =>
    answerMethod(await catalogue(), method, params ?? {}, callContext(signal, _meta, sendNotification));
  return server;
}

/**
 * What speaks against giving a message to SDK 1.x, if anything. What it does not take for one, it drops without an answer;
 * a handshake that is not as MCP defines it, it would call an internal error of its own.
 */
export function sdk1Objection(message: object): Objection | undefined {
  if (!JSONRPCMessageSchema.safeParse(message).success) return NOT_MCP;
  const isHandshake = "method" in message && message.method === "initialize";
  return isHandshake && !isInitializeRequest(message) ? NOT_MCP : undefined;
}
