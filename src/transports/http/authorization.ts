import type { AuthorizationRules } from "../../http-config.ts";
import type { Clock } from "../../runtime/clock.ts";
import type { Log } from "../../runtime/log.ts";
import { type Principal, SCOPES } from "./caller.ts";
import { staticTokens } from "./static-tokens.ts";

/** What an `Authorization` header proves. `unavailable`: the keys to judge it by could not be had. */
export type Proof = Principal | "missing" | "invalid" | "unavailable";

/** Who sends what header. Never rejects. */
export type Authorize = (header: string | undefined) => Promise<Proof>;

const ANYONE: Principal = { id: "anyone", scopes: new Set(SCOPES) };
/** RFC 6750, 2.1; the scheme's name is case-insensitive (RFC 9110, 11.1). */
const BEARER = /^Bearer +([A-Za-z0-9\-._~+/]+=*) *$/i;

/** The judge of `Authorization` headers that `rules` ask for. */
export async function authorizationBy(
  rules: AuthorizationRules,
  parts: { readonly clock: Clock; readonly log: Log },
): Promise<Authorize> {
  if (rules.kind === "none") return async () => ANYONE;
  const judge = await tokenJudge(rules, parts);
  return async (header) => {
    // Another scheme is as good as none (RFC 6750, 3.1).
    if (header === undefined || !/^Bearer(?: |$)/i.test(header)) return "missing";
    const token = BEARER.exec(header)?.[1];
    return token === undefined ? "invalid" : judge(token);
  };
}

async function tokenJudge(
  rules: Exclude<AuthorizationRules, { kind: "none" }>,
  parts: { readonly clock: Clock; readonly log: Log },
): Promise<(token: string) => Promise<Proof>> {
  if (rules.kind === "jwt") return (await import("./jwt.ts")).jwtJudge({ ...parts, rules });
  const find = staticTokens(rules.tokens());
  return async (token) => find(token) ?? "invalid";
}
