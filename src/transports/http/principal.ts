import { createHmac, randomBytes } from "node:crypto";
import { Allowance } from "../../api/model/allowance.ts";
import type { HttpConfig } from "../../config/config.ts";
import type { TokenScope } from "../../config/token-entry.ts";
import type { HttpCaller } from "../../server/call-context.ts";
import type { HttpOptions } from "./options.ts";

export interface Principal {
  /** Unique and safe to log: the operator's name for the caller, or a pseudonym. */
  readonly id: string;
  readonly name?: string;
  readonly scopes: ReadonlySet<TokenScope>;
}

/** Checks a bearer token. `flaw` holds no part of the token; `unavailable` means that the issuer's keys are. */
export type TokenCheck = (token: string) => Promise<Principal | { readonly flaw: string } | "unavailable">;

const PROCESS_KEY = randomBytes(32);
const HASH_DIGITS = 16;

/** An id that reveals nothing about `secret`: its HMAC under the random key that the processes share (G-privacy). */
export async function pseudonym(secret: string, { pseudonymKey }: HttpOptions): Promise<string> {
  const key = (await pseudonymKey?.()) ?? PROCESS_KEY;
  return createHmac("sha256", key).update(secret).digest("hex").slice(0, HASH_DIGITS);
}

/** Makes a function that names a principal to the catalogue, with its allowance if the operator set a limit. */
export function httpCallers({ billableLimit, authorization }: HttpConfig): (principal: Principal) => HttpCaller {
  const unnamed = authorization.kind === "jwt" ? "(oauth)" : "(unnamed)";
  // One of some 200 bytes for each principal: the operator's tokens or the issuer's persons bound their number.
  const allowances = new Map<string, Allowance>();
  return ({ id, name }) => {
    const caller = { principal: id, payer: name ?? unnamed };
    if (billableLimit === undefined) return caller;
    const allowance = allowances.get(id) ?? new Allowance(billableLimit, id, name);
    allowances.set(id, allowance);
    return { ...caller, allowance };
  };
}
