import type { ConfigProblem } from "./api/failure.ts";
import type { Environment, Reading } from "./environment.ts";
import { readExactly, readExactUrl, readInteger, readWord, readWords } from "./environment.ts";
import { holds, VARIABLES } from "./variables.ts";

/** A bearer token, and what the log calls whoever uses it. */
export interface NamedToken {
  readonly name?: string;
  readonly token: string;
}

/** How callers of `coldroute http` prove who they are (DESIGN 6). */
export type AuthorizationRules =
  /** Whoever reaches the server may do everything: for loopback alone. */
  | { readonly kind: "none" }
  /** Bearer tokens of a fixed list. */
  | { readonly kind: "tokens"; tokens(): readonly NamedToken[] }
  /** OAuth 2.1 resource server: JWT access tokens of one issuer for one audience. */
  | { readonly kind: "jwt"; readonly issuer: string; readonly audience: string; readonly jwksUrl: string };

/** What `coldroute http` reads from its environment, checked. Where there are problems it does not start. */
export interface HttpConfig {
  readonly authorization: AuthorizationRules;
  /** Host names, lower-case; a port is ignored. */
  readonly allowedHosts: readonly string[];
  /** Origins as browsers send them. */
  readonly allowedOrigins: readonly string[];
  /** Calls under way for one principal. */
  readonly maxCalls: number;
  /** How long requests are still served once the process is asked to end. */
  readonly drainMs: number;
  readonly problems: readonly ConfigProblem[];
}

const DEFAULT_MAX_CALLS = 128;
const MAX_CALLS_IN_ALL = 512;
const DEFAULT_DRAIN_S = 5;
const MAX_DRAIN_S = 600;

const PREFIX = "COLDROUTE_HTTP_";
const JWT_VARIABLES = ["COLDROUTE_HTTP_ISSUER", "COLDROUTE_HTTP_AUDIENCE", "COLDROUTE_HTTP_JWKS_URL"] as const;

/** RFC 6750, 2.1, after a name where there is one. */
const TOKEN = /^(?:([A-Za-z0-9._-]{1,40}):)?([A-Za-z0-9\-._~+/]+=*)$/;
const AUTHORITY = "(?:[a-z0-9_](?:[a-z0-9._-]*[a-z0-9])?|\\[[0-9a-f:.]+\\])(?::[0-9]{1,5})?";
const HOST = canStandIn("http://", new RegExp(`^${AUTHORITY}$`, "i"));
const ORIGIN = canStandIn("", new RegExp(`^[a-z][a-z0-9+.-]*://${AUTHORITY}$`, "i"));

/** The part of the environment that concerns `coldroute http`, every problem at once. Pure; throws nothing. */
export function loadHttpConfig(env: Environment): HttpConfig {
  const problems: ConfigProblem[] = [];
  const take = <T>(reading: Reading<T>): T | undefined => {
    if (reading.state === "bad") problems.push(reading.problem);
    return reading.state === "set" ? reading.value : undefined;
  };
  const authorization = readAuthorization(env, take, problems);
  const hosts = take(readWords(env, "COLDROUTE_HTTP_ALLOWED_HOSTS", HOST, "host names such as mcp.example.com"));
  const origins = take(
    readWords(env, "COLDROUTE_HTTP_ALLOWED_ORIGINS", ORIGIN, "origins such as https://app.example.com, without a path"),
  );
  const maxCalls = take(readInteger(env, "COLDROUTE_HTTP_MAX_CALLS", 1, MAX_CALLS_IN_ALL, "calls"));
  const drainS = take(readInteger(env, "COLDROUTE_HTTP_DRAIN_S", 0, MAX_DRAIN_S, "seconds"));
  // A secret that could not be had, an empty string or a placeholder by now, would open the door to everybody.
  for (const variable of ["COLDROUTE_HTTP_TOKENS", ...JWT_VARIABLES]) {
    if (env[variable] === undefined || readExactly(env, variable) !== undefined) continue;
    problems.push({ variable, message: "is empty or was not filled in; unset it to do without" });
  }
  // A misspelt one would leave a door open that its owner thinks closed.
  for (const variable of strangers(env)) problems.push({ variable, message: "is not known; is it misspelt?" });
  return Object.freeze({
    authorization: Object.freeze(authorization),
    allowedHosts: Object.freeze((hosts ?? []).map((host) => host.toLowerCase())),
    allowedOrigins: Object.freeze((origins ?? []).map((origin) => origin.toLowerCase())),
    maxCalls: maxCalls ?? DEFAULT_MAX_CALLS,
    drainMs: (drainS ?? DEFAULT_DRAIN_S) * 1000,
    problems: Object.freeze(problems),
  });
}

/** Words of `shape` that make a URL after `start`: no shape tells a port or an address that there cannot be. */
function canStandIn(start: string, shape: RegExp): Pick<RegExp, "test"> {
  return { test: (word) => shape.test(word) && URL.canParse(`${start}${word}`) };
}

function readAuthorization(
  env: Environment,
  take: <T>(reading: Reading<T>) => T | undefined,
  problems: ConfigProblem[],
): AuthorizationRules {
  const tokenReading = readWords(
    env,
    "COLDROUTE_HTTP_TOKENS",
    TOKEN,
    "bearer tokens of letters, digits and -._~+/, each alone or as name:token",
  );
  // Compared to the letter (RFC 8414, 3.3), a slash at its end included.
  const issuerReading = readExactUrl(env, "COLDROUTE_HTTP_ISSUER", "base");
  const audienceReading = readWord(env, "COLDROUTE_HTTP_AUDIENCE", /^[^\s\p{Cc}]+$/u, "one audience, without blanks");
  const jwksReading = readExactUrl(env, "COLDROUTE_HTTP_JWKS_URL", "document");
  const tokens = take(tokenReading);
  const issuer = take(issuerReading);
  const audience = take(audienceReading);
  const jwksUrl = take(jwksReading);
  const jwtReadings = [issuerReading, audienceReading, jwksReading];
  const wantsJwt = jwtReadings.some(({ state }) => state !== "unset");
  if (wantsJwt && tokenReading.state !== "unset") {
    const message = `either this or ${JWT_VARIABLES.join(", ")}, not both`;
    problems.push({ variable: "COLDROUTE_HTTP_TOKENS", message });
  }
  for (const [index, variable] of JWT_VARIABLES.entries()) {
    if (!wantsJwt || jwtReadings[index]?.state !== "unset") continue;
    const should = holds(variable).replace(/^coldroute http: /, "");
    problems.push({ variable, message: `is not set, and the other two need it; it should hold ${should}` });
  }
  if (tokens !== undefined) {
    const named = tokens.map(namedToken);
    return { kind: "tokens", tokens: () => named };
  }
  if (issuer !== undefined && audience !== undefined && jwksUrl !== undefined) {
    return { kind: "jwt", issuer, audience, jwksUrl };
  }
  return { kind: "none" };
}

function namedToken(word: string): NamedToken {
  const [, name, token = ""] = TOKEN.exec(word) ?? [];
  return name === undefined ? { token } : { name, token };
}

function strangers(env: Environment): readonly string[] {
  const known: ReadonlySet<string> = new Set(VARIABLES.map(({ name }) => name));
  return Object.keys(env)
    .filter((name) => name.startsWith(PREFIX) && !known.has(name) && env[name] !== undefined)
    .sort();
}
