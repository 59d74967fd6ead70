import { type JsonRecord, recordOf } from "../domain/record.ts";
import type { CallContext } from "./call-context.ts";
import type { Catalogue } from "./catalogue.ts";

/** JSON-RPC error codes (JSON-RPC 2.0, 5.1), and MCP's code for a missing resource. */
const METHOD_NOT_FOUND = -32601;
const INVALID_PARAMS = -32602;
const RESOURCE_NOT_FOUND = -32002;
const INTERNAL_ERROR = -32603;

/** The capabilities of the server. Its lists never change, so clients have nothing to subscribe to. */
export const CAPABILITIES = { tools: {}, resources: {}, prompts: {}, completions: {} };

/** MCP, completion. */
const MAX_COMPLETIONS = 100;

/** A JSON-RPC error. Both SDKs send it unchanged, except that SDK 2 turns RESOURCE_NOT_FOUND into INVALID_PARAMS. */
function protocolError(code: number, message: string, data?: unknown): Error {
  return Object.assign(new Error(message), { code, data });
}

/** The longest name, URI, prompt argument and text to complete. A hundred tracking numbers fit. */
const MAX_PARAM_CHARS = 4_000;

/** Rejects with an error that has a JSON-RPC `code`. */
export type Responder = (method: string, params: JsonRecord, context: CallContext) => Promise<Record<string, unknown>>;

type Method = (catalogue: Catalogue, params: JsonRecord, context: CallContext) => object | Promise<object>;

const METHODS: Readonly<Record<string, Method>> = {
  "tools/list": (catalogue) => ({ tools: [...catalogue.list()] }),
  "tools/call": async (catalogue, params, context) => {
    const result = await catalogue.call(textParam(params, "name"), params["arguments"], context);
    if ("noSuchTool" in result) throw protocolError(INVALID_PARAMS, result.noSuchTool);
    return result;
  },
  "resources/list": ({ resources }) => ({ resources: [...resources.list()] }),
  "resources/templates/list": ({ resources }) => ({ resourceTemplates: [...resources.templates()] }),
  "resources/read": readResource,
  "prompts/list": ({ prompts }) => ({ prompts: [...prompts.list()] }),
  "prompts/get": ({ prompts }, params) => {
    const members = recordOf(params["arguments"]) ?? {};
    const names = Object.keys(members).filter((name) => typeof members[name] === "string");
    const args = Object.fromEntries(names.map((name) => [name, textParam(members, name)]));
    const result = prompts.get(textParam(params, "name"), args);
    if ("refused" in result) throw protocolError(INVALID_PARAMS, result.refused);
    return result;
  },
  "completion/complete": complete,
};

export function isMethod(method: string): boolean {
  return Object.hasOwn(METHODS, method);
}

export const TOOL_CALL = "tools/call";

/** All but `tools/call`, for which the adapters use a fallback. */
export const REGISTERED_METHODS: readonly string[] = Object.keys(METHODS).filter((method) => method !== TOOL_CALL);

export async function answerMethod(catalogue: Catalogue, method: string, params: JsonRecord, context: CallContext) {
  const run = isMethod(method) ? METHODS[method] : undefined;
  if (run === undefined) throw protocolError(METHOD_NOT_FOUND, "Method not found");
  const members: Record<string, unknown> = { ...(await run(catalogue, params, context)) };
  return members;
}

async function readResource(catalogue: Catalogue, params: JsonRecord, context: CallContext) {
  const uri = textParam(params, "uri");
  const resource = catalogue.resources.find(uri);
  if (resource === undefined) throw protocolError(RESOURCE_NOT_FOUND, "There is no such resource", { uri });
  if ("contents" in resource) return { contents: await resource.contents() };
  const result = await catalogue.call(resource.tool, resource.args, context);
  if ("noSuchTool" in result) throw protocolError(INVALID_PARAMS, result.noSuchTool);
  const { content, structuredContent, isError, _meta } = result;
  if (!isError)
    return { contents: [{ uri, mimeType: "application/json", text: JSON.stringify(structuredContent), _meta }] };
  // The error repeats the words and facts of the tool's failure.
  const error = _meta["coldroute/error"];
  const isWronglyAsked = error?.kind === "invalid_arguments" || error?.kind === "invalid_request";
  throw protocolError(isWronglyAsked ? INVALID_PARAMS : INTERNAL_ERROR, content[0].text, error);
}

async function complete({ resources, prompts }: Catalogue, params: JsonRecord) {
  const reference = recordOf(params["ref"]) ?? {};
  const argument = recordOf(params["argument"]) ?? {};
  const name = textParam(argument, "name");
  const value = textParam(argument, "value");
  const values =
    reference["type"] === "ref/prompt"
      ? prompts.complete(textParam(reference, "name"), name, value)
      : await resources.complete(textParam(reference, "uri"), name, value);
  const hasMore = values.length > MAX_COMPLETIONS;
  return { completion: { values: values.slice(0, MAX_COMPLETIONS), total: values.length, hasMore } };
}

function textParam(params: JsonRecord, name: string): string {
  const value = params[name];
  if (typeof value !== "string") throw protocolError(INVALID_PARAMS, `${name} should be text`);
  if (value.length > MAX_PARAM_CHARS)
    throw protocolError(INVALID_PARAMS, `${name} should have at most ${MAX_PARAM_CHARS} characters`);
  return value;
}
