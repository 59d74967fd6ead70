/** The scopes of a caller: to ask, and to create plans (G-http). */
export const SCOPES = ["coldroute:read", "coldroute:plan"] as const;

/** The caller, as authorization knows it. */
export interface Principal {
  /** Unique to a principal, and the same for all its requests. Never logged. */
  readonly id: string;
  /** The operator's name for it in the log, if any. */
  readonly name?: string;
  readonly scopes: ReadonlySet<string>;
}

/** The result of checking a bearer token. `unavailable`: the keys could not be fetched. */
export type Proof = Principal | "invalid" | "unavailable";
