import { offeredPrompts } from "../prompts/offered.ts";
import { offeredResources } from "../resources/offered.ts";
import { tools } from "../tools/index.ts";
import type { Annotations, Tool } from "../tools/tool.ts";
import type { ReadyTool, Surroundings, ToolResult } from "./boundary.ts";
import { callTool } from "./boundary.ts";
import type { CallContext } from "./call-context.ts";
import type { JsonSchema } from "./json-schema.ts";
import { inputSchema, listedInput, outputSchema } from "./json-schema.ts";

/** A tool as `tools/list` shows it. */
export interface ToolListing {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly annotations: Annotations;
  readonly inputSchema: JsonSchema;
  readonly outputSchema?: JsonSchema;
}

/** A call of a tool that is not on offer. Both eras answer with a protocol error (-32602), not a result. */
export interface NoSuchTool {
  readonly noSuchTool: string;
}

/** A resource, a template or a prompt, as MCP lists it. */
export interface Listing {
  readonly name: string;
  readonly [member: string]: unknown;
}

/** The content of a resource, in the shape of MCP. */
export interface ResourceContents {
  readonly uri: string;
  readonly text?: string;
}

/** The resources on offer. No member rejects. */
export interface Resources {
  list(): readonly Listing[];
  templates(): readonly Listing[];
  /** `undefined` for an unknown resource. */
  read(uri: string, context: CallContext): Promise<readonly ResourceContents[] | FailedReading | undefined>;
  /** The candidates for a variable of the template, likeliest first. */
  complete(uriTemplate: string, variable: string, value: string): Promise<readonly string[]>;
}

/** The reason why a resource cannot be read: in words, and for programs as `data`. */
export interface FailedReading {
  readonly failed: string;
  /** The URI itself is wrong, so that another attempt will not help. */
  readonly isWronglyAsked: boolean;
  readonly data: unknown;
}

/** The prompts on offer. No member throws. */
export interface Prompts {
  list(): readonly Listing[];
  /** `undefined` for an unknown prompt. `refused` names the problem of the arguments. */
  get(name: string, args: Readonly<Record<string, string>>): object | { readonly refused: string } | undefined;
  /** The candidates for an argument of the prompt, likeliest first. */
  complete(name: string, argument: string, value: string): readonly string[];
}

/** Everything that the server offers, free of any SDK. Two thin adapters serve it (G-eras). */
export interface Catalogue {
  /** Lists the tools, without network or configuration. */
  list(): readonly ToolListing[];
  /** Calls a tool; never rejects. */
  call(name: string, args: unknown, context: CallContext): Promise<ToolResult | NoSuchTool>;
  readonly resources: Resources;
  readonly prompts: Prompts;
  /** The part that certainly changes nothing. */
  readOnly(): Catalogue;
}

/** The catalogue of those tools in `all` that the configuration offers, in their order. */
export function createCatalogue(surroundings: Surroundings, all: readonly Tool[] = tools): Catalogue {
  const { api, clock, config } = surroundings;
  const offered = all.filter(({ name }) => config.tools.includes(name));
  const names = new Set(offered.map(({ name }) => name));
  const ready = new Map<string, ReadyTool>();
  const readied = (tool: Tool): ReadyTool => {
    // Schemas take long to make: each waits for the first use of its tool.
    const found = ready.get(tool.name);
    if (found !== undefined) return found;
    const made = { tool, inputSchema: inputSchema(tool) };
    ready.set(tool.name, made);
    return made;
  };
  let listed: readonly ToolListing[] | undefined;
  let readOnly: Catalogue | undefined;
  const call: Catalogue["call"] = async (name, args, context) => {
    const tool = offered.find((candidate) => candidate.name === name);
    if (tool !== undefined) return callTool(readied(tool), args, context, surroundings);
    const isWithheld = all.some((candidate) => candidate.name === name);
    const why = isWithheld
      ? `${name} is not offered (COLDROUTE_TOOLS, COLDROUTE_READ_ONLY)`
      : "There is no tool of this name";
    return { noSuchTool: `${why}. On offer: ${[...names].join(", ") || "none"}` };
  };
  return {
    list: () => {
      listed ??= offered.map((tool) => listing(readied(tool)));
      return listed;
    },
    call,
    resources: offeredResources({ api, sandbox: config.sandbox }, names, call),
    prompts: offeredPrompts(names, () => clock.nowMs()),
    readOnly: () => {
      const reading = offered.filter(({ annotations }) => annotations.readOnlyHint);
      readOnly ??= createCatalogue(surroundings, reading);
      return readOnly;
    },
  };
}

function listing({ tool, inputSchema: input }: ReadyTool): ToolListing {
  const { name, title, description, annotations } = tool;
  return { name, title, description, annotations, inputSchema: listedInput(input), outputSchema: outputSchema(tool) };
}
