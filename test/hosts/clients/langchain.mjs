import { ChatAnthropic } from "@langchain/anthropic";
import { HumanMessage, ToolMessage } from "@langchain/core/messages";
import { ChatGoogleGenerativeAI } from "@langchain/google-genai";
import { MultiServerMCPClient } from "@langchain/mcp-adapters";
import { ChatOpenAI } from "@langchain/openai";

const [endpoint, main, ...providers] = process.argv.slice(2);
const options = { model: "fake", apiKey: "none", maxRetries: 0 };
const configuration = { baseURL: `${endpoint}/v1` };
const models = {
  chat: () => new ChatOpenAI({ ...options, configuration }),
  responses: () => new ChatOpenAI({ ...options, configuration, useResponsesApi: true }),
  anthropic: () => new ChatAnthropic({ ...options, anthropicApiUrl: endpoint }),
  google: () => new ChatGoogleGenerativeAI({ ...options, baseUrl: endpoint }),
};

const mcpServers = { coldroute: { transport: "stdio", command: process.execPath, args: [main, "--sandbox"] } };
const client = new MultiServerMCPClient({ mcpServers });
const tools = await client.getTools();
for (const provider of providers) {
  const model = models[provider]().bindTools(tools);
  const asked = new HumanMessage("Go");
  const reply = await model.invoke([asked]);
  const results = [];
  for (const call of reply.tool_calls ?? []) {
    const tool = tools.find(({ name }) => name === call.name);
    // An agent tells the model of a tool's error, and of arguments that the client refuses.
    const failed = ({ message }) => new ToolMessage({ content: message, tool_call_id: call.id, name: call.name });
    results.push(await tool.invoke(call).catch(failed));
  }
  await model.invoke([asked, reply, ...results]);
}
await client.close();
