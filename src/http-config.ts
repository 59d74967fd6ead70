import type { ConfigProblem } from "./api/failure.ts";
import type { Environment } from "./environment.ts";
import { findProblems, isSet, missing, readValues, unknownVariables } from "./readings.ts";
import type { Values } from "./variables.ts";

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

/** The settings of `coldroute http`, checked. A problem keeps the server from starting. */
export type HttpConfig = ReturnType<typeof loadHttpConfig>;

const JWT = ["COLDROUTE_HTTP_ISSUER", "COLDROUTE_HTTP_AUDIENCE", "COLDROUTE_HTTP_JWKS_URL"] as const;

/** Reads the variables of `coldroute http` and reports every problem at once. Pure; never throws. */
export function loadHttpConfig(env: Environment) {
  const values = readValues(env);
  return {
    authorization: authorizationOf(values),
    /** Host names; a port is ignored. */
    allowedHosts: lowerCase(values.COLDROUTE_HTTP_ALLOWED_HOSTS),
    /** Origins, as browsers spell them. */
    allowedOrigins: lowerCase(values.COLDROUTE_HTTP_ALLOWED_ORIGINS),
    /** The most calls under way for one principal. */
    maxCalls: values.COLDROUTE_HTTP_MAX_CALLS,
    /** The time in which an ending process still serves new requests. */
    drainMs: values.COLDROUTE_HTTP_DRAIN_S * 1000,
    problems: problemsOf(env),
  };
}

function lowerCase(words: readonly string[] = []): readonly string[] {
  return words.map((word) => word.toLowerCase());
}

function authorizationOf(values: Values): AuthorizationRules {
  const tokens = values.COLDROUTE_HTTP_TOKENS;
  if (tokens !== undefined) {
    const named = tokens.map(namedToken);
    return { kind: "tokens", tokens: () => named };
  }
  const [issuer, audience, jwksUrl] = JWT.map((name) => values[name]);
  if (issuer === undefined || audience === undefined || jwksUrl === undefined) return { kind: "none" };
  return { kind: "jwt", issuer, audience, jwksUrl };
}

/** `name:token`, or a token alone. */
function namedToken(word: string): NamedToken {
  const [name, token] = word.split(":");
  return name === undefined || token === undefined ? { token: word } : { name, token };
}

function problemsOf(env: Environment): readonly ConfigProblem[] {
  const areSet = JWT.map((name) => isSet(env, name));
  const isEither = areSet.includes(true) && isSet(env, "COLDROUTE_HTTP_TOKENS");
  return [
    ...findProblems(env, [], true),
    ...(isEither ? [{ variable: "COLDROUTE_HTTP_TOKENS", message: `either this or ${JWT.join(", ")}, not both` }] : []),
    ...JWT.filter((_, index) => areSet.includes(true) && areSet[index] === false).map(missing),
    // An empty string or a placeholder instead of a secret would admit everybody.
    ...(["COLDROUTE_HTTP_TOKENS", ...JWT] as const)
      .filter((variable) => env[variable] !== undefined && !isSet(env, variable))
      .map((variable) => ({ variable, message: "is empty or was not filled in; unset it to do without" })),
    // The owner of a misspelt variable believes that it protects the server.
    ...unknownVariables(env)
      .filter((name) => name.startsWith("COLDROUTE_HTTP_"))
      .map((variable) => ({ variable, message: "is not known; is it misspelt?" })),
  ];
}
