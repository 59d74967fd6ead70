import type { ConfigProblem } from "./api/failure.ts";
import type { Environment, Reading } from "./environment.ts";
import { readExactly, readExactUrl, readWord, readWords } from "./environment.ts";
import { holds, VARIABLES } from "./variables.ts";

/** How callers of `coldroute http` prove who they are (DESIGN 6). */
export type AuthorizationRules =
  /** Whoever reaches the server may do everything: for loopback alone. */
  | { readonly kind: "none" }
  /** Bearer tokens of a fixed list. */
  | { readonly kind: "tokens"; tokens(): readonly string[] }
  /** OAuth 2.1 resource server: JWT access tokens of one issuer for one audience. */
  | { readonly kind: "jwt"; readonly issuer: string; readonly audience: string; readonly jwksUrl: string };

/** What `coldroute http` reads from its environment, checked. Where there are problems it does not start. */
export interface HttpConfig {
  readonly authorization: AuthorizationRules;
  /** Host names, lower-case, each with its port or for any port. */
  readonly allowedHosts: readonly string[];
  /** Origins as browsers send them. */
  readonly allowedOrigins: readonly string[];
  readonly problems: readonly ConfigProblem[];
}

const PREFIX = "COLDROUTE_HTTP_";
const JWT_VARIABLES = ["COLDROUTE_HTTP_ISSUER", "COLDROUTE_HTTP_AUDIENCE", "COLDROUTE_HTTP_JWKS_URL"] as const;

/** RFC 6750, 2.1. */
const TOKEN = /^[A-Za-z0-9\-._~+/]+=*$/;
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
  const tokenReading = readWords(env, "COLDROUTE_HTTP_TOKENS", TOKEN, "bearer tokens of letters, digits and -._~+/");
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
  if (tokens !== undefined) return { kind: "tokens", tokens: () => tokens };
  if (issuer !== undefined && audience !== undefined && jwksUrl !== undefined) {
    return { kind: "jwt", issuer, audience, jwksUrl };
  }
  return { kind: "none" };
}

function strangers(env: Environment): readonly string[] {
  const known: ReadonlySet<string> = new Set(VARIABLES.map(({ name }) => name));
  return Object.keys(env)
    .filter((name) => name.startsWith(PREFIX) && !known.has(name) && env[name] !== undefined)
    .sort();
}
