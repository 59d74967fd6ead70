import type { Server } from "@modelcontextprotocol/sdk/server/index.js";
import type { RequestHandlerExtra } from "@modelcontextprotocol/sdk/shared/protocol.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import type { ServerNotification, ServerRequest } from "@modelcontextprotocol/sdk/types.js";
import { CreateMessageResultSchema, ElicitResultSchema } from "@modelcontextprotocol/sdk/types.js";
import type { Catalogue } from "../../src/server/catalogue.ts";
import type { Identity } from "../../src/server/identity.ts";
import { createSdk1Server } from "../../src/server/sdk1.ts";
import { pause, text } from "./tools.ts";

type Extra = RequestHandlerExtra<ServerRequest, ServerNotification>;
type Args = Readonly<Record<string, unknown>>;

/** coldroute's adapter to SDK 1.x, and what the suite wants a server to ask and tell its client during a call. */
export async function serveSdk1(
  transport: Transport,
  identity: Identity,
  catalogue: () => Promise<Catalogue>,
): Promise<void> {
  const server = createSdk1Server(identity, catalogue);
  server.registerCapabilities({ logging: {}, resources: { subscribe: true } });
  const inherited = server.fallbackRequestHandler;
  server.fallbackRequestHandler = async (request, extra) => {
    if (["logging/setLevel", "resources/subscribe", "resources/unsubscribe"].includes(request.method)) return {};
    const { name, arguments: args } = request.params ?? {};
    const dialogue = request.method === "tools/call" ? DIALOGUES[String(name)] : undefined;
    if (dialogue === undefined) return (await inherited?.(request, extra)) ?? {};
    return { content: [text(await dialogue(server, extra, (args ?? {}) as Args))] };
  };
  await server.connect(transport);
}

/** Each resolves with the text of its result. */
const DIALOGUES: Readonly<Record<string, (server: Server, extra: Extra, args: Args) => Promise<string>>> = {
  test_tool_with_logging: async (_, extra) => {
    for (const data of ["Tool execution started", "Tool processing data", "Tool execution completed"]) {
      await extra.sendNotification({ method: "notifications/message", params: { level: "info", data } });
      await pause();
    }
    return "Logged.";
  },
  test_sampling: async (server, extra, { prompt }) => {
    if (server.getClientCapabilities()?.sampling === undefined) throw new Error("The client does not sample");
    const messages = [{ role: "user" as const, content: text(String(prompt)) }];
    const request = { method: "sampling/createMessage" as const, params: { messages, maxTokens: 100 } };
    const { content } = await extra.sendRequest(request, CreateMessageResultSchema);
    return `LLM response: ${content.type === "text" ? content.text : content.type}`;
  },
  test_elicitation: async (server, extra, { message }) => {
    const answer = await elicit(server, extra, String(message), {
      username: { type: "string", description: "User's response" },
      email: { type: "string", description: "User's email address" },
    });
    return `User response: ${answer}`;
  },
  test_elicitation_sep1034_defaults: async (server, extra) =>
    `Elicitation completed: ${await elicit(server, extra, "Please check these", {
      name: { type: "string", default: "John Doe" },
      age: { type: "integer", default: 30 },
      score: { type: "number", default: 95.5 },
      status: { type: "string", enum: ["active", "inactive", "pending"], default: "active" },
      verified: { type: "boolean", default: true },
    })}`,
  test_elicitation_sep1330_enums: async (server, extra) =>
    `Elicitation completed: ${await elicit(server, extra, "Please choose", ENUMS)}`,
  // Ends its stream before it answers: the client has to come back for the answer.
  test_reconnection: async (_, extra) => {
    await pause();
    extra.closeSSEStream?.();
    await pause();
    return "Answered on another stream.";
  },
};

const OPTIONS = ["option1", "option2", "option3"];
const TITLED = [
  { const: "value1", title: "First Option" },
  { const: "value2", title: "Second Option" },
  { const: "value3", title: "Third Option" },
];

/** The five ways to offer a choice (SEP-1330). */
const ENUMS = {
  untitledSingle: { type: "string", enum: OPTIONS },
  titledSingle: { type: "string", oneOf: TITLED },
  legacyEnum: {
    type: "string",
    enum: ["opt1", "opt2", "opt3"],
    enumNames: ["Option One", "Option Two", "Option Three"],
  },
  untitledMulti: { type: "array", items: { type: "string", enum: OPTIONS } },
  titledMulti: { type: "array", items: { anyOf: TITLED } },
} as const;

/** What the person answered, in words. */
async function elicit(server: Server, extra: Extra, message: string, properties: object): Promise<string> {
  if (server.getClientCapabilities()?.elicitation === undefined) throw new Error("The client does not elicit");
  const requestedSchema = { type: "object" as const, properties: { ...properties }, required: Object.keys(properties) };
  const request = { method: "elicitation/create" as const, params: { message, requestedSchema } };
  const { action, content } = await extra.sendRequest(request, ElicitResultSchema);
  return `action=${action}, content=${JSON.stringify(content ?? {})}`;
}
