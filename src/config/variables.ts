import type { ConfigProblem } from "../domain/failure.ts";
import type { Product } from "../domain/product.ts";
import type { ToolEntry } from "../domain/tool-entry.ts";
import { LOG_LEVELS } from "../runtime/log.ts";
import * as read from "./environment.ts";
import { readTokenEntry } from "./token-entry.ts";
import { TOOL_NAMES } from "./tool-list.ts";

type Tools = (tool: ToolEntry) => boolean;

/** One environment variable: how it is read, which tools it blocks, and its text in docs/configuration.md. */
export interface Variable<T = unknown> {
  /** Its purpose, in words that follow "should hold". */
  readonly holds: string;
  readonly reader: read.Reader<T>;
  /** The tools that a bad value blocks, or a missing required one. Variables of `coldroute http` block none. */
  readonly tools: Tools;
  readonly isRequired: boolean;
  /** Whether its value gives access. */
  readonly isSecret: boolean;
}

const every: Tools = () => true;
const nobody: Tools = () => false;
const creating: Tools = ({ creates }) => creates;
const needingAudience: Tools = ({ needsAudience }) => needsAudience;
const asking =
  (...products: readonly Product[]): Tools =>
  ({ product }) =>
    products.includes(product);

const optional = <T>(holds: string, reader: read.Reader<T>, tools: Tools = every): Variable<T> => {
  return { holds, reader, tools, isRequired: false, isSecret: false };
};
const required: typeof optional = (...row) => ({ ...optional(...row), isRequired: true });
const secret: typeof optional = (...row) => ({ ...optional(...row), isSecret: true });

const HOST = "(?:[a-z0-9_](?:[a-z0-9._-]*[a-z0-9])?|\\[[0-9a-f:.]+\\])(?::[0-9]{1,5})?";
const isHost = (word: string): boolean => new RegExp(`^${HOST}$`, "i").test(word) && URL.canParse(`http://${word}`);
const isOrigin = (word: string): boolean =>
  new RegExp(`^[a-z][a-z0-9+.-]*://${HOST}$`, "i").test(word) && URL.canParse(word);
const isToken = (word: string): boolean => readTokenEntry(word) !== undefined;
/** An IP address or a CIDR range. */
const isAddress = (word: string): boolean => {
  const [address = "", bits = "0", ...more] = word.split("/");
  const isV4 = /^\d{1,3}(?:\.\d{1,3}){3}$/.test(address);
  const isKnown = URL.canParse(`http://${isV4 ? address : `[${address}]`}`);
  return isKnown && more.length === 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= (isV4 ? 32 : 128);
};
const isTool = (word: string): boolean => TOOL_NAMES.some((name) => name === word);

/** Every variable that coldroute reads, in documented order. */
export const VARIABLES = {
  COLDROUTE_CLIENT_ID: required("the OAuth client id", read.line(/^[^\p{Cc}]+$/u, "one line")),
  COLDROUTE_CLIENT_SECRET: secret(
    "the client secret; or set COLDROUTE_CLIENT_SECRET_FILE or COLDROUTE_CLIENT_SECRET_COMMAND instead",
    read.anyText,
  ),
  COLDROUTE_CLIENT_SECRET_FILE: optional(
    "the path of a file that holds the secret; coldroute reads it at each exchange",
    read.line(/^[^\p{Cc}]+$/u, "a path"),
  ),
  COLDROUTE_CLIENT_SECRET_COMMAND: optional(
    "a command that prints the secret, run at each exchange without a shell (10 s at most; blanks split, quotes group)",
    read.commandLine,
  ),
  COLDROUTE_AUDIENCE: required(
    "the public API's audience (`urn:<service>:public-api`); not needed if you only track packages",
    read.line(/^urn:\S+:public-api$/u, "urn:<service>:public-api"),
    needingAudience,
  ),
  COLDROUTE_AUTH_URL: required("the token issuer's URL (`{auth_url}`), without /oauth/token", read.baseUrl),
  COLDROUTE_RISK_URL: required("the risk data API (`{base_url}`)", read.baseUrl, asking("alerts", "risk")),
  COLDROUTE_PLANNING_URL: required("the planning API (`{carrier_base_url}`)", read.baseUrl, asking("planning")),
  COLDROUTE_TRACKING_URL: required("the package lookup API (`{support_base_url}`)", read.baseUrl, asking("tracking")),
  COLDROUTE_TOOLS: optional(
    "the tools to offer; by default all",
    read.list(`names out of ${TOOL_NAMES.join(", ")}`, isTool),
  ),
  COLDROUTE_READ_ONLY: optional("1 to offer no tool that creates anything", read.flag(false), creating),
  COLDROUTE_DEFAULT_ORIGIN: optional(
    "a ZIP, or an address as JSON: the origin of shipments if the caller names none",
    read.anyText,
    asking("planning"),
  ),
  COLDROUTE_SHOW_RECIPIENT: optional(
    "1 to show recipients whole, not only city, state and ZIP",
    read.flag(false),
    asking("planning", "tracking"),
  ),
  COLDROUTE_TIMEOUT_MS: optional("milliseconds for one attempt", read.integer(1, 600_000, 10_000)),
  COLDROUTE_MAX_WAIT_MS: optional("milliseconds for one tool call, waits included", read.integer(1, 3_600_000, 25_000)),
  COLDROUTE_ALERTS_TTL_S: optional(
    "seconds that alerts may be served from memory; 0 turns it off",
    read.integer(0, 86_400, 300),
    asking("alerts"),
  ),
  COLDROUTE_RISK_TTL_S: optional(
    "seconds that risk may be served from memory; 0 turns it off",
    read.integer(0, 86_400, 900),
    asking("risk"),
  ),
  COLDROUTE_BILLABLE_LIMIT: optional("the most billable requests in a UTC day", read.integer(0, 1_000_000_000)),
  COLDROUTE_MAX_BILLABLE_PER_CALL: optional(
    "the most billable requests of one tool call",
    read.integer(0, 10_000, 120),
  ),
  COLDROUTE_REDIS_URL: secret(
    "a Redis or Valkey through which processes share token, cool-downs, answers and bill",
    read.redisUrl,
  ),
  COLDROUTE_ACCOUNT: optional(
    "the account's name in that Redis, if several client ids share an account; by default the client id",
    read.line(/^[^\p{Cc}]{1,200}$/u, "one line of at most 200 characters"),
  ),
  COLDROUTE_VIEWS: optional("0 to offer no view to hosts of MCP Apps", read.flag(true)),
  COLDROUTE_PICTURES: optional("1 to add the parameter picture, for an answer as PNG", read.flag(false)),
  COLDROUTE_LOG_LEVEL: optional(
    "the lowest level to log, as JSON lines on standard error",
    read.choice(LOG_LEVELS, "info"),
    nobody,
  ),
  COLDROUTE_HTTP_TOKENS: secret(
    "bearer tokens that callers may use: a bare token, `name:token`, or with scopes `name[read plan metrics]:token`",
    read.list("bearer tokens of letters, digits and -._~+/, each bare, as name:token or as name[read]:token", isToken),
  ),
  COLDROUTE_HTTP_TOKENS_FILE: optional(
    "the path of a file with such tokens instead, one per line; coldroute rereads it after a change and on SIGHUP",
    read.line(/^[^\p{Cc}]+$/u, "a path"),
  ),
  // An issuer must match character by character (RFC 8414, 3.3), its trailing slash included.
  COLDROUTE_HTTP_ISSUER: optional("the issuer of callers' JWT access tokens, exactly as in their iss", read.exactUrl),
  COLDROUTE_HTTP_AUDIENCE: optional(
    "the audience that those tokens must have, exactly as in their aud",
    read.line(/^[^\s\p{Cc}]+$/u, "one word"),
  ),
  COLDROUTE_HTTP_JWKS_URL: optional("the URL of the issuer's keys (JWKS)", read.exactUrl),
  COLDROUTE_HTTP_ALLOWED_HOSTS: optional(
    "Host names to accept besides loopback and the bound address; ports do not matter",
    read.list("host names such as mcp.example.com", isHost),
  ),
  COLDROUTE_HTTP_ALLOWED_ORIGINS: optional(
    "origins of web pages that may call; on loopback, pages of this machine by default",
    read.list("origins such as https://app.example.com, without a path", isOrigin),
  ),
  COLDROUTE_HTTP_MAX_CALLS: optional("the most calls under way for one principal", read.integer(1, 512, 128)),
  COLDROUTE_HTTP_BILLABLE_LIMIT: optional(
    "the most billable requests of one principal in a UTC day, beside COLDROUTE_BILLABLE_LIMIT",
    read.integer(1, 1_000_000_000),
  ),
  COLDROUTE_HTTP_TRUSTED_PROXY: optional(
    "addresses of reverse proxies whose X-Forwarded-For names the peer in the log",
    read.list("addresses such as 10.0.0.7 or ranges such as 10.0.0.0/8", isAddress),
  ),
  COLDROUTE_HTTP_DRAIN_S: optional(
    "seconds that the server still serves requests after SIGTERM, so that a load balancer can notice",
    read.integer(0, 600, 5),
  ),
  COLDROUTE_SANDBOX: optional("1 to use an embedded simulated service", read.flag(false)),
};

export type VariableName = keyof typeof VARIABLES;

/** The value of each variable. */
export type Values = { readonly [N in VariableName]: (typeof VARIABLES)[N]["reader"]["fallback"] };

/** The variables with their names, in documented order. */
export const VARIABLE_ROWS = Object.entries(VARIABLES) as readonly [VariableName, Variable][];

/** Whether only `coldroute http` reads the variable. That command does not start with a bad one. */
export const isHttpVariable = (name: string): boolean => name.startsWith("COLDROUTE_HTTP_");

/** Reads every variable. */
export function readValues(env: read.Environment): Values {
  return Object.fromEntries(
    VARIABLE_ROWS.map(([name, row]) => [name, readVariable(env, name) ?? row.reader.fallback]),
  ) as Values;
}

/** Undefined if the variable is unset or has an unexpected text. */
export function readVariable(env: read.Environment, name: VariableName): unknown {
  const text = read.variableText(env, name);
  return text === undefined ? undefined : VARIABLES[name].reader.read(text);
}

/** The problem of an unset required variable. */
export function missingVariable(variable: VariableName): ConfigProblem {
  return { variable, message: `is not set; it should hold ${VARIABLES[variable].holds}` };
}
