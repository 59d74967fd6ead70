import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";

/** An MCP client connected to a server process of its own. */
export type ServerProcess = Awaited<ReturnType<typeof connectToProcess>>;

/**
 * Starts a server process and initializes it, like a chat host. Rejects when it does not answer. `env` extends the few
 * variables that the SDK passes on (PATH, HOME and the like).
 */
export async function connectToProcess(command: string, args: string[], env: Record<string, string>) {
  const client = new Client({ name: "coldroute-demo", version: "1" });
  await client.connect(new StdioClientTransport({ command, args, env, stderr: "inherit" }));
  return {
    call: async (name: string, asked: Readonly<Record<string, unknown>>) => {
      const { content, isError } = await client.callTool({ name, arguments: asked });
      const text = (content as readonly { readonly text?: string }[]).map((part) => part.text ?? "").join("\n");
      return { text, isError: isError === true };
    },
    /** Ends the server like a host: closes its input. */
    close: () => client.close(),
  };
}
