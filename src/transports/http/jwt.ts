import {
  createRemoteJWKSet,
  customFetch,
  errors,
  type JWSHeaderParameters,
  type JWTPayload,
  type JWTVerifyGetKey,
  type JWTVerifyOptions,
  jwtVerify,
} from "jose";
import type { AuthorizationRules } from "../../http-config.ts";
import type { Clock } from "../../runtime/clock.ts";
import type { Log } from "../../runtime/log.ts";
import { type Principal, SCOPES } from "./caller.ts";
import { JwksFetch } from "./jwks-fetch.ts";

/** Signatures of the issuer's alone: with a shared secret whoever checks a token could also make one. */
const ALGORITHMS = [
  ...["RS256", "RS384", "RS512", "PS256", "PS384", "PS512"],
  ...["ES256", "ES384", "ES512", "EdDSA", "Ed25519"],
];
/** What a token may say that it is (RFC 9068, 2.1). Others, of a logout say, are for something else. */
const TYPES: readonly unknown[] = [undefined, "jwt", "at+jwt", "application/at+jwt"];
/** How far two machines' clocks may be apart. */
const CLOCK_TOLERANCE_S = 5;
const KEYS_TIMEOUT_MS = 5_000;
/** How long the issuer's keys are used before they are asked for again, a new one being asked for at once. */
const KEYS_MAX_AGE_MS = 600_000;
/** How long a key that the issuer did not know is taken for unknown without asking again. */
const UNKNOWN_MS = 60_000;

export interface JwtParts {
  readonly rules: Extract<AuthorizationRules, { kind: "jwt" }>;
  readonly clock: Clock;
  readonly log: Log;
}

class KeysUnavailable extends Error {}

/** The judge of JWT access tokens (RFC 9068, 4; RFC 8725): signature, issuer, audience, expiry and type. Never rejects. */
export function jwtJudge({
  rules,
  clock,
  log,
}: JwtParts): (token: string) => Promise<Principal | "invalid" | "unavailable"> {
  const { issuer, audience, jwksUrl } = rules;
  const jwks = new JwksFetch(clock);
  const keys = createRemoteJWKSet(new URL(jwksUrl), {
    timeoutDuration: KEYS_TIMEOUT_MS,
    cacheMaxAge: KEYS_MAX_AGE_MS,
    // How often they may be asked for is bounded by the fetch, which lets a rotation through at once.
    cooldownDuration: 0,
    [customFetch]: (url, options) => jwks.fetch(url, options),
  });
  const unknown = new UnknownKeys(clock);
  const keyFor = async (...of: Parameters<typeof keys>): ReturnType<typeof keys> => {
    try {
      return await keys(...of);
    } catch (error) {
      if (error instanceof errors.JWKSMultipleMatchingKeys) throw error;
      const isMissing = error instanceof errors.JWKSNoMatchingKey;
      if (isMissing && jwks.standIn === undefined) unknown.add(of[0]);
      // Whoever makes up key ids uses up what the issuer may be asked: the key of a rotation is not to be called wrong.
      if (isMissing && jwks.standIn !== "failed" && unknown.has(of[0])) throw error;
      throw new KeysUnavailable();
    }
  };
  return async (token) => {
    try {
      const { payload, protectedHeader } = await verifiedByAny(token, keyFor, {
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
        const reason = jwks.standIn === "withheld" ? "asked too often" : "failed";
        log.error({ variable: "COLDROUTE_HTTP_JWKS_URL", reason }, "the issuer's keys could not be had");
        return "unavailable";
      }
      const claim = error instanceof errors.JWTClaimValidationFailed ? { claim: error.claim } : {};
      log.info({ code: error instanceof errors.JOSEError ? error.code : "other", ...claim }, "bearer token refused");
      return "invalid";
    }
  };
}

/** Keys that tokens named and the issuer, asked for them, did not have. Few, since it is seldom asked. */
class UnknownKeys {
  readonly #clock: Clock;
  readonly #untilMs = new Map<string, number>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  add(header: JWSHeaderParameters | undefined): void {
    const nowMs = this.#clock.monotonicMs();
    for (const [name, untilMs] of this.#untilMs) if (untilMs <= nowMs) this.#untilMs.delete(name);
    this.#untilMs.set(nameOf(header), nowMs + UNKNOWN_MS);
  }

  has(header: JWSHeaderParameters | undefined): boolean {
    return (this.#untilMs.get(nameOf(header)) ?? 0) > this.#clock.monotonicMs();
  }
}

function nameOf(header: JWSHeaderParameters | undefined): string {
  return JSON.stringify([header?.alg, header?.kid]);
}

/** Verified by the one key that fits, or where several do, since no `kid` tells, by whichever made the signature. */
async function verifiedByAny(token: string, keyFor: JWTVerifyGetKey, options: JWTVerifyOptions) {
  try {
    return await jwtVerify(token, keyFor, options);
  } catch (several) {
    if (!(several instanceof errors.JWKSMultipleMatchingKeys)) throw several;
    for await (const key of several) {
      try {
        return await jwtVerify(token, key, options);
      } catch (error) {
        if (!(error instanceof errors.JWSSignatureVerificationFailed)) throw error;
      }
    }
    throw new errors.JWSSignatureVerificationFailed();
  }
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

/** Parted by blanks (RFC 8693, 4.2), or a list, as some issuers write it. */
function scopesIn(claim: unknown): readonly unknown[] {
  if (typeof claim === "string") return claim.split(" ");
  return Array.isArray(claim) ? claim : [];
}
