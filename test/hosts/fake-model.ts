import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";

/** A call that the model makes of a tool. */
export interface ModelCall {
  readonly name: string;
  readonly args: object;
}

/** A reply in a provider's own format: the calls, or the end of the conversation where there are none. */
type Reply = (calls: readonly ModelCall[]) => object;

const id = (index: number) => `call_${index}`;

const chat: Reply = (calls) => {
  const toolCalls = calls.map(({ name, args }, index) => ({
    id: id(index),
    type: "function",
    function: { name, arguments: JSON.stringify(args) },
  }));
  const message = {
    role: "assistant",
    content: "Done",
    ...(calls.length > 0 && { content: null, tool_calls: toolCalls }),
  };
  const choices = [{ index: 0, message, finish_reason: calls.length > 0 ? "tool_calls" : "stop" }];
  const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
  return { id: "1", object: "chat.completion", created: 0, model: "fake", choices, usage };
};

const responses: Reply = (calls) => {
  const output = calls.map(({ name, args }, index) => ({
    type: "function_call",
    id: `fc_${index}`,
    call_id: id(index),
    name,
    arguments: JSON.stringify(args),
    status: "completed",
  }));
  const content = [{ type: "output_text", text: "Done", annotations: [] }];
  const done = [{ type: "message", id: "msg_1", role: "assistant", status: "completed", content }];
  const details = { input_tokens_details: { cached_tokens: 0 }, output_tokens_details: { reasoning_tokens: 0 } };
  const usage = { input_tokens: 1, output_tokens: 1, total_tokens: 2, ...details };
  const common = { id: "resp_1", object: "response", created_at: 0, model: "fake", status: "completed", usage };
  return { ...common, output: calls.length > 0 ? output : done };
};

const anthropic: Reply = (calls) => {
  const uses = calls.map(({ name, args }, index) => ({ type: "tool_use", id: id(index), name, input: args }));
  const content = calls.length > 0 ? uses : [{ type: "text", text: "Done" }];
  const usage = { input_tokens: 1, output_tokens: 1 };
  const reason = calls.length > 0 ? "tool_use" : "end_turn";
  return { id: "1", type: "message", role: "assistant", model: "fake", content, stop_reason: reason, usage };
};

const google: Reply = (calls) => {
  const parts = calls.length > 0 ? calls.map((call) => ({ functionCall: call })) : [{ text: "Done" }];
  const usageMetadata = { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 };
  return { candidates: [{ content: { role: "model", parts }, finishReason: "STOP", index: 0 }], usageMetadata };
};

const PROVIDERS = {
  chat: { path: "/v1/chat/completions", reply: chat },
  responses: { path: "/v1/responses", reply: responses },
  anthropic: { path: "/v1/messages", reply: anthropic },
  google: { path: "/v1beta/models/fake:generateContent", reply: google },
} as const;

export type Provider = keyof typeof PROVIDERS;

/** Models on loopback, one for each provider. Each makes the given calls, then ends. */
export async function fakeModels(calls: readonly ModelCall[]) {
  const bodies = new Map<string, object[]>();
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname } = new URL(request.url ?? "", "http://model");
    const provider = Object.values(PROVIDERS).find(({ path }) => path === pathname);
    const got = bodies.get(pathname) ?? [];
    bodies.set(pathname, [...got, (await json(request)) as object]);
    response.writeHead(provider ? 200 : 404, { "content-type": "application/json" });
    response.end(JSON.stringify(provider?.reply(got.length === 0 ? calls : []) ?? {}));
  };
  const server = createServer((request, response) => void answer(request, response));
  await once(server.listen(0, "127.0.0.1"), "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** The bodies that a provider's model got, in order. */
    bodies: (provider: Provider): readonly object[] => bodies.get(PROVIDERS[provider].path) ?? [],
    close: () => server.close(),
  };
}
