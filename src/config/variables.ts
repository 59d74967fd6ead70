import { byItsName, type ConfigProblem, type NameOf } from "../domain/configuration.ts";
import { nearest } from "../domain/nearest.ts";
import { DATA_PRODUCTS, PRODUCT_NAMES, type Product } from "../domain/product.ts";
import { TOOL_LIST, TOOL_NAMES } from "../domain/tool-list.ts";
import { LOG_LEVELS } from "../runtime/log.ts";
import * as read from "./environment.ts";
import { readTokenEntry } from "./token-entry.ts";

/** One environment variable: how it is read, which tools it blocks, and its text in docs/configuration.md. */
export interface Variable<T = unknown> {
  /** Its purpose, in words that follow "should hold". */
  readonly holds: string;
  readonly reader: read.Reader<T>;
  /** A bad value, or a missing required one, blocks the tools of these products. None for those of `coldroute http`. */
  readonly products: readonly Product[];
  readonly isRequired: boolean;
  readonly isSecret: boolean;
}

const BLOCKS_NOTHING: readonly Product[] = [];
const optional = <T>(holds: string, reader: read.Reader<T>, products = PRODUCT_NAMES): Variable<T> => {
  return { holds, reader, products, isRequired: false, isSecret: false };
};
const required: typeof optional = (...row) => ({ ...optional(...row), isRequired: true });
const secret: typeof optional = (...row) => ({ ...optional(...row), isSecret: true });
const http = <T>(holds: string, reader: read.Reader<T>): Variable<T> => optional(holds, reader, BLOCKS_NOTHING);

const HOST = "(?:[a-z0-9_](?:[a-z0-9._-]*[a-z0-9])?|\\[[0-9a-f:.]+\\])(?::[0-9]{1,5})?";
const host = (text: string): string | undefined =>
  new RegExp(`^${HOST}$`, "i").test(text) && URL.canParse(`http://${text}`) ? text : undefined;
const origin = (text: string): string | undefined =>
  new RegExp(`^[a-z][a-z0-9+.-]*://${HOST}$`, "i").test(text) && URL.canParse(text) ? text : undefined;
const addressRange = (text: string): string | undefined => {
  const [address = "", bits, ...more] = text.split("/");
  const isV4 = /^\d{1,3}(?:\.\d{1,3}){3}$/.test(address);
  const isKnown = URL.canParse(`http://${isV4 ? address : `[${address}]`}`);
  const isInRange = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (isV4 ? 32 : 128));
  return isKnown && isInRange && more.length === 0 ? text : undefined;
};

const ONE_LINE = /^[^\p{Cc}]+$/u;
const PATH = read.line(ONE_LINE, "a path");

export const MAX_BILLABLE_PER_CALL = 120;

export const VARIABLES = {
  COLDROUTE_CLIENT_ID: required("the OAuth client id", read.line(ONE_LINE, "one line")),
  COLDROUTE_CLIENT_SECRET: secret(secretHolds(byItsName), read.anyText),
  COLDROUTE_CLIENT_SECRET_FILE: optional("the path of a file that holds the secret, read at each exchange", PATH),
  COLDROUTE_CLIENT_SECRET_COMMAND: optional(
    "a command that prints the secret, run at each exchange without a shell (10 s at most; blanks separate words, quotes group them)",
    read.commandLine,
  ),
  COLDROUTE_AUDIENCE: required(
    "the public API's audience (`urn:<service>:public-api`); not needed if you only track packages",
    read.line(/^urn:\S+:public-api$/u, "urn:<service>:public-api"),
    // Package lookup has a default (service.md 5.5).
    PRODUCT_NAMES.filter((product) => product !== "tracking"),
  ),
  COLDROUTE_AUTH_URL: required(
    "the token issuer's URL (`{auth_url}`), without /oauth/token",
    read.baseUrl(/\/oauth(?:\/token)?$/i),
  ),
  COLDROUTE_RISK_URL: required(
    "the risk data API (`{base_url}`)",
    read.baseUrl(/(?:\/v1)?\/(?:v1|temperature-alerts|risk-levels)$/i),
    DATA_PRODUCTS,
  ),
  COLDROUTE_PLANNING_URL: required("the planning API (`{carrier_base_url}`)", read.baseUrl(/\/shipments$/i), [
    "planning",
  ]),
  COLDROUTE_TRACKING_URL: required(
    "the package lookup API (`{support_base_url}`)",
    read.baseUrl(/(?:\/v1\/packages\/[^/]+|(?:\/v1)?\/(?:v1|packages))$/i),
    ["tracking"],
  ),
  COLDROUTE_TOOLS: optional(
    "the tools to offer; by default all",
    read.list(`one or more of ${TOOL_NAMES.join(", ")}`, (text) => TOOL_NAMES.find((name) => name === text)),
  ),
  COLDROUTE_READ_ONLY: optional("1 to offer no tool that creates anything", read.flag(false), ["planning"]),
  COLDROUTE_DEFAULT_ORIGIN: optional("the default origin of shipments: a ZIP, or an address as JSON", read.anyText, [
    "planning",
  ]),
  COLDROUTE_SHOW_RECIPIENT: optional(
    "1 to show recipients' whole addresses, not only city, state and ZIP",
    read.flag(false),
    ["planning", "tracking"],
  ),
  COLDROUTE_TIMEOUT_MS: optional("milliseconds for one attempt", read.integer(1, 600_000, 10_000)),
  COLDROUTE_MAX_WAIT_MS: optional("milliseconds for one tool call, waits included", read.integer(1, 3_600_000, 25_000)),
  COLDROUTE_ALERTS_TTL_S: optional("seconds to keep alerts; 0 keeps none", read.integer(0, 86_400, 300), ["alerts"]),
  COLDROUTE_RISK_TTL_S: optional("seconds to keep five-day risk; 0 keeps none", read.integer(0, 86_400, 900), ["risk"]),
  COLDROUTE_BILLABLE_LIMIT: optional("the most billable requests in a UTC day", read.integer(0, 1_000_000_000)),
  COLDROUTE_MAX_BILLABLE_PER_CALL: optional(
    "the most billable requests of one call",
    read.integer(0, 10_000, MAX_BILLABLE_PER_CALL),
  ),
  COLDROUTE_ALERT_LEVELS: optional(
    "the levels of alerts as the service's operator ranks them; answers then put the most severe first",
    read.levelNames,
    ["alerts"],
  ),
  COLDROUTE_RISK_LEVELS: optional("the levels of five-day risk, likewise", read.levelNames, ["risk"]),
  COLDROUTE_REQUIRE_ZIP: optional("1 to track a package only with its recipient's ZIP", read.flag(false), ["tracking"]),
  COLDROUTE_REDIS_URL: secret("a Redis or Valkey through which processes act as one client", read.redisUrl),
  COLDROUTE_ACCOUNT: optional(
    "the account's name in that Redis, if several client ids share an account; by default the client id",
    read.line(/^[^\p{Cc}]{1,200}$/u, "one line of at most 200 characters"),
  ),
  COLDROUTE_VIEWS: optional("0 to offer no view to hosts of MCP Apps", read.flag(true)),
  COLDROUTE_PICTURES: optional(
    "1 to add the parameter picture, which returns an answer as a PNG image",
    read.flag(false),
  ),
  COLDROUTE_LOG_LEVEL: optional(
    "the lowest level to log on standard error",
    read.choice(LOG_LEVELS, "info"),
    BLOCKS_NOTHING,
  ),
  COLDROUTE_HTTP_TOKENS: secret(
    "bearer tokens that callers may use: a bare token, `name:token`, or with scopes `name[read plan metrics]:token`",
    read.list(
      "bearer tokens of letters, digits and -._~+/, each bare, as name:token or as name[read]:token",
      readTokenEntry,
    ),
    BLOCKS_NOTHING,
  ),
  COLDROUTE_HTTP_TOKENS_FILE: http(
    "a file of such tokens, one per line; read again after a change and on SIGHUP",
    PATH,
  ),
  // An issuer must match character by character (RFC 8414, 3.3), its trailing slash included.
  COLDROUTE_HTTP_ISSUER: http("the issuer of callers' JWT access tokens, exactly as in their iss", read.exactUrl),
  COLDROUTE_HTTP_AUDIENCE: http(
    "the audience that those tokens must have, exactly as in their aud",
    read.line(/^[^\s\p{Cc}]+$/u, "one word"),
  ),
  COLDROUTE_HTTP_JWKS_URL: http("the URL of the issuer's keys (JWKS)", read.exactUrl),
  COLDROUTE_HTTP_ALLOWED_HOSTS: http(
    "Host names to accept besides loopback and the bound address; ports do not matter",
    read.list("host names such as mcp.example.com", host),
  ),
  COLDROUTE_HTTP_ALLOWED_ORIGINS: http(
    "origins of web pages that may call; on loopback, pages of this machine by default",
    read.list("origins such as https://app.example.com, without a path", origin),
  ),
  COLDROUTE_HTTP_MAX_CALLS: http("the most calls under way for one principal", read.integer(1, 512, 128)),
  COLDROUTE_HTTP_BILLABLE_LIMIT: http(
    "the most billable requests of one principal in a UTC day, beside COLDROUTE_BILLABLE_LIMIT",
    read.integer(1, 1_000_000_000),
  ),
  COLDROUTE_HTTP_TRUSTED_PROXY: http(
    "addresses of reverse proxies whose X-Forwarded-For names the peer in the log",
    read.list("addresses such as 10.0.0.7 or ranges such as 10.0.0.0/8", addressRange),
  ),
  COLDROUTE_HTTP_DRAIN_S: http(
    "seconds for which the server still serves requests after SIGTERM, so that a load balancer can notice",
    read.integer(0, 600, 5),
  ),
  COLDROUTE_SANDBOX: optional("1 to use an embedded simulated service", read.flag(false)),
};

export type VariableName = keyof typeof VARIABLES;

export type Values = {
  readonly [Name in VariableName]: (typeof VARIABLES)[Name] extends Variable<infer T> ? T : never;
};

export const VARIABLE_ROWS = Object.entries(VARIABLES) as readonly [VariableName, Variable][];

/** True for a variable that only `coldroute http` reads. That command does not start with a bad one. */
export const isHttpVariable = (name: string): boolean => name.startsWith("COLDROUTE_HTTP_");

export type Readings = ReturnType<typeof readVariables>;

/**
 * Reads every variable. An unset or bad one has its default as value. `set` names those with a text, good or bad, and
 * `unknown` those that begin with `COLDROUTE_` and are not in the table.
 */
export function readVariables(env: read.Environment, nameOf: NameOf) {
  const values: Record<string, unknown> = {};
  const set = new Set<VariableName>();
  const problems: ReturnType<typeof notSet>[] = [];
  for (const [variable, { reader, isRequired }] of VARIABLE_ROWS) {
    const text = read.variableText(env, variable);
    const value = text === undefined ? undefined : reader.read(text);
    values[variable] = value ?? reader.fallback;
    if (text !== undefined) set.add(variable);
    else if (isRequired) problems.push(notSet(variable));
    if (text !== undefined && value === undefined)
      problems.push({ variable, message: `should hold ${reader.meant?.(text) ?? reader.should}` });
  }
  const unknown = Object.keys(env)
    .filter((name) => name.startsWith("COLDROUTE_") && !Object.hasOwn(VARIABLES, name) && env[name] !== undefined)
    .sort()
    .map((variable) => unknownVariable(variable, nameOf));
  return { values: values as Values, set, problems, unknown };
}

/** Names the variable that was probably meant: `is not known; did you mean COLDROUTE_TOOLS?` */
function unknownVariable(variable: string, nameOf: NameOf): ConfigProblem {
  const afterPrefix = (name: string): string => name.slice("COLDROUTE_".length);
  const meant = nearest(afterPrefix(variable), Object.keys(VARIABLES).map(afterPrefix));
  const question = meant === undefined ? "is it misspelt?" : `did you mean ${nameOf(`COLDROUTE_${meant}`)}?`;
  return { variable, message: `is not known; ${question}` };
}

export function notSet(variable: VariableName, holds: string = VARIABLES[variable].holds) {
  return { variable, message: `is not set; it should hold ${holds}` };
}

export function secretHolds(nameOf: NameOf): string {
  const file = nameOf("COLDROUTE_CLIENT_SECRET_FILE");
  return `the client secret; or set ${file} or ${nameOf("COLDROUTE_CLIENT_SECRET_COMMAND")} instead`;
}

export function blockedBy(variable: VariableName, offered: readonly string[]): readonly string[] {
  const blocked = TOOL_LIST.filter(({ product }) => VARIABLES[variable].products.includes(product));
  return blocked.map(({ name }) => name).filter((name) => offered.includes(name));
}
