import { createHmac, randomBytes } from "node:crypto";
import type { TokenScope } from "../../config/token-entry.ts";

/** The caller, as authorization knows it. */
export interface Principal {
  /** Fit for the log: the operator's name, or a pseudonym. No other caller has the same. */
  readonly id: string;
  /** The operator's name for it, if any. */
  readonly name?: string;
  readonly scopes: ReadonlySet<TokenScope>;
}

/** The verdict on a bearer token. `refused` says why, without any part of it; `unavailable`: keys cannot be fetched. */
export type Proof = Principal | { readonly refused: string } | "unavailable";

const KEY = randomBytes(32);
/** Hexadecimal digits of a hash, enough to tell principals apart. */
const HASH_LENGTH = 16;

/** An id that tells nothing of `secret`: its hash under a key of this process (G-privacy). */
export function pseudonym(secret: string): string {
  return createHmac("sha256", KEY).update(secret).digest("hex").slice(0, HASH_LENGTH);
}
