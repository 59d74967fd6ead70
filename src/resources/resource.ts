import type { Api } from "../api/model/api.ts";
import type { SeenValues } from "../api/model/status.ts";
import type { LevelOrder } from "../domain/level-order.ts";
import type { ToolName } from "../domain/tool-list.ts";

/** A resource or a template, as MCP lists it. */
export interface Listing {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly [member: string]: unknown;
}

/** The sources of free resources. */
export interface ResourceSources {
  /** The client of the process; creating it sends nothing. */
  api(): Promise<Api>;
  /** True if the simulated service stands in for the real one. */
  readonly sandbox: boolean;
  /** Withdraws what shows packages or bills, because callers must know a recipient's ZIP. */
  readonly requireZip: boolean;
  /** The configured orders of levels. */
  readonly alertLevels: LevelOrder;
  readonly riskLevels: LevelOrder;
}

/** A resource that sends nothing and bills nothing. */
export interface FreeResource extends Listing {
  readonly uri: string;
  readonly mimeType: string;
  /** Sent with the content, not with the listing. */
  readonly _meta?: object;
  read(sources: ResourceSources): Promise<string>;
}

/** A family of resources. A call of `tool` answers each, so reading one may bill. */
export interface ToolResource extends Listing {
  /** A URI template (RFC 6570). Its variables have the names of the tool's arguments. */
  readonly uriTemplate: string;
  /** Matches the template's URIs. Its groups are the variables. */
  readonly pattern: RegExp;
  readonly tool: ToolName;
  /** Candidates for the variable `name`: documented values, and those in answers since the start. Sends nothing. */
  values(name: string, seen: SeenValues, sources: ResourceSources): readonly string[];
}

/** The meaning of a URI: free contents, or a tool call. */
export type Found =
  | { readonly contents: () => Promise<readonly object[]> }
  | { readonly tool: string; readonly args: Readonly<Record<string, unknown>> };
