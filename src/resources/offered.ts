import { carrierServices, status } from "./free-resources.ts";
import type { FreeResource, Listing, ResourceSources, ToolResource } from "./resource.ts";
import { toolResources } from "./tool-resources.ts";

/** No resource has a longer URI, even with an encoded package number. */
const MAX_URI_CHARS = 600;

/** The meaning of a URI: free contents, or a tool call. */
type Found =
  | { readonly contents: () => Promise<readonly object[]> }
  | { readonly tool: string; readonly args: Readonly<Record<string, unknown>> };

export type Resources = ReturnType<typeof offeredResources>;

/** Clients may read whole lists, so what may bill is a template. No member throws. */
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
    find: (uri: string): Found | undefined => {
      if (uri.length > MAX_URI_CHARS) return undefined;
      const resource = free.find((candidate) => candidate.uri === uri);
      const family = families.find(({ pattern }) => pattern.test(uri));
      if (resource === undefined) return family && callFor(family, uri);
      const { mimeType, _meta, read } = resource;
      return { contents: async () => [{ uri, mimeType, text: await read(sources), ...(_meta && { _meta }) }] };
    },
    complete: async (uriTemplate: string, variable: string, value: string): Promise<readonly string[]> => {
      const family = families.find((candidate) => candidate.uriTemplate === uriTemplate);
      const values = family?.values(variable, (await sources.api()).status().seen, sources) ?? [];
      return values.filter((text) => text.toLowerCase().startsWith(value.toLowerCase()));
    },
  };
}

/** Undefined if a variable cannot be decoded. */
function callFor({ pattern, tool }: ToolResource, uri: string): Found | undefined {
  try {
    const variables = Object.entries(pattern.exec(uri)?.groups ?? {});
    const given = variables.filter((variable): variable is [string, string] => variable[1] !== undefined);
    return { tool, args: Object.fromEntries(given.map(([name, text]) => [name, decodeURIComponent(text)])) };
  } catch {
    return undefined;
  }
}
