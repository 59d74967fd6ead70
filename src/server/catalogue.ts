import type { ToolName } from "../tool-list.ts";
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
  const offered = all.filter((tool) => isOffered(tool.name, config.tools));
  const ready = new Map<string, ReadyTool>();
  const readied = (tool: Tool): ReadyTool => {
    const known = ready.get(tool.name) ?? {
      tool,
      inputSchema: inputSchema(tool),
      output: wholeOutput(tool),
    };
    ready.set(tool.name, known);
    return known;
  };
  let listed: readonly ToolListing[] | undefined;
  const names = new Set(offered.map(({ name }) => name));
  const toolCatalogue: Catalogue<ToolResult> = {
    list: () => {
      // The schemas are dear to make, and asked for at every call where callers differ in what they may use.
      listed ??= offered.map((tool) => listing(readied(tool)));
      return listed;
    },
    call: async (name, args, context) => {
      const tool = offered.find((candidate) => candidate.name === name);
      if (tool !== undefined) return callTool(readied(tool), args, context, surroundings);
      const withheld = isToolName(name, all) ? config.withheld[name] : undefined;
      const onOffer = [...names].join(", ") || "none";
      if (withheld !== undefined)
        return { noSuchTool: `${name} is not offered: ${withheld} says so. On offer: ${onOffer}` };
      return { noSuchTool: `There is no tool of this name. On offer: ${onOffer}` };
    },
  };
  return {
    ...toolCatalogue,
    resources: createResources(surroundings, names, toolCatalogue.call),
    prompts: createPrompts(surroundings.clock, names),
  };
}

function isOffered(name: string, offered: readonly ToolName[]): boolean {
  return offered.some((candidate) => candidate === name);
}

function isToolName(name: string, all: readonly Tool[]): name is ToolName {
  return all.some((tool) => tool.name === name);
}

function listing({ tool, inputSchema: input }: ReadyTool): ToolListing {
  const { name, title, description, annotations } = tool;
  return { name, title, description, annotations, inputSchema: input, outputSchema: outputSchema(tool) };
}
