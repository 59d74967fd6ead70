import type { Product } from "../domain/product.ts";

/** One tool as the configuration knows it. */
export interface ToolEntry {
  readonly name: string;
  /** The product that the tool asks first; its failures name this product. */
  readonly product: Product;
  /** The tool creates something, so COLDROUTE_READ_ONLY withholds it. */
  readonly creates: boolean;
  /** The tool's token needs COLDROUTE_AUDIENCE (service.md 5.5: package lookup has a default). */
  readonly needsAudience: boolean;
}

/** Every tool, in listed order. A new tool needs one line here and one folder. */
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
