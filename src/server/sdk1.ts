import type { Readable, Writable } from "node:stream";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { config } from "zod";
import { callContext } from "./call-context.ts";
import type { Catalogue } from "./catalogue.ts";
import { type Identity, introduce } from "./identity.ts";
import { answerMethod } from "./methods.ts";

// A process uses each schema a few times. Compiling a parser for it would cost more than it saves.
config({ jitless: true });

/** What an SDK serves on stdio. */
export interface StdioParts {
  readonly input: Readable;
  readonly output: Writable;
  /** Sees every message that comes and goes. */
  readonly watch: (transport: Transport) => Transport;
  readonly identity: Identity;
  readonly catalogue: () => Promise<Catalogue>;
}

/** Serves the catalogue on stdio with SDK 1.x: MCP 2024-11-05 to 2025-11-25. */
export async function serveSdk1({ input, output, watch, identity, catalogue }: StdioParts): Promise<void> {
  const { implementation, options } = introduce(identity);
  const server = new Server(implementation, options);
  // Handlers by method would let the SDK judge arguments, in its own words, before the catalogue does.
  server.fallbackRequestHandler = async ({ method, params }, { signal, _meta, sendNotification }) =>
    answerMethod(await catalogue(), method, params ?? {}, callContext(signal, _meta, sendNotification));
  await server.connect(watch(new StdioServerTransport(input, output)));
}
