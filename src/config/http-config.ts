import type { ConfigProblem } from "../domain/failure.ts";
import type { Environment } from "./environment.ts";
import type { TokenEntry } from "./token-entry.ts";
import { notSet, type Readings, type Values, type VariableName } from "./variables.ts";

/** The authorization of callers of `coldroute http`. */
export type AuthorizationRules =
  /** Every caller may do everything. Allowed on loopback only. */
  | { readonly kind: "none" }
  /** Bearer tokens from a fixed list. */
  | { readonly kind: "tokens"; readonly variable: VariableName; tokens(): readonly TokenEntry[] }
  /** Bearer tokens from a file that may change. */
  | { readonly kind: "token file"; readonly variable: VariableName; readonly path: string }
  /** OAuth 2.1 resource server: JWT access tokens of one issuer for one audience. */
  | { readonly kind: "jwt"; readonly issuer: string; readonly audience: string; readonly jwksUrl: string };

/** The settings of `coldroute http`, checked. */
export type HttpConfig = ReturnType<typeof httpConfig>;

const TOKENS = ["COLDROUTE_HTTP_TOKENS", "COLDROUTE_HTTP_TOKENS_FILE"] as const;
const JWT = ["COLDROUTE_HTTP_ISSUER", "COLDROUTE_HTTP_AUDIENCE", "COLDROUTE_HTTP_JWKS_URL"] as const;

export function httpConfig(values: Values) {
  return {
    authorization: authorizationOf(values),
    /** Host names, which match any port. */
    allowedHosts: values.COLDROUTE_HTTP_ALLOWED_HOSTS ?? [],
    allowedOrigins: values.COLDROUTE_HTTP_ALLOWED_ORIGINS ?? [],
    /** The most calls under way for one principal. */
    maxCalls: values.COLDROUTE_HTTP_MAX_CALLS,
    /** The most billable requests of one principal in a UTC day. Undefined means no limit. */
    billableLimit: values.COLDROUTE_HTTP_BILLABLE_LIMIT,
    /** Addresses and address ranges whose X-Forwarded-For the log trusts. */
    trustedProxies: values.COLDROUTE_HTTP_TRUSTED_PROXY ?? [],
    /** How long an ending process still serves new requests. */
    drainMs: values.COLDROUTE_HTTP_DRAIN_S * 1000,
  };
}

function authorizationOf(values: Values): AuthorizationRules {
  const path = values.COLDROUTE_HTTP_TOKENS_FILE;
  if (path !== undefined) return { kind: "token file", variable: TOKENS[1], path };
  const entries = values.COLDROUTE_HTTP_TOKENS;
  // A function keeps the tokens out of copies and inspections of the configuration.
  if (entries !== undefined) return { kind: "tokens", variable: TOKENS[0], tokens: () => entries };
  const [issuer, audience, jwksUrl] = JWT.map((name) => values[name]);
  if (issuer === undefined || audience === undefined || jwksUrl === undefined) return { kind: "none" };
  return { kind: "jwt", issuer, audience, jwksUrl };
}

/** Problems between authorization variables. Any of them keeps `coldroute http` from starting. */
export function httpProblems({ set }: Readings, env: Environment): readonly ConfigProblem[] {
  const unset = JWT.filter((name) => !set.has(name));
  const isByJwt = unset.length < JWT.length;
  const tokens = TOKENS.filter((name) => set.has(name));
  if (isByJwt && tokens[0] !== undefined)
    return [{ variable: tokens[0], message: `cannot stand beside ${JWT.join(", ")}` }];
  if (tokens.length > 1) return [{ variable: TOKENS[1], message: `is set as well as ${TOKENS[0]}: keep one` }];
  if (isByJwt) return unset.map(notSet);
  // Otherwise an empty string or a placeholder instead of a secret would admit everybody.
  return [...TOKENS, ...JWT]
    .filter((variable) => env[variable] !== undefined && !set.has(variable))
    .map((variable) => ({ variable, message: "is empty or was not filled in; unset it to do without" }));
}
