import type { ToolEntry } from "../domain/tool-entry.ts";

const ENTRIES = [
  { name: "check_heat_alerts", product: "alerts", creates: false, chart: "alerts", words: "locations" },
  { name: "get_five_day_risk", product: "risk", creates: false, chart: "risk", words: "locations" },
  { name: "plan_shipment", product: "planning", creates: true, chart: "plans" },
  { name: "track_package", product: "tracking", creates: false, chart: "packages", words: "ids" },
] as const satisfies readonly ToolEntry[];

export type ToolName = (typeof ENTRIES)[number]["name"];

/** Every tool, in listed order. `src/server/tools.ts` says what each does. */
export const TOOL_LIST: readonly (ToolEntry & { readonly name: ToolName })[] = ENTRIES;

/** The names of all tools, in listed order. */
export const TOOL_NAMES: readonly ToolName[] = TOOL_LIST.map(({ name }) => name);
