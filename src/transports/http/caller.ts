import { AsyncLocalStorage } from "node:async_hooks";
import type { TraceContext } from "../../domain/trace-context.ts";
import type { Catalogue, ToolListing } from "../../server/catalogue.ts";
import type { CallsInFlight } from "./calls-in-flight.ts";

/** What a caller may do: ask, and create plans (DESIGN 6). */
export const SCOPES = ["coldroute:read", "coldroute:plan"] as const;
export type Scope = (typeof SCOPES)[number];

/** Who is asking, as far as authorization tells. */
export interface Principal {
  /** The same for every request of one principal, and of no other. Fit for no log. */
  readonly id: string;
  readonly scopes: ReadonlySet<Scope>;
}

/** One request's principal, and the trace that it belongs to. */
export interface Caller {
  readonly principal: Principal;
  readonly trace?: TraceContext | undefined;
}

/** The caller of the request that is being served. The SDKs stand between a request and the catalogue, and know nothing of it. */
export const callers = new AsyncLocalStorage<Caller>();

/** Whether `principal` has the scope that a tool asks for: what is not sure to change nothing needs the second one. */
export function mayUse(principal: Principal, { annotations }: Pick<ToolListing, "annotations">): boolean {
  return principal.scopes.has(annotations.readOnlyHint ? "coldroute:read" : "coldroute:plan");
}

/** The catalogue as each caller may see and use it, each call with its caller's trace and counted while it is under way. */
export function guardedCatalogue(catalogue: Catalogue, calls: CallsInFlight): Catalogue {
  const caller = (): Caller => {
    const present = callers.getStore();
    if (present === undefined) throw new Error("the catalogue is used outside a request");
    return present;
  };
  return {
    ...catalogue,
    list: () => catalogue.list().filter((tool) => mayUse(caller().principal, tool)),
    call: async (name, args, context) => {
      const { principal, trace } = caller();
      const tool = catalogue.list().find((candidate) => candidate.name === name);
      // Refused with a challenge before it comes here, unless the name was out of sight.
      if (tool !== undefined && !mayUse(principal, tool))
        return { noSuchTool: `${name} needs the scope coldroute:plan` };
      const leave = calls.enter(principal.id);
      try {
        return await catalogue.call(name, args, trace === undefined ? context : { trace, ...context });
      } finally {
        leave();
      }
    },
  };
}
