import type { Catalogue, ToolListing } from "../../server/catalogue.ts";

/** What a caller may do: ask, and create plans (DESIGN 6). */
export const SCOPES = ["coldroute:read", "coldroute:plan"] as const;

/** Who is asking, as far as authorization tells. */
export interface Principal {
  /** The same for every request of one principal, and of no other. Never logged. */
  readonly id: string;
  /** What the log calls it, where its operator named it. */
  readonly name?: string;
  readonly scopes: ReadonlySet<string>;
}

/** What a bearer token proves. `unavailable`: the keys to judge it by could not be had. */
export type Proof = Principal | "invalid" | "unavailable";

/** Whether a principal may use a tool: what is not sure to change nothing needs the second scope. */
export function mayUse({ scopes }: Principal, { annotations }: Pick<ToolListing, "annotations">): boolean {
  return scopes.has(annotations.readOnlyHint ? "coldroute:read" : "coldroute:plan");
}

/** The catalogue as a principal may see it: its tools, and the prompts that work with no others. */
export function catalogueFor(principal: Principal, catalogue: Catalogue): Catalogue {
  const visible = catalogue.list().filter((tool) => mayUse(principal, tool));
  if (visible.length === catalogue.list().length) return catalogue;
  const names = visible.map(({ name }) => name);
  const { prompts } = catalogue;
  const isFor = (prompt: string): boolean => prompts.toolsOf(prompt).every((tool) => names.includes(tool));
  return {
    ...catalogue,
    list: () => visible,
    call: async (name, args, context) =>
      names.includes(name)
        ? catalogue.call(name, args, context)
        : { noSuchTool: `There is no tool of this name. On offer: ${names.join(", ")}` },
    prompts: {
      ...prompts,
      list: () => prompts.list().filter(({ name }) => isFor(name)),
      get: (name, args) => (isFor(name) ? prompts.get(name, args) : undefined),
      complete: (name, argument, value) => (isFor(name) ? prompts.complete(name, argument, value) : []),
    },
  };
}
