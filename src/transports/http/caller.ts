import { AsyncLocalStorage } from "node:async_hooks";
import type { TraceContext } from "../../domain/trace-context.ts";
import type { ToolListing } from "../../server/catalogue.ts";

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
  /** Counts the request's body as held until the function returned is called: a call may outlast its request. */
  readonly holdBody?: () => () => void;
}

/** The caller of the request that is being served. The SDKs stand between a request and the catalogue, and know nothing of it. */
const callers = new AsyncLocalStorage<Caller>();

/** Serves a request as `caller`'s. */
export function servedAs<T>(caller: Caller, serve: () => Promise<T>): Promise<T> {
  return callers.run(caller, serve);
}

/** Whose request is being served. Throws outside of any, which would be a defect. */
export function presentCaller(): Caller {
  const caller = callers.getStore();
  if (caller === undefined) throw new Error("the catalogue is used outside a request");
  return caller;
}

/** Whether `principal` has the scope that a tool asks for: what is not sure to change nothing needs the second one. */
export function mayUse(principal: Principal, { annotations }: Pick<ToolListing, "annotations">): boolean {
  return principal.scopes.has(annotations.readOnlyHint ? "coldroute:read" : "coldroute:plan");
}
