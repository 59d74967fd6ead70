import type { Product } from "./api/failure.ts";

/** One tool as the configuration knows it. */
export interface ToolEntry {
  readonly name: string;
  /** The product that it asks first and that its failures are about. */
  readonly product: Product;
  /** Whether it creates something; COLDROUTE_READ_ONLY withholds it then. */
  readonly creates: boolean;
  /** Whether its token needs COLDROUTE_AUDIENCE (service.md 5.5: package lookup defaults it). */
  readonly needsAudience: boolean;
}

/** Every tool, in the order in which tools are listed. A further tool is one line here and one folder. */
export const TOOL_LIST = [
  { name: "check_heat_alerts", product: "alerts", creates: false, needsAudience: true },
  { name: "get_five_day_risk", product: "risk", creates: false, needsAudience: true },
  { name: "plan_shipment", product: "planning", creates: true, needsAudience: true },
  { name: "track_package", product: "tracking", creates: false, needsAudience: false },
] as const satisfies readonly ToolEntry[];

/** The name of a tool. */
export type ToolName = (typeof TOOL_LIST)[number]["name"];

/** The names of all tools, in their listed order. */
export const TOOL_NAMES: readonly ToolName[] = TOOL_LIST.map(({ name }) => name);
