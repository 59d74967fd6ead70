import type { ConfigProblem } from "../domain/failure.ts";
import { type Environment, textOf } from "./environment.ts";
import { missing, type Values } from "./variables.ts";

/** A bearer token, and the name of its user in the log. */
export interface NamedToken {
  readonly name?: string;
  readonly token: string;
}

/** The authorization of callers of `coldroute http`. */
export type AuthorizationRules =
  /** Every caller may do everything. For loopback only. */
  | { readonly kind: "none" }
  /** Bearer tokens of a fixed list. */
  | { readonly kind: "tokens"; tokens(): readonly NamedToken[] }
  /** OAuth 2.1 resource server: JWT access tokens of one issuer for one audience. */
  | { readonly kind: "jwt"; readonly issuer: string; readonly audience: string; readonly jwksUrl: string };

/** The settings of `coldroute http`, checked. */
export type HttpConfig = ReturnType<typeof httpConfig>;

const JWT = ["COLDROUTE_HTTP_ISSUER", "COLDROUTE_HTTP_AUDIENCE", "COLDROUTE_HTTP_JWKS_URL"] as const;

export function httpConfig(values: Values) {
  return {
    authorization: authorizationOf(values),
    /** Host names; a port is ignored. */
    allowedHosts: values.COLDROUTE_HTTP_ALLOWED_HOSTS ?? [],
    allowedOrigins: values.COLDROUTE_HTTP_ALLOWED_ORIGINS ?? [],
    /** The most calls under way for one principal. */
    maxCalls: values.COLDROUTE_HTTP_MAX_CALLS,
    /** The time in which an ending process still serves new requests. */
    drainMs: values.COLDROUTE_HTTP_DRAIN_S * 1000,
  };
}

function authorizationOf(values: Values): AuthorizationRules {
  const named = values.COLDROUTE_HTTP_TOKENS?.map(namedToken);
  // A function keeps the tokens out of copies and inspections of the configuration.
  if (named !== undefined) return { kind: "tokens", tokens: () => named };
  const [issuer, audience, jwksUrl] = JWT.map((name) => values[name]);
  if (issuer === undefined || audience === undefined || jwksUrl === undefined) return { kind: "none" };
  return { kind: "jwt", issuer, audience, jwksUrl };
}

/** `name:token`, or a token alone. */
function namedToken(word: string): NamedToken {
  const [name, token] = word.split(":");
  return name === undefined || token === undefined ? { token: word } : { name, token };
}

/** Problems of the authorization as a whole. Each one keeps `coldroute http` from starting. */
export function httpProblems(env: Environment): readonly ConfigProblem[] {
  const unset = JWT.filter((name) => textOf(env, name) === undefined);
  const isByJwt = unset.length < JWT.length;
  if (isByJwt && textOf(env, "COLDROUTE_HTTP_TOKENS") !== undefined)
    return [{ variable: "COLDROUTE_HTTP_TOKENS", message: `cannot stand beside ${JWT.join(", ")}` }];
  if (isByJwt) return unset.map(missing);
  // An empty string or a placeholder instead of a secret would admit everybody.
  return ["COLDROUTE_HTTP_TOKENS", ...JWT]
    .filter((variable) => env[variable] !== undefined && textOf(env, variable) === undefined)
    .map((variable) => ({ variable, message: "is empty or was not filled in; unset it to do without" }));
}
