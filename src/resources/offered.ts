import { quote } from "../domain/clean.ts";
import { carrierServices } from "./carrier-services.ts";
import type { Found, FreeResource, Listing, ResourceSources, ToolResource } from "./resource.ts";
import { status } from "./status.ts";
import { toolResources } from "./tool-resources.ts";

/** Longer than the URI of any resource here, an encoded package number included. */
const MAX_URI_CHARS = 600;

/** The resources on offer, in the shapes of MCP. No member throws. */
export type Resources = ReturnType<typeof offeredResources>;

/** The resources over the tools on offer, and `more`. Clients may read a whole list, so what may bill is a template. */
export function offeredResources(sources: ResourceSources, tools: ReadonlySet<string>, more: readonly FreeResource[]) {
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
      if (uri.length > MAX_URI_CHARS || !URL.canParse(uri)) return undefined;
      const [path = ""] = uri.split("?");
      const query = new URL(uri).searchParams;
      const resource = free.find((each) => each.uri === path);
      const family = families.find(({ uriTemplate }) => pathPattern(uriTemplate).test(path));
      const problem = queryProblem(resource?.uri ?? family?.uriTemplate, query);
      if (problem !== undefined) return { problem };
      if (resource === undefined) return family && callFor(family, path, query);
      const { mimeType, _meta, read } = resource;
      return { contents: async () => [{ uri, mimeType, text: await read(sources), ...(_meta && { _meta }) }] };
    },
    /** The candidates for a variable of the template, likeliest first. */
    complete: async (uriTemplate: string, variable: string, value: string): Promise<readonly string[]> => {
      const family = families.find((each) => each.uriTemplate === uriTemplate);
      const values = family?.values(variable, (await sources.api()).status().seen) ?? [];
      return values.filter((each) => each.toLowerCase().startsWith(value.toLowerCase()));
    },
  };
}

/** The paths of a template: the text before its query, with a segment for each variable. */
function pathPattern(uriTemplate: string): RegExp {
  const [path = ""] = uriTemplate.split("{?");
  return new RegExp(`^${path.replace(/\{(\w+)\}/g, "(?<$1>[^/?#]+)")}$`);
}

/** The call that answers a URI; undefined where a variable cannot be decoded. */
function callFor({ uriTemplate, tool }: ToolResource, path: string, query: URLSearchParams) {
  try {
    const variables = Object.entries(pathPattern(uriTemplate).exec(path)?.groups ?? {});
    const decoded = variables.map(([name, text]) => [name, decodeURIComponent(text)] as const);
    return { tool, args: Object.fromEntries([...decoded, ...query]) };
  } catch {
    return undefined;
  }
}

/** The problem of a wrong query. If it were ignored, the URI would get another answer, which may be billed. */
function queryProblem(resource: string | undefined, query: URLSearchParams): string | undefined {
  const [, known = ""] = resource?.split(/\{\?|\}$/) ?? [];
  const names = [...query.keys()];
  const wrong = names.find((name, index) => name !== known || names.indexOf(name) !== index);
  if (resource === undefined || wrong === undefined) return undefined;
  const why = wrong === known ? "is given twice" : "is not a parameter of it";
  return `${quote(wrong)} ${why}; the resource is ${resource}. Nothing was sent.`;
}
