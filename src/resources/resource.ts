import type { Api } from "../api/model/api.ts";
import type { SeenValues } from "../api/model/status.ts";
import type { ToolName } from "../config/tool-list.ts";

/** A resource or a template, as MCP lists it. */
export interface Listing {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly [member: string]: unknown;
}

/** The sources of a free resource. */
export interface ResourceSources {
  /** The client of the process; creating it sends nothing. */
  api(): Promise<Api>;
  /** True where the simulated service stands in for the real one. */
  readonly sandbox: boolean;
}

/** A resource that sends nothing and bills nothing. */
export interface FreeResource extends Listing {
  readonly uri: string;
  readonly mimeType: string;
  /** Goes with its content. */
  readonly _meta?: object;
  read(sources: ResourceSources): Promise<string>;
}

/** A family of resources. A call of the tool answers each, so reading may bill. */
export interface ToolResource extends Listing {
  /** RFC 6570. Its variables are arguments of the tool, by the same names. */
  readonly uriTemplate: string;
  readonly tool: ToolName;
  /** Values of the variable `name` in the answers since the start. Sends nothing. */
  values(name: string, seen: SeenValues): readonly string[];
}

/** The meaning of a URI: free contents, the call of a tool, or a problem of the URI itself. */
export type Found =
  | { readonly contents: () => Promise<readonly object[]> }
  | { readonly tool: string; readonly args: Readonly<Record<string, unknown>> }
  | { readonly problem: string };
