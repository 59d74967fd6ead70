import { offeredPrompts, type Prompts } from "../prompts/offered.ts";
import { offeredResources, type Resources } from "../resources/offered.ts";
import { RecentPlans } from "../tools/recent-plans.ts";
import type { CallContext } from "./call-context.ts";
import { listing, type ToolListing } from "./listing.ts";
import { asksForPicture, withPicture, withPictureParameter } from "./picture.ts";
import type { ToolResult } from "./result.ts";
import { callTool, type Surroundings } from "./tool-call.ts";
import { toolsFor } from "./tools.ts";
import { viewOf } from "./view.ts";

/** An unknown or withheld tool. All protocol versions report a protocol error (-32602), not a result. */
export interface NoSuchTool {
  readonly noSuchTool: string;
}

/** Everything that the server offers, free of any SDK (G-eras). */
export interface Catalogue {
  list(): readonly ToolListing[];
  /** Never rejects. */
  call(name: string, args: unknown, context: CallContext): Promise<ToolResult | NoSuchTool>;
  readonly resources: Resources;
  readonly prompts: Prompts;
  /** Without the tools that create something. */
  readOnly(): Catalogue;
}

export function createCatalogue(
  surroundings: Surroundings,
  all = toolsFor(surroundings.config),
  plans = new RecentPlans(surroundings.clock),
): Catalogue {
  const { api, config, spans } = surroundings;
  const { sandbox, alertLevels, riskLevels, requireZip } = config;
  const offered = all
    .filter(({ name }) => config.tools.includes(name))
    .map((tool) => ({ ...tool, input: tool.inputFor?.(config) ?? tool.input }))
    .map((tool) => (config.pictures && tool.chart !== undefined ? withPictureParameter(tool) : tool));
  const views = offered.flatMap(({ chart }) => (config.views && chart !== undefined ? [viewOf(chart)] : []));
  const names = new Set(offered.map(({ name }) => name));
  let listed: readonly ToolListing[] | undefined;
  let readOnly: Catalogue | undefined;
  const call: Catalogue["call"] = async (name, args, context) => {
    const tool = offered.find((candidate) => candidate.name === name);
    if (tool === undefined) {
      const withheld = `${name} is not offered (COLDROUTE_TOOLS, COLDROUTE_READ_ONLY)`;
      const why = all.some((candidate) => candidate.name === name) ? withheld : "There is no tool of this name";
      return { noSuchTool: `${why}. Available: ${[...names].join(", ") || "none"}` };
    }
    const { chart } = tool;
    const isDrawn = config.pictures && chart !== undefined && asksForPicture(args);
    const drawsViews = isDrawn || (config.views && context.drawsViews === true);
    const run = () => callTool(tool, args, { ...context, drawsViews }, { ...surroundings, plans });
    const result = await (spans === undefined ? run() : spans.around(name, context, run));
    if (!isDrawn) return result;
    const drawn = await withPicture(chart, result, surroundings);
    if (context.drawsViews === true) return drawn;
    // 30 kB of marks, which some hosts would pass on to the model.
    const { "coldroute/view": _, ..._meta } = drawn._meta;
    return { ...drawn, _meta };
  };
  return {
    list: () => {
      listed ??= offered.map((tool) => listing(tool, config.views));
      return listed;
    },
    call,
    resources: offeredResources({ api, sandbox, alertLevels, riskLevels, requireZip }, names, views),
    // Every prompt asks for the bill.
    prompts: offeredPrompts(requireZip ? new Set() : names, { alertLevels, riskLevels }),
    readOnly: () => {
      const reading = offered.filter(({ creates }) => !creates);
      readOnly ??= createCatalogue(surroundings, reading, plans);
      return readOnly;
    },
  };
}
