import { createRemoteJWKSet, errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from "jose";
import type { AuthorizationRules } from "../../http-config.ts";
import type { Clock } from "../../runtime/clock.ts";
import type { Log } from "../../runtime/log.ts";
import { type Judge, type Principal, SCOPES } from "./caller.ts";

/** Signatures of the issuer's alone: with a shared secret whoever checks a token could also make one. */
const ALGORITHMS = [
  ...["RS256", "RS384", "RS512", "PS256", "PS384", "PS512"],
  ...["ES256", "ES384", "ES512", "EdDSA", "Ed25519"],
];
/** What a token may say that it is (RFC 9068, 2.1). Others are for something else, a logout say. */
const TYPES: readonly unknown[] = [undefined, "jwt", "at+jwt", "application/at+jwt"];
/** How far two machines' clocks may be apart. */
const CLOCK_TOLERANCE_S = 5;
const KEYS = {
  timeoutDuration: 5_000,
  /** How long the issuer's keys are used before they are fetched again. */
  cacheMaxAge: 600_000,
  /** How soon an unknown key makes the server fetch again. jose's default would refuse a rotated key for 30 s. */
  cooldownDuration: 1_000,
};

export interface JwtParts {
  readonly rules: Extract<AuthorizationRules, { kind: "jwt" }>;
  readonly clock: Clock;
  readonly log: Log;
}

class KeysUnavailable extends Error {}

/** The judge of JWT access tokens (RFC 9068, 4; RFC 8725): signature, issuer, audience, expiry and type. */
export function jwtJudge({ rules, clock, log }: JwtParts): Judge {
  const { issuer, audience, jwksUrl } = rules;
  const keys = keysAt(jwksUrl);
  return async (token) => {
    try {
      const { payload, protectedHeader } = await jwtVerify(token, keys, {
        issuer,
        audience,
        algorithms: ALGORITHMS,
        requiredClaims: ["exp"],
        clockTolerance: CLOCK_TOLERANCE_S,
        currentDate: new Date(clock.nowMs()),
      });
      return TYPES.includes(protectedHeader.typ?.toLowerCase()) ? (principalOf(payload) ?? "invalid") : "invalid";
    } catch (error) {
      if (error instanceof KeysUnavailable) {
        log.error({ variable: "COLDROUTE_HTTP_JWKS_URL" }, "the issuer's keys could not be had");
        return "unavailable";
      }
      const claim = error instanceof errors.JWTClaimValidationFailed ? { claim: error.claim } : {};
      log.info({ code: error instanceof errors.JOSEError ? error.code : "other", ...claim }, "bearer token refused");
      return "invalid";
    }
  };
}

/** The issuer's keys. What keeps them from being fetched says nothing about the token. */
function keysAt(url: string): JWTVerifyGetKey {
  const keys = createRemoteJWKSet(new URL(url), KEYS);
  return async (...of) => {
    try {
      return await keys(...of);
    } catch (error) {
      const isOfToken = error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWKSMultipleMatchingKeys;
      throw isOfToken ? error : new KeysUnavailable();
    }
  };
}

/** Whoever the token speaks for, or the client itself where it speaks for nobody else. */
function principalOf(payload: JWTPayload): Principal | undefined {
  const client = payload["client_id"] ?? payload["azp"];
  if (typeof payload.sub !== "string" && typeof client !== "string") return undefined;
  const granted = [payload["scope"], payload["scp"]].flatMap(scopesIn);
  return {
    id: `jwt ${JSON.stringify([payload.sub, client])}`,
    scopes: new Set(SCOPES.filter((scope) => granted.includes(scope))),
  };
}

/** Separated by blanks (RFC 8693, 4.2), or a list, as some issuers write it. */
function scopesIn(claim: unknown): readonly unknown[] {
  if (typeof claim === "string") return claim.split(" ");
  return Array.isArray(claim) ? claim : [];
}
