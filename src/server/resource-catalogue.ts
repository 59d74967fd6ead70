import { cleanText, quote } from "../domain/clean.ts";
import { freeResources, resourceFamilies } from "../resources/index.ts";
import type { Surroundings, ToolResult } from "./boundary.ts";
import type { CallContext } from "./call-context.ts";
import type { Resources } from "./content.ts";

/** Longer than the URI of any resource here, an encoded package number included. */
const MAX_URI_CHARS = 600;

type CallTool = (
  name: string,
  args: unknown,
  context: CallContext,
) => Promise<ToolResult | { readonly noSuchTool: string }>;

/**
 * The resources over the tools on offer, by name. A client may read all that is listed, so only what sends nothing is listed.
 * What one call of a tool answers is a template.
 */
export function createResources(
  { api, config }: Surroundings,
  offered: ReadonlySet<string>,
  callTool: CallTool,
): Resources {
  const families = resourceFamilies.filter(({ tool }) => offered.has(tool));
  return {
    list: async () => freeResources.map(({ read: _, ...listing }) => listing),
    templates: async () =>
      families.map(({ uriTemplate, name, title, description }) => {
        return { uriTemplate, name, title, description, mimeType: "application/json" };
      }),
    read: async (uri, context) => {
      const url = uri.length <= MAX_URI_CHARS && URL.canParse(uri) ? new URL(uri) : undefined;
      if (url?.protocol !== "coldroute:") return undefined;
      const free = freeResources.find((resource) => resource.uri === uri.split("?")[0]);
      const family = families.find((each) => each.arguments(url) !== undefined);
      const problem = problemOf(free?.uri ?? family?.uriTemplate ?? "", family?.parameters ?? [], url.searchParams);
      if ((free ?? family) !== undefined && problem !== undefined) return refused(problem);
      if (free !== undefined) {
        const text = await free.read({ api, sandbox: config.sandbox });
        return [{ uri: free.uri, mimeType: free.mimeType, text }];
      }
      return family && readThrough(callTool, uri, family.tool, family.arguments(url) ?? {}, context);
    },
    complete: async (uriTemplate, { name, value }) => {
      const family = families.find((each) => each.uriTemplate === uriTemplate);
      if (family === undefined) return [];
      const values = family.values(name, (await api()).status().seen);
      return values.filter((each) => each.toLowerCase().startsWith(value.toLowerCase()));
    },
  };
}

/** Names what of the query is not understood: read without it, the answer would be another one, and perhaps billed. */
function problemOf(resource: string, parameters: readonly string[], query: URLSearchParams): string | undefined {
  const names = [...query.keys()];
  const wrong = names.find((name, index) => !parameters.includes(name) || names.indexOf(name) !== index);
  if (wrong === undefined) return undefined;
  const why = parameters.includes(wrong) ? "is given twice" : "is no parameter of it";
  return `${quote(wrong)} ${why}; the resource is ${resource}. Nothing was sent.`;
}

function refused(message: string) {
  return { failed: message, isWronglyAsked: true, data: { kind: "invalid_arguments", retryable: false } } as const;
}

/** What the tool answers, both channels as one JSON text; its failure is told as the call's would be. */
async function readThrough(
  callTool: CallTool,
  uri: string,
  tool: string,
  args: Readonly<Record<string, unknown>>,
  context: CallContext,
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
