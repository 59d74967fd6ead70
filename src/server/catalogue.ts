import type { ToolName } from "../tool-list.ts";
import { tools } from "../tools/index.ts";
import type { Annotations, Tool } from "../tools/tool.ts";
import type { ReadyTool, Surroundings, ToolResult } from "./boundary.ts";
import { callTool } from "./boundary.ts";
import type { CallContext } from "./call-context.ts";
import type {
  CallResult,
  Completing,
  PromptListing,
  PromptResult,
  ResourceContents,
  ResourceListing,
  TemplateListing,
} from "./content.ts";
import type { JsonSchema } from "./json-schema.ts";
import { inputSchema, outputSchema, outputWithNotes } from "./json-schema.ts";
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

/** What is on offer, free of any SDK: two thin adapters stand before it (DESIGN 7). */
export interface Catalogue<Result extends CallResult = CallResult> {
  /** The tools. Needs neither network nor configuration. */
  list(): readonly ToolListing[];
  /** Calls a tool; never rejects. */
  call(name: string, args: unknown, context: CallContext): Promise<Result | NoSuchTool>;
  readonly resources?: Resources;
  readonly prompts?: Prompts;
}

/** The resources on offer. Nothing here rejects. */
export interface Resources {
  list(): Promise<readonly ResourceListing[]>;
  templates(): Promise<readonly TemplateListing[]>;
  /** `undefined`: there is no such resource. `failed` says why one that there is could not be read, `data` for programs. */
  read(uri: string, context: CallContext): Promise<readonly ResourceContents[] | FailedReading | undefined>;
  /** The values that an argument of the template may have, likeliest first. */
  complete?(uriTemplate: string, argument: Completing, signal: AbortSignal): Promise<readonly string[]>;
}

/** Why a resource could not be read. */
export interface FailedReading {
  readonly failed: string;
  /** The URI asks for what cannot be: asking for the same again will not help. */
  readonly isWronglyAsked: boolean;
  readonly data: unknown;
}

/** The prompts on offer. Nothing here rejects. */
export interface Prompts {
  list(): Promise<readonly PromptListing[]>;
  /** The tools that a prompt works with, by name: without any of them it is no use. */
  toolsOf?(name: string): readonly string[];
  /** `undefined`: there is no such prompt. `refused` says what is wrong with the arguments. */
  get(
    name: string,
    args: Readonly<Record<string, string>>,
    context: CallContext,
  ): Promise<PromptResult | { readonly refused: string } | undefined>;
  /** The values that an argument of the prompt may have, likeliest first. */
  complete?(name: string, argument: Completing, signal: AbortSignal): Promise<readonly string[]>;
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
      output: outputWithNotes(tool),
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
