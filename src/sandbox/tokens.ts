import { z } from "zod";
import type { Clock } from "../runtime/clock.ts";
import { json, problem, type ServiceAnswer } from "./answer.ts";
import { check, invalid } from "./check.ts";
import { AUDIENCE, CLIENT_ID, CLIENT_SECRET, type Product, type SandboxSettings } from "./settings.ts";
import { PRODUCT_SCOPES, TOKEN_TYPE } from "./world/invented.ts";
import { seededRandom } from "./world/random.ts";

interface IssuedToken {
  readonly scopes: readonly Product[];
  readonly expiresMs: number;
  revoked: boolean;
}

/** The body of the token exchange (service.md 4.1). */
const GRANT = z.strictObject({
  grant_type: z.literal("client_credentials"),
  client_id: z.string().min(1),
  client_secret: z.string().min(1),
  audience: z.string().optional(),
});

/** The identity provider: issues tokens and checks them (service.md 4.1, 5). */
export type TokenIssuer = ReturnType<typeof tokenIssuer>;

export function tokenIssuer(clock: Clock, settings: SandboxSettings, seed: number) {
  const random = seededRandom(seed, "tokens");
  const tokens = new Map<string, IssuedToken>();

  function issue(hasAudience: boolean): ServiceAnswer {
    // Only package lookup has a default audience (service.md 5.5).
    const scopes = settings.scopes.filter((product) => hasAudience || product === "tracking");
    const value = `sandbox-token-${tokens.size + 1}-${random().toString(16).slice(2)}`;
    const expiresMs = clock.monotonicMs() + settings.tokenLifeS * 1_000;
    tokens.set(value, { scopes, expiresMs, revoked: false });
    return json({
      access_token: value,
      expires_in: settings.tokenLifeS,
      token_type: TOKEN_TYPE,
      scope: scopes.map((product) => PRODUCT_SCOPES[product]).join(" "),
    });
  }

  return {
    /** Every token issued so far, oldest first. */
    issued: (): readonly string[] => [...tokens.keys()],
    revokeAll: (): void => {
      for (const token of tokens.values()) token.revoked = true;
    },
    /** Answers the token exchange. `body` is the parsed JSON. */
    exchange: (body: unknown): ServiceAnswer => {
      const read = check(GRANT, body);
      if ("refusal" in read) return read.refusal;
      const { client_id, client_secret, audience } = read.value;
      if (audience !== undefined && audience !== AUDIENCE) return invalid("audience", "is not known");
      if (client_id !== CLIENT_ID || client_secret !== CLIENT_SECRET)
        return problem(401, "invalid-client", "client_id or client_secret is wrong");
      return issue(audience !== undefined);
    },
    /** A 401 if the token is missing, invalid, expired or lacks the scope (service.md 7). */
    refusal: (authorization: string | undefined, product: Product): ServiceAnswer | undefined => {
      if (authorization === undefined) return unauthorized("missing-token", "the Authorization header is missing");
      const value = /^Bearer ([\x21-\x7e]+)$/i.exec(authorization)?.[1];
      const token = value === undefined ? undefined : tokens.get(value);
      if (token === undefined || token.revoked) return unauthorized("invalid-token", "the access token is invalid");
      if (clock.monotonicMs() >= token.expiresMs) return unauthorized("expired-token", "the access token has expired");
      if (token.scopes.includes(product)) return undefined;
      return unauthorized("insufficient-scope", `the access token lacks the scope ${PRODUCT_SCOPES[product]}`);
    },
  };
}

function unauthorized(slug: string, detail: string): ServiceAnswer {
  return problem(401, slug, detail, { "WWW-Authenticate": "Bearer" });
}
