import type { Api } from "../api/model/api.ts";
import type { SeenValues } from "../api/model/status.ts";
import type { LevelOrder } from "../domain/level-order.ts";
import type { ToolName } from "../domain/tool-list.ts";

export interface Listing {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly [member: string]: unknown;
}

export interface ResourceSources {
  api(): Promise<Api>;
  readonly sandbox: boolean;
  /** Withdraws what shows packages or bills, because callers must know a recipient's ZIP. */
  readonly requireZip: boolean;
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

/** A family of resources. A call of `tool` answers each, so that reading one may bill. */
export interface ToolResource extends Listing {
  /** RFC 6570. Its variables have the names of the tool's arguments. */
  readonly uriTemplate: string;
  /** The same as a pattern: its groups are the variables. */
  readonly pattern: RegExp;
  readonly tool: ToolName;
  /** Completions of the variable `name`: documented values, and those in answers since the start. Sends nothing. */
  values(name: string, seen: SeenValues, sources: ResourceSources): readonly string[];
}
