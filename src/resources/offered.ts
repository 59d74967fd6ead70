import { quote } from "../domain/clean.ts";
import { carrierServices } from "./carrier-services.ts";
import type { Found, FreeResource, Listing, Reading } from "./resource.ts";
import { status } from "./status.ts";
import { toolResources } from "./tool-resources.ts";

/** Longer than the URI of any resource here, an encoded package number included. */
const MAX_URI_CHARS = 600;

/** The resources on offer, as MCP tells of them. No member throws. */
export type Resources = ReturnType<typeof offeredResources>;

/**
 * The resources over the tools on offer, and `more`. A client may read all that is listed, so only what sends nothing is
 * listed. The answer of one call of a tool is a template.
 */
export function offeredResources(reading: Reading, tools: ReadonlySet<string>, more: readonly FreeResource[]) {
  const free: readonly FreeResource[] = [status, carrierServices, ...more];
  const families = toolResources.filter(({ tool }) => tools.has(tool));
  return {
    list: (): readonly Listing[] => free.map(({ read: _, _meta, ...listing }) => listing),
    templates: (): readonly Listing[] =>
      families.map(({ uriTemplate, name, title, description }) => {
        return { uriTemplate, name, title, description, mimeType: "application/json" };
      }),
    /** `undefined` for an unknown resource. */
    find: (uri: string): Found | undefined => {
      const url = uri.length <= MAX_URI_CHARS && URL.canParse(uri) ? new URL(uri) : undefined;
      if (url === undefined) return undefined;
      const resource = free.find((each) => each.uri === uri.split("?")[0]);
      const family = families.find((each) => url.protocol === "coldroute:" && each.arguments(url) !== undefined);
      const problem = queryProblem(resource?.uri ?? family?.uriTemplate, family?.parameters ?? [], url.searchParams);
      if (problem !== undefined) return { problem };
      if (resource === undefined) return family && { tool: family.tool, args: family.arguments(url) ?? {} };
      const { mimeType, _meta, read } = resource;
      return { contents: async () => [{ uri, mimeType, text: await read(reading), ...(_meta && { _meta }) }] };
    },
    /** The candidates for a variable of the template, likeliest first. */
    complete: async (uriTemplate: string, variable: string, value: string): Promise<readonly string[]> => {
      const family = families.find((each) => each.uriTemplate === uriTemplate);
      const values = family?.values(variable, (await reading.api()).status().seen) ?? [];
      return values.filter((each) => each.toLowerCase().startsWith(value.toLowerCase()));
    },
  };
}

/** Names what of the query is not understood: read without it, the answer would be another one, and perhaps billed. */
function queryProblem(resource: string | undefined, parameters: readonly string[], query: URLSearchParams) {
  const names = [...query.keys()];
  const wrong = names.find((name, index) => !parameters.includes(name) || names.indexOf(name) !== index);
  if (resource === undefined || wrong === undefined) return undefined;
  const why = parameters.includes(wrong) ? "is given twice" : "is not a parameter of it";
  return `${quote(wrong)} ${why}; the resource is ${resource}. Nothing was sent.`;
}
