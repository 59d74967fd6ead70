import { tools } from "../tools/index.ts";
import type { Annotations, Tool } from "../tools/tool.ts";
import type { ReadyTool, Surroundings, ToolResult } from "./boundary.ts";
import { callTool } from "./boundary.ts";
import type { CallContext } from "./call-context.ts";
import type { CallResult, Prompts, Resources } from "./content.ts";
import type { JsonSchema } from "./json-schema.ts";
import { inputSchema, outputSchema, wholeOutput } from "./json-schema.ts";
import { createPrompts } from "./prompt-catalogue.ts";
import { createResources } from "./resource-catalogue.ts";

/** A tool as `tools/list` shows it. */
export interface ToolListing {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly annotations: Annotations;
  readonly inputSchema: JsonSchema;
  readonly outputSchema?: JsonSchema;
}

/** A call that names no tool on offer: a protocol error (-32602) in either era, not a result. */
export interface NoSuchTool {
  readonly noSuchTool: string;
}

/** What the server offers, free of any SDK. Two thin adapters stand before it (DESIGN 7). */
export interface Catalogue<Result extends CallResult = CallResult> {
  /** The tools. Needs neither network nor configuration. */
  list(): readonly ToolListing[];
  /** Calls a tool; never rejects. */
  call(name: string, args: unknown, context: CallContext): Promise<Result | NoSuchTool>;
  readonly resources?: Resources;
  readonly prompts?: Prompts;
}

/** The catalogue of the tools that the configuration offers, of `all` in their order. */
export function createCatalogue(surroundings: Surroundings, all: readonly Tool[] = tools): Catalogue<ToolResult> {
  const { config } = surroundings;
  const offered = all.filter(({ name }) => config.tools.some((candidate) => candidate === name));
  const names = new Set(offered.map(({ name }) => name));
  const ready = new Map<string, ReadyTool>();
  const readied = (tool: Tool): ReadyTool => {
    // Schemas are dear to make: each is made when its tool is first needed.
    const made = ready.get(tool.name) ?? { tool, inputSchema: inputSchema(tool), output: wholeOutput(tool) };
    ready.set(tool.name, made);
    return made;
  };
  let listed: readonly ToolListing[] | undefined;
  const call: Catalogue<ToolResult>["call"] = async (name, args, context) => {
    const tool = offered.find((candidate) => candidate.name === name);
    if (tool !== undefined) return callTool(readied(tool), args, context, surroundings);
    const withheld = Object.entries(config.withheld).find(([candidate]) => candidate === name)?.[1];
    const why =
      withheld === undefined ? "There is no tool of this name" : `${name} is not offered: ${withheld} says so`;
    return { noSuchTool: `${why}. On offer: ${[...names].join(", ") || "none"}` };
  };
  return {
    list: () => {
      listed ??= offered.map((tool) => listing(readied(tool)));
      return listed;
    },
    call,
    resources: createResources(surroundings, names, call),
    prompts: createPrompts(surroundings.clock, names),
  };
}

function listing({ tool, inputSchema: input }: ReadyTool): ToolListing {
  const { name, title, description, annotations } = tool;
  return { name, title, description, annotations, inputSchema: input, outputSchema: outputSchema(tool) };
}
