import { createRemoteJWKSet, customFetch, errors, type JWTPayload, jwtVerify } from "jose";
import type { AuthorizationRules } from "../../config/config.ts";
import { TOKEN_SCOPES } from "../../config/token-entry.ts";
import type { Clock } from "../../runtime/clock.ts";
import type { HttpOptions } from "./options.ts";
import { type Principal, pseudonym, type TokenCheck } from "./principal.ts";

/** The accepted types of an access token (RFC 9068, 2.1). Other types have other uses, such as logout. */
const TYPES: ReadonlySet<string> = new Set(["jwt", "at+jwt", "application/at+jwt"]);
const ASYMMETRIC = "RS256 RS384 RS512 PS256 PS384 PS512 ES256 ES384 ES512 EdDSA Ed25519".split(" ");
const CLOCK_TOLERANCE_S = 5;
const BETWEEN_FETCHES_MS = 1_000;
/** jose keeps keys for ten minutes. It refetches for an unknown key after `cooldownDuration` (30 s by default). */
const KEYS = { timeoutDuration: 5_000, cacheMaxAge: 600_000, cooldownDuration: BETWEEN_FETCHES_MS };

type JwtRules = Extract<AuthorizationRules, { kind: "jwt" }>;

/** jose's codes for unavailable keys. `other` covers errors of the fetch, which jose passes on unchanged. */
const UNAVAILABLE: ReadonlySet<string> = new Set(["ERR_JOSE_GENERIC", "ERR_JWKS_TIMEOUT", "ERR_JWKS_INVALID", "other"]);

/** Checks JWT access tokens (RFC 9068, 4; RFC 8725). Never rejects. */
export function jwtCheck(rules: JwtRules, options: HttpOptions): TokenCheck {
  const { clock, log } = options;
  const { issuer, audience, jwksUrl } = rules;
  const keys = createRemoteJWKSet(new URL(jwksUrl), { ...KEYS, [customFetch]: seldomFetch(clock) });
  return async (token) => {
    try {
      const { payload, protectedHeader } = await jwtVerify(token, keys, {
        issuer,
        audience,
        algorithms: ASYMMETRIC,
        requiredClaims: ["exp"],
        clockTolerance: CLOCK_TOLERANCE_S,
        currentDate: new Date(clock.nowMs()),
      });
      const { typ = "jwt" } = protectedHeader;
      if (typeof typ !== "string" || !TYPES.has(typ.toLowerCase())) return { flaw: "wrong typ" };
      return (await principalOf(payload, options)) ?? { flaw: "no sub and no client_id" };
    } catch (error) {
      const code = error instanceof errors.JOSEError ? error.code : "other";
      if (UNAVAILABLE.has(code)) {
        log.error({ variable: "COLDROUTE_HTTP_JWKS_URL", code }, "the issuer's keys are unavailable");
        return "unavailable";
      }
      return { flaw: error instanceof errors.JWTClaimValidationFailed ? `${code} ${error.claim}` : code };
    }
  };
}

/** A fetch at most once a second. After a failure, jose would fetch again for every token. */
function seldomFetch(clock: Clock): typeof fetch {
  let startedMs = Number.NEGATIVE_INFINITY;
  return async (url, options) => {
    const nowMs = clock.monotonicMs();
    if (nowMs - startedMs < BETWEEN_FETCHES_MS) throw new Error("the keys were fetched a moment ago");
    startedMs = nowMs;
    return fetch(url, options);
  };
}

/** The person that issuer and subject identify, whatever the client; without a subject the client. */
async function principalOf(payload: JWTPayload, options: HttpOptions): Promise<Principal | undefined> {
  const client = payload["client_id"] ?? payload["azp"];
  if (typeof payload.sub !== "string" && typeof client !== "string") return undefined;
  // Blanks separate scopes (RFC 8693, 4.2). Some issuers write a list instead.
  const granted: readonly unknown[] = [payload["scope"], payload["scp"]].flatMap((claim) =>
    typeof claim === "string" ? claim.split(" ") : claim,
  );
  const scopes = new Set(TOKEN_SCOPES.filter((scope) => granted.includes(`coldroute:${scope}`)));
  const identity =
    typeof payload.sub === "string" ? { iss: payload.iss, sub: payload.sub } : { iss: payload.iss, client };
  return { id: await pseudonym(JSON.stringify(identity), options), scopes };
}
