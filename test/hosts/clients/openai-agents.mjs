import { Agent, MCPServerStdio, OpenAIProvider, Runner, setTracingDisabled } from "@openai/agents";

const [endpoint, main, ...providers] = process.argv.slice(2);
setTracingDisabled(true);
const server = new MCPServerStdio({ command: process.execPath, args: [main, "--sandbox"] });
await server.connect();
const agent = new Agent({ name: "shipper", model: "fake", mcpServers: [server] });
for (const provider of providers) {
  const useResponses = provider === "responses";
  const modelProvider = new OpenAIProvider({ apiKey: "none", baseURL: `${endpoint}/v1`, useResponses });
  await new Runner({ modelProvider }).run(agent, "Go");
}
await server.close();
