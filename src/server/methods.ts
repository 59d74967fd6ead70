import type { CallContext } from "./call-context.ts";
import type { Catalogue } from "./catalogue.ts";
import type { Completing } from "./content.ts";

/** JSON-RPC error codes (JSON-RPC 2.0, 5.1), and MCP's for a resource that is not there. */
const METHOD_NOT_FOUND = -32601;
const INVALID_PARAMS = -32602;
const RESOURCE_NOT_FOUND = -32002;
const INTERNAL_ERROR = -32603;

/** The most values that an answer to `completion/complete` may hold (MCP, completion). */
const MAX_COMPLETIONS = 100;

/** An error of JSON-RPC: both SDKs send code, message and data as they are. */
class ProtocolError extends Error {
  readonly code: number;
  readonly data: unknown;

  constructor(code: number, message: string, data?: unknown) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

type Params = Readonly<Record<string, unknown>>;

/** Answers one method; `undefined` where the catalogue has no such section. */
type Method = (catalogue: Catalogue, params: Params, context: CallContext) => Promise<object | undefined>;

/** What clients may ask of a catalogue, in the names of MCP. */
const METHODS: ReadonlyMap<string, Method> = new Map(
  Object.entries<Method>({
    "tools/list": async (catalogue) => ({ tools: [...catalogue.list()] }),
    "tools/call": callTool,
    "resources/list": async ({ resources }) => resources && { resources: [...(await resources.list())] },
    "resources/templates/list": async ({ resources }) =>
      resources && { resourceTemplates: [...(await resources.templates())] },
    "resources/read": readResource,
    "prompts/list": async ({ prompts }) => prompts && { prompts: [...(await prompts.list())] },
    "prompts/get": getPrompt,
    "completion/complete": complete,
  }),
);

/** Whether a catalogue answers `method`. */
export function isMethod(method: string): boolean {
  return METHODS.has(method);
}

/**
 * The result of `method` over a catalogue: the same before and since MCP 2026-07-28, so that both adapters answer alike.
 * The catalogue judges the arguments. Throws errors with a JSON-RPC `code`.
 */
export async function answerMethod(
  catalogue: Catalogue,
  method: string,
  params: Params,
  context: CallContext,
): Promise<Record<string, unknown>> {
  const result = await METHODS.get(method)?.(catalogue, params, context);
  if (result === undefined) throw new ProtocolError(METHOD_NOT_FOUND, "Method not found");
  return { ...result };
}

async function callTool(catalogue: Catalogue, params: Params, context: CallContext): Promise<object> {
  const result = await catalogue.call(textOf(params, "name", "tools/call"), params["arguments"], context);
  if ("noSuchTool" in result) throw new ProtocolError(INVALID_PARAMS, result.noSuchTool);
  return result;
}

async function readResource({ resources }: Catalogue, params: Params, context: CallContext) {
  if (resources === undefined) return undefined;
  const uri = textOf(params, "uri", "resources/read");
  const contents = await resources.read(uri, context);
  if (contents === undefined) throw new ProtocolError(RESOURCE_NOT_FOUND, "There is no such resource", { uri });
  if ("failed" in contents) {
    const code = contents.isWronglyAsked ? INVALID_PARAMS : INTERNAL_ERROR;
    throw new ProtocolError(code, contents.failed, contents.data);
  }
  return { contents };
}

async function getPrompt({ prompts }: Catalogue, params: Params, context: CallContext) {
  if (prompts === undefined) return undefined;
  const result = await prompts.get(textOf(params, "name", "prompts/get"), textsOf(params["arguments"]), context);
  if (result === undefined) throw new ProtocolError(INVALID_PARAMS, "There is no such prompt");
  if ("refused" in result) throw new ProtocolError(INVALID_PARAMS, result.refused);
  return result;
}

async function complete({ resources, prompts }: Catalogue, params: Params, { signal }: CallContext) {
  if (resources?.complete === undefined && prompts?.complete === undefined) return undefined;
  const reference = recordOf(params["ref"]);
  const argument = recordOf(params["argument"]);
  const completing: Completing = {
    name: textOf(argument, "name", "completion/complete"),
    value: textOf(argument, "value", "completion/complete"),
    given: textsOf(recordOf(params["context"])["arguments"]),
  };
  const isPrompt = reference["type"] === "ref/prompt";
  const found = isPrompt
    ? await prompts?.complete?.(textOf(reference, "name", "ref/prompt"), completing, signal)
    : await resources?.complete?.(textOf(reference, "uri", "ref/resource"), completing, signal);
  const values = found ?? [];
  return {
    completion: {
      values: values.slice(0, MAX_COMPLETIONS),
      total: values.length,
      hasMore: values.length > MAX_COMPLETIONS,
    },
  };
}

function textOf(params: Params, name: string, owner: string): string {
  const value = params[name];
  if (typeof value !== "string") throw new ProtocolError(INVALID_PARAMS, `${owner} needs ${name}, a text`);
  return value;
}

/** The members of `value` that are texts: arguments of prompts and templates are nothing else. */
function textsOf(value: unknown): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(recordOf(value)).flatMap(([name, text]) => (typeof text === "string" ? [[name, text]] : [])),
  );
}

function recordOf(value: unknown): Params {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Params) : {};
}
