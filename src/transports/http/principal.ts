import { createHmac, randomBytes } from "node:crypto";
import type { TokenScope } from "../../config/token-entry.ts";
import type { HttpOptions } from "./options.ts";

export interface Principal {
  /** Unique and safe to log: the operator's name for the caller, or a pseudonym. */
  readonly id: string;
  readonly name?: string;
  readonly scopes: ReadonlySet<TokenScope>;
}

/** The verdict on a bearer token. `refused` is a reason without any part of the token; `unavailable` means no keys. */
export type Proof = Principal | { readonly refused: string } | "unavailable";

const PROCESS_KEY = randomBytes(32);
const HASH_DIGITS = 16;

/** An id that reveals nothing about `secret`: its HMAC under the random key that the processes share (G-privacy). */
export async function pseudonym(secret: string, { pseudonymKey }: HttpOptions): Promise<string> {
  const key = (await pseudonymKey?.()) ?? PROCESS_KEY;
  return createHmac("sha256", key).update(secret).digest("hex").slice(0, HASH_DIGITS);
}
