/** The scopes of a caller: to ask, and to create plans (G-http). */
export const SCOPES = ["coldroute:read", "coldroute:plan"] as const;

/** The caller, as far as authorization tells. */
export interface Principal {
  /** The same for every request of one principal, and of no other. Never logged. */
  readonly id: string;
  /** What the log calls it, where its operator named it. */
  readonly name?: string;
  readonly scopes: ReadonlySet<string>;
}

/** The proof that a bearer token gives. `unavailable`: the keys to judge it by could not be had. */
export type Proof = Principal | "invalid" | "unavailable";
