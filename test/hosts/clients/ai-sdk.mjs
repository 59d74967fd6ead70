import { createAnthropic } from "@ai-sdk/anthropic";
import { createGoogleGenerativeAI } from "@ai-sdk/google";
import { createMCPClient } from "@ai-sdk/mcp";
import { Experimental_StdioMCPTransport as Stdio } from "@ai-sdk/mcp/mcp-stdio";
import { createOpenAI } from "@ai-sdk/openai";
import { generateText, stepCountIs } from "ai";

const [endpoint, main, ...providers] = process.argv.slice(2);
const options = { apiKey: "none" };
const models = {
  chat: () => createOpenAI({ ...options, baseURL: `${endpoint}/v1` }).chat("fake"),
  responses: () => createOpenAI({ ...options, baseURL: `${endpoint}/v1` }).responses("fake"),
  anthropic: () => createAnthropic({ ...options, baseURL: `${endpoint}/v1` })("fake"),
  google: () => createGoogleGenerativeAI({ ...options, baseURL: `${endpoint}/v1beta` })("fake"),
};

const transport = new Stdio({ command: process.execPath, args: [main, "--sandbox"] });
const client = await createMCPClient({ transport });
const tools = await client.tools();
for (const provider of providers) {
  await generateText({ model: models[provider](), tools, prompt: "Go", stopWhen: stepCountIs(2), maxRetries: 0 });
}
await client.close();
