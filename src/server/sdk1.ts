import type { Readable, Writable } from "node:stream";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { callContext } from "./call-context.ts";
import { type Identity, introduce } from "./identity.ts";
import type { Answer } from "./methods.ts";

/** The parts of a connection on stdio, for either SDK. */
export interface StdioParts {
  readonly input: Readable;
  readonly output: Writable;
  readonly identity: Identity;
  readonly answer: Answer;
  /** Hears of input that is no message. */
  readonly onerror: () => void;
}

/** Serves stdio with SDK 1.x: MCP 2024-11-05 to 2025-11-25. */
export async function serveSdk1({ input, output, identity, answer, onerror }: StdioParts): Promise<void> {
  const { implementation, options } = introduce(identity);
  const server = new Server(implementation, options);
  server.onerror = onerror;
  // With a handler for each method, the SDK would check arguments first and word the errors itself.
  server.fallbackRequestHandler = ({ method, params }, { requestId, signal, _meta, sendNotification }) =>
    answer(method, params ?? {}, callContext(requestId, signal, _meta, sendNotification));
  await server.connect(new StdioServerTransport(input, output));
}
