import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { isJSONRPCRequest } from "@modelcontextprotocol/sdk/types.js";
import type { jsonSchemaValidator } from "@modelcontextprotocol/sdk/validation/types.js";
import { config } from "zod";
import type { Catalogue } from "./catalogue.ts";

/** Who this server is, as `initialize` tells it. */
export interface Identity {
  readonly name: string;
  readonly title: string;
  readonly version: string;
  readonly instructions: string;
}

/** JSON-RPC error codes (JSON-RPC 2.0, 5.1). */
const METHOD_NOT_FOUND = -32601;
const INVALID_PARAMS = -32602;

/** Only answers to elicitation would be validated, and none is ever asked for; the SDK's own choice would load Ajv. */
const refuseToValidate: jsonSchemaValidator = {
  getValidator: () => () => ({
    valid: false,
    data: undefined,
    errorMessage: "this server asks its client for nothing",
  }),
};

/** An error of JSON-RPC: the SDK sends its code and message as they are. */
class ProtocolError extends Error {
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

// Each schema here is used a few times in a process: compiling a parser for it would cost more than it ever saves.
config({ jitless: true });

/** The catalogue behind SDK 1.x: MCP 2024-11-05 to 2025-11-25, one server for each connection (DESIGN 7). */
export async function serveSdk1(
  transport: Transport,
  identity: Identity,
  catalogue: () => Promise<Catalogue>,
): Promise<void> {
  const { instructions, ...implementation } = identity;
  const server = new Server(implementation, {
    capabilities: { tools: {} },
    instructions,
    jsonSchemaValidator: refuseToValidate,
  });
  // Not by request schemas: those would judge arguments, and tell of it in words of their own, before the catalogue can.
  server.fallbackRequestHandler = async (request, { signal }) => {
    if (request.method === "tools/list") return { tools: [...(await catalogue()).list()] };
    if (request.method !== "tools/call") throw new ProtocolError(METHOD_NOT_FOUND, "Method not found");
    const { name, arguments: args } = request.params ?? {};
    if (typeof name !== "string") throw new ProtocolError(INVALID_PARAMS, "tools/call needs the name of a tool");
    const result = await (await catalogue()).call(name, args, { signal });
    if ("noSuchTool" in result) throw new ProtocolError(INVALID_PARAMS, result.noSuchTool);
    return { ...result };
  };
  await server.connect(transport);
}

/** Whether SDK 1.x takes `message` for a request. What it does not take, it drops without an answer. */
export function isSdk1Request(message: unknown): boolean {
  return isJSONRPCRequest(message);
}
