import type { Product } from "./product.ts";

export type ChartName = "alerts" | "risk" | "plans" | "packages";

export interface ToolEntry {
  readonly name: string;
  /** The product that the tool calls first. Answers state the age of its data. */
  readonly product: Product;
  /** COLDROUTE_READ_ONLY withholds a tool that creates something. */
  readonly creates: boolean;
  /** The argument that the plain words of `coldroute call` fill; absent if it takes JSON alone. */
  readonly words?: string;
  /** How the page and the PNG draw the tool's answers; absent if they draw none. */
  readonly chart?: ChartName;
}

const ENTRIES = [
  { name: "check_heat_alerts", product: "alerts", creates: false, chart: "alerts", words: "locations" },
  { name: "get_five_day_risk", product: "risk", creates: false, chart: "risk", words: "locations" },
  { name: "plan_shipment", product: "planning", creates: true, chart: "plans" },
  { name: "track_package", product: "tracking", creates: false, chart: "packages", words: "ids" },
] as const satisfies readonly ToolEntry[];

export type ToolName = (typeof ENTRIES)[number]["name"];

/** Every tool, in listed order. `src/server/tools.ts` says what each does. */
export const TOOL_LIST: readonly (ToolEntry & { readonly name: ToolName })[] = ENTRIES;
export const TOOL_NAMES: readonly ToolName[] = TOOL_LIST.map(({ name }) => name);
