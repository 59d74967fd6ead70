import type { TraceContext } from "../../domain/trace-context.ts";
import type { RunCall } from "../../server/calls.ts";
import { withCalls } from "../../server/calls.ts";
import type { Catalogue, ToolListing } from "../../server/catalogue.ts";
import type { Prompts } from "../../server/content.ts";

/** What a caller may do: ask, and create plans (DESIGN 6). */
export const SCOPES = ["coldroute:read", "coldroute:plan"] as const;
export type Scope = (typeof SCOPES)[number];

/** Who is asking, as far as authorization tells. */
export interface Principal {
  /** The same for every request of one principal, and of no other. Never logged. */
  readonly id: string;
  /** What the log calls it, where its operator named it. */
  readonly name?: string;
  readonly scopes: ReadonlySet<Scope>;
}

/** What a bearer token proves. `unavailable`: the keys to judge it by could not be had. */
export type Proof = Principal | "invalid" | "unavailable";

/** Judges bearer tokens. Never rejects. */
export type Judge = (token: string) => Promise<Proof>;

/** Whether a principal may use a tool: what is not sure to change nothing needs the second scope. */
export function mayUse({ scopes }: Principal, { annotations }: Pick<ToolListing, "annotations">): boolean {
  return scopes.has(annotations.readOnlyHint ? "coldroute:read" : "coldroute:plan");
}

/** One HTTP request's principal, the trace that it belongs to, and what its calls run within. */
export interface Caller {
  readonly principal: Principal;
  readonly trace?: TraceContext | undefined;
  readonly run: RunCall;
}

/** The catalogue as one caller may see and use it. */
export function catalogueFor({ principal, trace, run }: Caller, catalogue: Catalogue): Catalogue {
  const own = withCalls(catalogue, (context, work) => run(trace === undefined ? context : { trace, ...context }, work));
  const all = catalogue.list();
  const visible = all.filter((tool) => mayUse(principal, tool));
  if (visible.length === all.length) return own;
  const names = visible.map(({ name }) => name);
  return {
    ...own,
    ...(own.prompts && { prompts: promptsFor(own.prompts, names) }),
    list: () => visible,
    call: async (name, args, context) =>
      names.includes(name)
        ? own.call(name, args, context)
        : { noSuchTool: `There is no tool of this name. On offer: ${names.join(", ")}` },
  };
}

/** A prompt is for those who may use every tool that it works with. */
function promptsFor(prompts: Prompts, tools: readonly string[]): Prompts {
  const isFor = (name: string): boolean => (prompts.toolsOf?.(name) ?? []).every((tool) => tools.includes(tool));
  return {
    ...prompts,
    list: async () => (await prompts.list()).filter(({ name }) => isFor(name)),
    get: async (name, args, context) => (isFor(name) ? prompts.get(name, args, context) : undefined),
    complete: async (name, argument, signal) =>
      isFor(name) ? ((await prompts.complete?.(name, argument, signal)) ?? []) : [],
  };
}
