import { createHmac, randomBytes } from "node:crypto";
import type { TokenScope } from "../../config/token-entry.ts";

/** A caller that authorization has identified. */
export interface Principal {
  /** Unique and safe to log: the operator's name for the caller, or a pseudonym. */
  readonly id: string;
  /** The operator's name for the caller, if any. */
  readonly name?: string;
  readonly scopes: ReadonlySet<TokenScope>;
}

/** The verdict on a bearer token. `refused` is a reason without any part of the token; `unavailable` means no keys. */
export type Proof = Principal | { readonly refused: string } | "unavailable";

const KEY = randomBytes(32);
/** Hexadecimal digits of a hash. These suffice to tell principals apart. */
const HASH_LENGTH = 16;

/** An id that reveals nothing about `secret`: its HMAC under a random key of this process (G-privacy). */
export function pseudonym(secret: string): string {
  return createHmac("sha256", KEY).update(secret).digest("hex").slice(0, HASH_LENGTH);
}
