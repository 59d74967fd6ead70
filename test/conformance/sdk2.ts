import type {
  ClientCapabilities,
  InputRequest,
  InputRequests,
  ServerContext,
  ServerNotifier,
} from "@modelcontextprotocol/server";
import {
  createRequestStateCodec,
  inputRequired,
  MissingRequiredClientCapabilityError,
  ProtocolError,
} from "@modelcontextprotocol/server";
import { z } from "zod";
import { callContext } from "../../src/server/call-context.ts";
import { sdk2Server } from "../../src/server/sdk2.ts";
import type { HttpOptions } from "../../src/transports/http/options.ts";
import { pause, text } from "./tools.ts";

const INVALID_PARAMS = -32602;
const AS_SENT = z.record(z.string(), z.unknown());
const state = createRequestStateCodec<{ readonly round: number }>({ key: "a key for the conformance suite alone" });

/** coldroute's adapter to SDK 2.x, with the questions and notifications that the suite expects of a server. */
export const createServer: NonNullable<HttpOptions["createServer"]> = (answer, era, notify) => {
  const server = sdk2Server(answer);
  const subscribe = era === "legacy" ? { resources: { subscribe: true } } : {};
  server.registerCapabilities({
    logging: {},
    tools: { listChanged: true },
    prompts: { listChanged: true },
    ...subscribe,
  });
  const inherited = async (method: string, params: z.output<typeof AS_SENT>, { mcpReq }: ServerContext) =>
    answer(method, params, callContext(mcpReq.id, mcpReq.signal, mcpReq._meta, mcpReq.notify));
  server.setRequestHandler("tools/call", { params: AS_SENT }, async (params, context) => {
    const name = String(params["name"]);
    const able = server.getClientCapabilities() ?? {};
    const rounds = ROUNDS[name]?.(able);
    if (rounds !== undefined) return converse(rounds, context, (said) => ({ content: [text(said)] }));
    const said = await TOLD[name]?.(context, able, notify);
    return said === undefined ? inherited("tools/call", params, context) : { content: [text(said)] };
  });
  server.setRequestHandler("prompts/get", { params: AS_SENT }, async (params, context) => {
    if (params["name"] !== "test_input_required_result_prompt") return inherited("prompts/get", params, context);
    const rounds = [{ user_context: ask("What context should the prompt use?", "context") }];
    return converse(rounds, context, (said) => ({ messages: [{ role: "user" as const, content: text(said) }] }));
  });
  if (era === "legacy") {
    for (const method of ["resources/subscribe", "resources/unsubscribe"])
      server.setRequestHandler(method, { params: AS_SENT }, () => ({}));
  }
  return server;
};

/** Tools that notify their client and ask for nothing. Each resolves with the text of its result. */
const TOLD: Readonly<
  Record<string, (context: ServerContext, able: ClientCapabilities, notify?: ServerNotifier) => Promise<string>>
> = {
  test_missing_capability: async (_, able) => {
    if (able.sampling !== undefined) return "The client samples.";
    throw new MissingRequiredClientCapabilityError({ requiredCapabilities: { sampling: {} } });
  },
  test_logging_tool: async ({ mcpReq }) => {
    await mcpReq.log("info", "Told to whoever asked for it");
    return "Logged.";
  },
  test_tool_with_logging: async ({ mcpReq }) => {
    for (const data of ["Tool execution started", "Tool processing data", "Tool execution completed"]) {
      await mcpReq.notify({ method: "notifications/message", params: { level: "info", data } });
      await pause();
    }
    return "Logged.";
  },
  test_reconnection: async () => "Answered on the stream of the call: there is none to come back to.",
  test_trigger_tool_change: async (_, __, notify) => {
    notify?.toolsChanged();
    return "Told.";
  },
  test_trigger_prompt_change: async (_, __, notify) => {
    notify?.promptsChanged();
    return "Told.";
  },
};

const NAME = { user_name: ask("What is your name?", "name") };
const CAPITAL = { capital_question: sample("What is the capital of France?") };
const ROOTS = { client_roots: { method: "roots/list" as const, params: {} } };
const CONFIRM = { confirm: ask("Please confirm", "ok", "boolean") };

/** The questions to the client, round by round. */
const ROUNDS: Readonly<Record<string, (able: ClientCapabilities) => readonly InputRequests[]>> = {
  test_streaming_elicitation: () => [NAME],
  test_input_required_result_elicitation: () => [NAME],
  test_input_required_result_sampling: () => [CAPITAL],
  test_input_required_result_list_roots: () => [ROOTS],
  test_input_required_result_request_state: () => [CONFIRM],
  test_input_required_result_tampered_state: () => [CONFIRM],
  test_input_required_result_multiple_inputs: () => [{ ...NAME, greeting: sample("Generate a greeting"), ...ROOTS }],
  test_input_required_result_multi_round: () => [
    { step1: ask("Step 1: What is your name?", "name") },
    { step2: ask("Step 2: What is your favorite color?", "color") },
  ],
  test_input_required_result_capabilities: ({ sampling, elicitation }) => [
    { ...(sampling === undefined ? {} : CAPITAL), ...(elicitation === undefined ? {} : NAME) },
  ],
};

/** Asks for the missing answers of the round, then for those of the next round. Concludes after the last round. */
async function converse<Done>(
  rounds: readonly InputRequests[],
  context: ServerContext,
  conclude: (said: string) => Done,
) {
  const { round } = await stateOf(context);
  const given = context.mcpReq.inputResponses ?? {};
  const lacking = Object.entries(rounds[round] ?? {}).filter(([key]) => !(key in given));
  if (lacking.length > 0) return asking(Object.fromEntries(lacking), round);
  const next = rounds[round + 1];
  return next === undefined ? conclude(`state-ok ${JSON.stringify(given)}`) : asking(next, round + 1);
}

async function asking(inputRequests: InputRequests, round: number) {
  return inputRequired({ inputRequests, requestState: await state.mint({ round }) });
}

/** The state that the client returns, once its signature has been checked. */
async function stateOf(context: ServerContext): Promise<{ readonly round: number }> {
  const sent = context.mcpReq.requestState<string>();
  if (sent === undefined) return { round: 0 };
  return state.verify(sent, context).catch(() => {
    throw new ProtocolError(INVALID_PARAMS, "The request state is not one that was given out");
  });
}

function ask(message: string, property: string, type: "string" | "boolean" = "string"): InputRequest {
  const asked = type === "string" ? { type } : { type };
  const requestedSchema = { type: "object" as const, properties: { [property]: asked }, required: [property] };
  return { method: "elicitation/create", params: { mode: "form", message, requestedSchema } };
}

function sample(question: string): InputRequest {
  const messages = [{ role: "user" as const, content: text(question) }];
  return { method: "sampling/createMessage", params: { messages, maxTokens: 100 } };
}
