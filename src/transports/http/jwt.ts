import { createRemoteJWKSet, errors, type JWTPayload, jwtVerify } from "jose";
import type { AuthorizationRules } from "../../config/http-config.ts";
import type { Clock } from "../../runtime/clock.ts";
import type { Log } from "../../runtime/log.ts";
import { type Principal, type Proof, SCOPES } from "./caller.ts";

/** The types of an access token (RFC 9068, 2.1). Other types serve other ends, such as a logout. */
const TYPES: readonly unknown[] = [undefined, "jwt", "at+jwt", "application/at+jwt"];
/** The tolerated difference between two machines' clocks. */
const CLOCK_TOLERANCE_S = 5;
/** Keys are kept for ten minutes. For an unknown key jose fetches again after one second, not its default of 30 s. */
const KEYS = { timeoutDuration: 5_000, cacheMaxAge: 600_000, cooldownDuration: 1_000 };

export interface JwtParts {
  readonly rules: Extract<AuthorizationRules, { kind: "jwt" }>;
  readonly clock: Clock;
  readonly log: Log;
}

/** jose's codes for keys that could not be fetched. `other` is a failure before any answer. */
const UNAVAILABLE: ReadonlySet<string> = new Set(["ERR_JOSE_GENERIC", "ERR_JWKS_TIMEOUT", "ERR_JWKS_INVALID", "other"]);

/** Checks JWT access tokens (RFC 9068, 4; RFC 8725): signature, issuer, audience, expiry and type. Never rejects. */
export function jwtJudge({ rules, clock, log }: JwtParts): (token: string) => Promise<Proof> {
  const { issuer, audience, jwksUrl } = rules;
  const keys = createRemoteJWKSet(new URL(jwksUrl), KEYS);
  return async (token) => {
    try {
      const currentDate = new Date(clock.nowMs());
      const expected = { issuer, audience, requiredClaims: ["exp"], clockTolerance: CLOCK_TOLERANCE_S, currentDate };
      const { payload, protectedHeader } = await jwtVerify(token, keys, expected);
      return TYPES.includes(protectedHeader.typ?.toLowerCase()) ? (principalOf(payload) ?? "invalid") : "invalid";
    } catch (error) {
      const code = error instanceof errors.JOSEError ? error.code : "other";
      if (UNAVAILABLE.has(code)) {
        log.error({ variable: "COLDROUTE_HTTP_JWKS_URL", code }, "the issuer's keys could not be had");
        return "unavailable";
      }
      const claim = error instanceof errors.JWTClaimValidationFailed ? { claim: error.claim } : {};
      log.info({ code, ...claim }, "bearer token refused");
      return "invalid";
    }
  };
}

/** The token's subject, or the client where it acts for itself. */
function principalOf(payload: JWTPayload): Principal | undefined {
  const client = payload["client_id"] ?? payload["azp"];
  if (typeof payload.sub !== "string" && typeof client !== "string") return undefined;
  // Scopes are separated by blanks (RFC 8693, 4.2). Some issuers write a list.
  const granted: readonly unknown[] = [payload["scope"], payload["scp"]].flatMap((claim) =>
    typeof claim === "string" ? claim.split(" ") : claim,
  );
  const scopes = new Set(SCOPES.filter((scope) => granted.includes(scope)));
  return { id: `jwt ${JSON.stringify([payload.sub, client])}`, scopes };
}
