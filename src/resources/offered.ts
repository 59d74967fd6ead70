import { cleanText, quote } from "../domain/clean.ts";
import { carrierServices } from "./carrier-services.ts";
import type { Reading } from "./resource.ts";
import { status } from "./status.ts";
import { toolResources } from "./tool-resources.ts";

/** Resources that send nothing, in the order told. */
const FREE = [status, carrierServices];

/** Longer than the URI of any resource here, an encoded package number included. */
const MAX_URI_CHARS = 600;

/** Calls a tool. Structural, since what serves the tools imports the resources. */
type CallTool<Context> = (
  name: string,
  args: unknown,
  context: Context,
) => Promise<
  | { readonly noSuchTool: string }
  | {
      readonly content: readonly [{ readonly text: string }, ...(readonly unknown[])];
      readonly structuredContent?: unknown;
      readonly isError?: true;
      readonly _meta: { readonly "coldroute/error"?: { readonly kind: string } };
    }
>;

/**
 * The resources over the tools on offer. A client may read all that is listed, so only what sends nothing is listed.
 * What one call of a tool answers is a template.
 */
export function offeredResources<Context>(
  { api, sandbox }: Reading,
  offered: ReadonlySet<string>,
  callTool: CallTool<Context>,
) {
  const families = toolResources.filter(({ tool }) => offered.has(tool));
  return {
    list: () => FREE.map(({ read: _, ...listing }) => listing),
    templates: () =>
      families.map(({ uriTemplate, name, title, description }) => {
        return { uriTemplate, name, title, description, mimeType: "application/json" };
      }),
    read: async (uri: string, context: Context) => {
      const url = uri.length <= MAX_URI_CHARS && URL.canParse(uri) ? new URL(uri) : undefined;
      if (url?.protocol !== "coldroute:") return undefined;
      const free = FREE.find((resource) => resource.uri === uri.split("?")[0]);
      const family = families.find((each) => each.arguments(url) !== undefined);
      const problem = queryProblem(free?.uri ?? family?.uriTemplate ?? "", family?.parameters ?? [], url.searchParams);
      if ((free ?? family) !== undefined && problem !== undefined) return wronglyAsked(problem);
      if (free !== undefined) {
        const text = await free.read({ api, sandbox });
        return [{ uri: free.uri, mimeType: free.mimeType, text }];
      }
      return family && readThrough(callTool, uri, family.tool, family.arguments(url) ?? {}, context);
    },
    complete: async (uriTemplate: string, variable: string, value: string): Promise<readonly string[]> => {
      const family = families.find((each) => each.uriTemplate === uriTemplate);
      const values = family?.values(variable, (await api()).status().seen) ?? [];
      return values.filter((each) => each.toLowerCase().startsWith(value.toLowerCase()));
    },
  };
}

/** Names what of the query is not understood: read without it, the answer would be another one, and perhaps billed. */
function queryProblem(resource: string, parameters: readonly string[], query: URLSearchParams): string | undefined {
  const names = [...query.keys()];
  const wrong = names.find((name, index) => !parameters.includes(name) || names.indexOf(name) !== index);
  if (wrong === undefined) return undefined;
  const why = parameters.includes(wrong) ? "is given twice" : "is not a parameter of it";
  return `${quote(wrong)} ${why}; the resource is ${resource}. Nothing was sent.`;
}

function wronglyAsked(message: string) {
  return { failed: message, isWronglyAsked: true, data: { kind: "invalid_arguments", retryable: false } } as const;
}

/** The tool's structured answer as one JSON text; a failure reads as the tool's own would. */
async function readThrough<Context>(
  callTool: CallTool<Context>,
  uri: string,
  tool: string,
  args: Readonly<Record<string, unknown>>,
  context: Context,
) {
  const result = await callTool(tool, args, context);
  if ("noSuchTool" in result) return undefined;
  const { content, structuredContent, isError, _meta } = result;
  if (isError) {
    const error = _meta["coldroute/error"];
    const isWronglyAsked = error?.kind === "invalid_arguments" || error?.kind === "invalid_request";
    return { failed: content[0].text, isWronglyAsked, data: error };
  }
  const text = JSON.stringify(structuredContent);
  return [{ uri: cleanText(uri, MAX_URI_CHARS), mimeType: "application/json", text, _meta }];
}
