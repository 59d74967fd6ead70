import { quote } from "../domain/clean.ts";
import { carrierServices } from "./carrier-services.ts";
import type { Found, FreeResource, Listing, ResourceSources, ToolResource } from "./resource.ts";
import { status } from "./status.ts";
import { toolResources } from "./tool-resources.ts";

/** No resource has a longer URI, even with an encoded package number. */
const MAX_URI_CHARS = 600;

/** The resources on offer, in the shapes of MCP. No member throws. */
export type Resources = ReturnType<typeof offeredResources>;

/** Free resources, `more`, and templates for `tools`. Clients may read whole lists, so what may bill is a template. */
export function offeredResources(sources: ResourceSources, tools: ReadonlySet<string>, more: readonly FreeResource[]) {
  const isWithdrawn = (tool: string): boolean => sources.requireZip && tool === "track_package";
  const free: readonly FreeResource[] = [...(sources.requireZip ? [] : [status]), carrierServices, ...more];
  const families = toolResources.filter(({ tool }) => tools.has(tool) && !isWithdrawn(tool));
  return {
    list: (): readonly Listing[] => free.map(({ read: _, _meta, ...listing }) => listing),
    templates: (): readonly Listing[] =>
      families.map(({ uriTemplate, name, title, description }) => {
        return { uriTemplate, name, title, description, mimeType: "application/json" };
      }),
    /** The meaning of a URI; `undefined` for an unknown resource. */
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
    /** Candidates for a variable of the template that begin with `value`. */
    complete: async (uriTemplate: string, variable: string, value: string): Promise<readonly string[]> => {
      const family = families.find((each) => each.uriTemplate === uriTemplate);
      const values = family?.values(variable, (await sources.api()).status().seen, sources) ?? [];
      return values.filter((each) => each.toLowerCase().startsWith(value.toLowerCase()));
    },
  };
}

/** Matches the paths of a template: the text before its query, with one segment per variable. */
function pathPattern(uriTemplate: string): RegExp {
  const [path = ""] = uriTemplate.split("{?");
  return new RegExp(`^${path.replace(/\{(\w+)\}/g, "(?<$1>[^/?#]+)")}$`);
}

/** The call that answers a URI; undefined if a variable cannot be decoded. */
function callFor({ uriTemplate, tool }: ToolResource, path: string, query: URLSearchParams) {
  try {
    const variables = Object.entries(pathPattern(uriTemplate).exec(path)?.groups ?? {});
    const decoded = variables.map(([name, text]) => [name, decodeURIComponent(text)] as const);
    return { tool, args: Object.fromEntries([...decoded, ...query]) };
  } catch {
    return undefined;
  }
}

/** The problem with a wrong query. If ignored, it would change the question, and perhaps the bill. */
function queryProblem(resource: string | undefined, query: URLSearchParams): string | undefined {
  const [, known = ""] = resource?.split(/\{\?|\}$/) ?? [];
  const names = [...query.keys()];
  const wrong = names.find((name, index) => name !== known || names.indexOf(name) !== index);
  if (resource === undefined || wrong === undefined) return undefined;
  const why = wrong === known ? "is given twice" : "is not a parameter of it";
  return `${quote(wrong)} ${why}; the resource is ${resource}. Nothing was sent.`;
}
