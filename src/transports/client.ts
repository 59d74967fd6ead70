import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";

/** What a client sees of a tool call. */
export interface SeenResult {
  readonly text: string;
  readonly isError: boolean;
  readonly meta: Readonly<Record<string, unknown>>;
}

/** An MCP client connected to a server process of its own. */
export interface ServerProcess {
  call(name: string, args: Readonly<Record<string, unknown>>): Promise<SeenResult>;
  /** Ends the server as a host does: by closing its input. */
  close(): Promise<void>;
}

/**
 * Starts a server process and shakes hands with it, as a chat host does. Rejects when it does not answer. `environment` comes
 * besides the few variables that the SDK lets through (PATH, HOME and the like).
 */
export async function connectToProcess(command: {
  readonly file: string;
  readonly args: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
}): Promise<ServerProcess> {
  const { file, args, environment } = command;
  const client = new Client({ name: "coldroute-demo", version: "1" });
  await client.connect(
    new StdioClientTransport({ command: file, args: [...args], env: { ...environment }, stderr: "inherit" }),
  );
  return {
    call: async (name, asked) => {
      const result = await client.callTool({ name, arguments: { ...asked } }).catch(protocolError);
      const parts = (Array.isArray(result.content) ? result.content : []) as readonly { readonly text?: string }[];
      const text = parts.map((part) => part.text ?? "").join("\n");
      return { text, isError: result.isError === true, meta: result._meta ?? {} };
    },
    close: () => client.close(),
  };
}

/** A JSON-RPC error as a result that failed, so that whoever asks the next question still can. */
function protocolError(error: unknown) {
  const text = error instanceof Error ? error.message : "the server did not answer";
  return { content: [{ type: "text", text }], isError: true, _meta: {} };
}
