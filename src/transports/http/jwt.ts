import { createRemoteJWKSet, errors, type JWTPayload, jwtVerify } from "jose";
import type { AuthorizationRules } from "../../http-config.ts";
import type { Clock } from "../../runtime/clock.ts";
import type { Log } from "../../runtime/log.ts";
import { type Principal, type Proof, SCOPES } from "./caller.ts";

/** What a token may say that it is (RFC 9068, 2.1). Others are for something else, a logout say. */
const TYPES: readonly unknown[] = [undefined, "jwt", "at+jwt", "application/at+jwt"];
/** How far two machines' clocks may be apart. */
const CLOCK_TOLERANCE_S = 5;
/** Keys are used for ten minutes. An unknown one makes jose fetch again: its own pause would refuse it for 30 s. */
const KEYS = { timeoutDuration: 5_000, cacheMaxAge: 600_000, cooldownDuration: 1_000 };

export interface JwtParts {
  readonly rules: Extract<AuthorizationRules, { kind: "jwt" }>;
  readonly clock: Clock;
  readonly log: Log;
}

/** The codes of jose for keys that could not be fetched; other failures precede any answer. */
const UNAVAILABLE: ReadonlySet<string> = new Set(["ERR_JOSE_GENERIC", "ERR_JWKS_TIMEOUT", "ERR_JWKS_INVALID", "other"]);

/** The judge of JWT access tokens (RFC 9068, 4; RFC 8725): signature, issuer, audience, expiry and type. Never rejects. */
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

/** Whoever the token speaks for, or the client itself where it speaks for nobody else. */
function principalOf(payload: JWTPayload): Principal | undefined {
  const client = payload["client_id"] ?? payload["azp"];
  if (typeof payload.sub !== "string" && typeof client !== "string") return undefined;
  // Separated by blanks (RFC 8693, 4.2), or a list, as some issuers write it.
  const granted: readonly unknown[] = [payload["scope"], payload["scp"]].flatMap((claim) =>
    typeof claim === "string" ? claim.split(" ") : claim,
  );
  const scopes = new Set(SCOPES.filter((scope) => granted.includes(scope)));
  return { id: `jwt ${JSON.stringify([payload.sub, client])}`, scopes };
}
