import { cleanText, quote } from "../domain/clean.ts";
import { freeResources, resourceFamilies } from "../resources/index.ts";
import type { FreeResource, ToolResource } from "../resources/resource.ts";
import type { Surroundings, ToolResult } from "./boundary.ts";
import type { CallContext } from "./call-context.ts";
import type { ResourceContents, Resources } from "./content.ts";

/** Calls a tool of the catalogue. */
type CallTool = (
  name: string,
  args: unknown,
  context: CallContext,
) => Promise<ToolResult | { readonly noSuchTool: string }>;

/** Longer than the URI of any resource here, an encoded package number included. */
const MAX_URI_CHARS = 600;

/**
 * The resources over the tools on offer, by name: what sends nothing is listed, what one call of a tool answers is a
 * template, so that nothing is read, and billed, only because it was listed.
 */
export function createResources(
  { api, config }: Surroundings,
  offered: ReadonlySet<string>,
  callTool: CallTool,
): Resources {
  const families = resourceFamilies.filter(({ tool }) => offered.has(tool));
  return {
    list: async () => freeResources.map(({ read: _, ...listing }) => listing),
    templates: async () => families.map(templateOf),
    read: async (uri, context) => {
      const [address, query] = uri.length <= MAX_URI_CHARS ? uri.split(/\?(.*)/s) : [];
      const free = freeResources.find((resource) => resource.uri === address);
      if (free !== undefined) {
        const problem = problemOf(free.uri, [], new URLSearchParams(query));
        return problem === undefined ? [await readFree(free, { api, sandbox: config.sandbox })] : refused(problem);
      }
      const asked = familyOf(families, uri);
      if (asked === undefined) return undefined;
      const problem = problemOf(asked.family.uriTemplate, asked.family.parameters, asked.query);
      return problem === undefined ? readThrough(callTool, uri, asked, context) : refused(problem);
    },
    complete: async (uriTemplate, { name, value }) => {
      const family = families.find((each) => each.uriTemplate === uriTemplate);
      if (family === undefined) return [];
      const values = family.values(name, (await api()).status().seen);
      return values.filter((each) => each.toLowerCase().startsWith(value.toLowerCase()));
    },
  };
}

function templateOf({ uriTemplate, name, title, description }: ToolResource) {
  return { uriTemplate, name, title, description, mimeType: "application/json" };
}

async function readFree(
  resource: FreeResource,
  reading: Parameters<FreeResource["read"]>[0],
): Promise<ResourceContents> {
  return { uri: resource.uri, mimeType: resource.mimeType, text: await resource.read(reading) };
}

interface Asked {
  readonly family: ToolResource;
  readonly query: URLSearchParams;
  readonly args: Readonly<Record<string, unknown>>;
}

function familyOf(families: readonly ToolResource[], uri: string): Asked | undefined {
  const url = uri.length <= MAX_URI_CHARS && URL.canParse(uri) ? new URL(uri) : undefined;
  if (url?.protocol !== "coldroute:") return undefined;
  for (const family of families) {
    const args = family.arguments(url);
    if (args !== undefined) return { family, query: url.searchParams, args };
  }
  return undefined;
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
async function readThrough(callTool: CallTool, uri: string, { family: { tool }, args }: Asked, context: CallContext) {
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
