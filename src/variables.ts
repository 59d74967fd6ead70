import * as read from "./environment.ts";
import { LOG_LEVELS } from "./runtime/log.ts";
import { TOOL_NAMES, type ToolEntry } from "./tool-list.ts";

type Tools = (tool: ToolEntry) => boolean;

/** One environment variable, as its reader, its problems and docs/configuration.md need it. */
export interface Variable<T = unknown> {
  /** Its purpose. */
  readonly holds: string;
  readonly reader: read.Reader<T & {}>;
  /** The value of a missing or bad variable. */
  readonly fallback: T;
  /** The tools that a bad value blocks, as does a required value that is missing. */
  readonly tools: Tools;
  /** `http`: for `coldroute http` alone, which refuses to start with a bad value. */
  readonly kind: "required" | "optional" | "http";
}

const every: Tools = () => true;
const nobody: Tools = () => false;
const creating: Tools = ({ creates }) => creates;
const needingAudience: Tools = ({ needsAudience }) => needsAudience;
const asking =
  (...products: readonly ToolEntry["product"][]): Tools =>
  ({ product }) =>
    products.includes(product);

type Optional<T> = Variable<T | undefined>;

const optional = <T>(holds: string, reader: read.Reader<T & {}>, tools: Tools = every): Optional<T> => {
  return { holds, reader, fallback: undefined, tools, kind: "optional" };
};
const required: typeof optional = (...row) => ({ ...optional(...row), kind: "required" });
const http = <T>(holds: string, reader: read.Reader<T & {}>): Optional<T> => {
  return { ...optional(holds, reader, nobody), kind: "http" };
};
const byDefault = <T>(fallback: T, variable: Optional<T>): Variable<T> => ({ ...variable, fallback });

const HOST = "(?:[a-z0-9_](?:[a-z0-9._-]*[a-z0-9])?|\\[[0-9a-f:.]+\\])(?::[0-9]{1,5})?";
const isHost = (word: string): boolean => new RegExp(`^${HOST}$`, "i").test(word) && URL.canParse(`http://${word}`);
const isOrigin = (word: string): boolean =>
  new RegExp(`^[a-z][a-z0-9+.-]*://${HOST}$`, "i").test(word) && URL.canParse(word);
/** A bearer token (RFC 6750, 2.1), perhaps after a name. */
const isToken = (word: string): boolean => /^(?:[A-Za-z0-9._-]{1,40}:)?[A-Za-z0-9\-._~+/]+=*$/.test(word);
const isTool = (word: string): boolean => TOOL_NAMES.some((name) => name === word);

/** Every variable that coldroute reads, in documented order. */
export const VARIABLES = {
  COLDROUTE_CLIENT_ID: required("the OAuth client id", read.line(/^[^\p{Cc}]+$/u, "one line")),
  COLDROUTE_CLIENT_SECRET: optional(
    "the client secret; or set COLDROUTE_CLIENT_SECRET_FILE or COLDROUTE_CLIENT_SECRET_COMMAND instead",
    read.asGiven,
  ),
  COLDROUTE_CLIENT_SECRET_FILE: optional(
    "a path: the file's content is the secret, read at each exchange",
    read.line(/^[^\p{Cc}]+$/u, "a path"),
  ),
  COLDROUTE_CLIENT_SECRET_COMMAND: optional(
    "a command that prints the secret, run at each exchange without a shell (split at blanks, quotes group, 10 s)",
    read.commandLine,
  ),
  COLDROUTE_AUDIENCE: required(
    "the public API's audience (`urn:<service>:public-api`); may be left out where only tracking is used",
    read.line(/^urn:\S+:public-api$/u, "urn:<service>:public-api"),
    needingAudience,
  ),
  COLDROUTE_AUTH_URL: required("the token issuer's URL (`{auth_url}`), without /oauth/token", read.baseUrl),
  COLDROUTE_RISK_URL: required("the risk data API (`{base_url}`)", read.baseUrl, asking("alerts", "risk")),
  COLDROUTE_PLANNING_URL: required(
    "the shipment planning API (`{carrier_base_url}`)",
    read.baseUrl,
    asking("planning"),
  ),
  COLDROUTE_TRACKING_URL: required("the package lookup API (`{support_base_url}`)", read.baseUrl, asking("tracking")),
  COLDROUTE_TOOLS: optional(
    "the names of the tools to offer, comma-separated; all unless set",
    read.list(`names out of ${TOOL_NAMES.join(", ")}`, isTool),
  ),
  COLDROUTE_READ_ONLY: byDefault(false, optional("1 to offer no tool that creates anything", read.flag, creating)),
  COLDROUTE_DEFAULT_ORIGIN: optional(
    "a ZIP or an address as JSON: where shipments leave from when the caller names no origin",
    read.asGiven,
    asking("planning"),
  ),
  COLDROUTE_SHOW_RECIPIENT: byDefault(
    false,
    optional("1 to show a recipient whole; else city, state and ZIP only", read.flag, asking("planning", "tracking")),
  ),
  COLDROUTE_TIMEOUT_MS: byDefault(10_000, optional("milliseconds for one attempt", read.integer(1, 600_000))),
  COLDROUTE_MAX_WAIT_MS: byDefault(
    25_000,
    optional("milliseconds for one tool call in all, waits included", read.integer(1, 3_600_000)),
  ),
  COLDROUTE_ALERTS_TTL_S: byDefault(
    300,
    optional("seconds that alerts may come from memory; 0 turns it off", read.integer(0, 86_400), asking("alerts")),
  ),
  COLDROUTE_RISK_TTL_S: byDefault(
    900,
    optional("seconds that risk may come from memory; 0 turns it off", read.integer(0, 86_400), asking("risk")),
  ),
  COLDROUTE_BILLABLE_LIMIT: optional("the most billable requests in a UTC day", read.integer(0, 1_000_000_000)),
  COLDROUTE_MAX_BILLABLE_PER_CALL: byDefault(
    60,
    optional("the most that one tool call may bill", read.integer(0, 10_000)),
  ),
  COLDROUTE_REDIS_URL: optional(
    "a Redis to share token, cool-downs, answers and bill (not yet: blocks every tool)",
    read.notYet,
  ),
  COLDROUTE_ACCOUNT: optional(
    "the account's name, where several client ids belong to one (not yet: blocks every tool)",
    read.notYet,
  ),
  COLDROUTE_VIEWS: byDefault(true, optional("0 to offer no views (not yet: without effect)", read.flag)),
  COLDROUTE_PICTURES: byDefault(
    false,
    optional("1 to add the parameter picture (not yet: blocks every tool)", read.notYet),
  ),
  COLDROUTE_LOG_LEVEL: byDefault(
    "info",
    optional(
      "trace, debug, info, warn, error, fatal or silent; logs go to standard error as JSON lines",
      read.choice(LOG_LEVELS),
      nobody,
    ),
  ),
  COLDROUTE_HTTP_TOKENS: http(
    "bearer tokens that callers may use, comma-separated, each `token` or `name:token`; each may do everything",
    read.list("bearer tokens of letters, digits and -._~+/, each alone or as name:token", isToken),
  ),
  // An issuer must match character by character (RFC 8414, 3.3), its trailing slash included.
  COLDROUTE_HTTP_ISSUER: http(
    "the issuer of the JWT access tokens that callers use, exactly as in their iss",
    read.exactUrl,
  ),
  COLDROUTE_HTTP_AUDIENCE: http(
    "the audience that those tokens must be for, exactly as in their aud",
    read.line(/^[^\s\p{Cc}]+$/u, "one word"),
  ),
  COLDROUTE_HTTP_JWKS_URL: http("where the issuer publishes its keys (JWKS)", read.exactUrl),
  COLDROUTE_HTTP_ALLOWED_HOSTS: http(
    "further Host names to answer beside loopback and the address bound, comma-separated; ports are ignored",
    read.list("host names such as mcp.example.com", isHost),
  ),
  COLDROUTE_HTTP_ALLOWED_ORIGINS: http(
    "origins of web pages that may call, comma-separated; on loopback, pages of this machine unless set",
    read.list("origins such as https://app.example.com, without a path", isOrigin),
  ),
  COLDROUTE_HTTP_MAX_CALLS: byDefault(128, http("the most calls under way for one principal", read.integer(1, 512))),
  COLDROUTE_HTTP_DRAIN_S: byDefault(
    5,
    http(
      "seconds that requests are still served after SIGTERM, so that a load balancer can notice",
      read.integer(0, 600),
    ),
  ),
  COLDROUTE_SANDBOX: byDefault(false, optional("1 to use an embedded simulated service", read.flag)),
};

/** The name of a variable. */
export type VariableName = keyof typeof VARIABLES;

/** The value of each variable. */
export type Values = { readonly [N in VariableName]: (typeof VARIABLES)[N]["fallback"] };

/** The variables with their names, in documented order. */
export const ROWS = Object.entries(VARIABLES) as readonly [VariableName, Variable][];
