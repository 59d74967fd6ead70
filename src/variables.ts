import {
  asGiven,
  baseUrl,
  choice,
  commandLine,
  exactUrl,
  flag,
  integer,
  line,
  list,
  notYet,
  notYetOn,
  origin,
  type Reader,
} from "./environment.ts";
import { LOG_LEVELS } from "./runtime/log.ts";
import { TOOL_NAMES, type ToolEntry } from "./tool-list.ts";

/** Which tools a variable concerns. */
type Tools = (tool: ToolEntry) => boolean;

interface Details {
  /** The specification's placeholder for what it holds. */
  readonly placeholder?: string;
  /** The value where it is not set. */
  readonly fallback?: unknown;
  /** How the README tells the value where it is not set, if not as `fallback`. */
  readonly unset?: string;
  /** The tools that need it, which are blocked without it. */
  readonly requiredBy?: Tools;
  /** The tools that a bad value blocks: those that need it, or else all. */
  readonly blocks?: Tools;
  /** What is said of a bad value, if not what the variable should hold. */
  readonly refusal?: string;
  /** It is read for `coldroute http` alone, and blocks its start. */
  readonly isHttp?: true;
}

/** One environment variable: what reading, problems and the README know of it. */
export interface Variable<T = unknown> extends Details {
  /** What it is for. */
  readonly holds: string;
  readonly reader: Reader<T>;
}

function of<T, const D extends Details = object>(holds: string, reader: Reader<T>, details?: D): Variable<T> & D {
  return { holds, reader, ...(details as D) };
}

const every: Tools = () => true;
const needingAudience: Tools = ({ needsAudience }) => needsAudience;
const creating: Tools = ({ creates }) => creates;
const asking =
  (...products: readonly ToolEntry["product"][]): Tools =>
  ({ product }) =>
    products.includes(product);

const HTTP = { isHttp: true } as const;
const HOST = "(?:[a-z0-9_](?:[a-z0-9._-]*[a-z0-9])?|\\[[0-9a-f:.]+\\])(?::[0-9]{1,5})?";
const isHost = (word: string): boolean => new RegExp(`^${HOST}$`, "i").test(word) && URL.canParse(`http://${word}`);
const isOrigin = (word: string): boolean =>
  new RegExp(`^[a-z][a-z0-9+.-]*://${HOST}$`, "i").test(word) && URL.canParse(word);
/** RFC 6750, 2.1. */
const TOKEN = /^[A-Za-z0-9\-._~+/]+=*$/;
const UNSUPPORTED = { refusal: "is not supported by this version: unset it" } as const;

/** Every variable that coldroute reads, in the order told. */
export const VARIABLES = {
  COLDROUTE_CLIENT_ID: of("the OAuth client id", line(/^[^\p{Cc}]+$/u, "one line"), { requiredBy: every }),
  COLDROUTE_CLIENT_SECRET: of(
    "the client secret; or set COLDROUTE_CLIENT_SECRET_FILE or COLDROUTE_CLIENT_SECRET_COMMAND instead",
    asGiven,
  ),
  COLDROUTE_CLIENT_SECRET_FILE: of("a path: the file's content is the secret, read at each exchange", asGiven),
  COLDROUTE_CLIENT_SECRET_COMMAND: of(
    "a command that prints the secret, run at each exchange without a shell (split at blanks, quotes group, 10 s)",
    commandLine,
  ),
  COLDROUTE_AUDIENCE: of(
    "the public API's audience; may be left out where only tracking is used",
    line(/^urn:\S+:public-api$/u, "urn:<service>:public-api"),
    { placeholder: "urn:<service>:public-api", requiredBy: needingAudience },
  ),
  COLDROUTE_AUTH_URL: of("the token issuer's URL, without /oauth/token", baseUrl, {
    placeholder: "{auth_url}",
    requiredBy: every,
  }),
  COLDROUTE_RISK_URL: of("the base URL of the risk data API", baseUrl, {
    placeholder: "{base_url}",
    requiredBy: asking("alerts", "risk"),
  }),
  COLDROUTE_PLANNING_URL: of("the base URL of the shipment planning API", baseUrl, {
    placeholder: "{carrier_base_url}",
    requiredBy: asking("planning"),
  }),
  COLDROUTE_TRACKING_URL: of("the base URL of the package lookup API", baseUrl, {
    placeholder: "{support_base_url}",
    requiredBy: asking("tracking"),
  }),
  COLDROUTE_TOOLS: of(
    "the names of the tools to offer, comma-separated",
    list(`names out of ${TOOL_NAMES.join(", ")}`, (word) => TOOL_NAMES.some((name) => name === word)),
    { unset: "all" },
  ),
  COLDROUTE_READ_ONLY: of("1 to offer no tool that creates anything", flag, { fallback: false, blocks: creating }),
  COLDROUTE_DEFAULT_ORIGIN: of(
    "a ZIP or an address as JSON: where shipments leave from when the caller names no origin",
    origin,
    { blocks: asking("planning") },
  ),
  COLDROUTE_SHOW_RECIPIENT: of("1 to show a recipient whole; else city, state and ZIP only", flag, {
    fallback: false,
    blocks: asking("planning", "tracking"),
  }),
  COLDROUTE_TIMEOUT_MS: of("milliseconds for one attempt", integer(1, 600_000), { fallback: 10_000 }),
  COLDROUTE_MAX_WAIT_MS: of("milliseconds for one tool call in all, waits included", integer(1, 3_600_000), {
    fallback: 25_000,
  }),
  COLDROUTE_ALERTS_TTL_S: of("seconds that alerts may be answered from memory; 0 turns it off", integer(0, 86_400), {
    fallback: 300,
    blocks: asking("alerts"),
  }),
  COLDROUTE_RISK_TTL_S: of("seconds that risk may be answered from memory; 0 turns it off", integer(0, 86_400), {
    fallback: 900,
    blocks: asking("risk"),
  }),
  COLDROUTE_BILLABLE_LIMIT: of("the most billable requests in a UTC day", integer(0, 1_000_000_000), {
    unset: "none",
  }),
  COLDROUTE_MAX_BILLABLE_PER_CALL: of("the most that one tool call may bill", integer(0, 10_000), { fallback: 60 }),
  COLDROUTE_REDIS_URL: of(
    "not supported yet, blocks every tool: a Redis that shares token, cool-downs, answers and bill",
    notYet,
    UNSUPPORTED,
  ),
  COLDROUTE_ACCOUNT: of(
    "not supported yet, blocks every tool: the account's name, where several client ids belong to one",
    notYet,
    UNSUPPORTED,
  ),
  COLDROUTE_VIEWS: of("0 to offer no views; no effect yet", flag, { fallback: true }),
  COLDROUTE_PICTURES: of("1 to add the parameter picture: not supported yet, blocks every tool", notYetOn, {
    fallback: false,
    refusal: "is not supported by this version: unset it or set it to 0",
  }),
  COLDROUTE_LOG_LEVEL: of(
    "trace, debug, info, warn, error, fatal or silent; logs go to standard error as JSON lines",
    choice(LOG_LEVELS),
    { fallback: "info", blocks: () => false },
  ),
  COLDROUTE_HTTP_TOKENS: of(
    "bearer tokens that callers may use, comma-separated; each may do everything",
    list("bearer tokens of letters, digits and -._~+/", (word) => TOKEN.test(word)),
    HTTP,
  ),
  // An issuer is compared to the letter (RFC 8414, 3.3), a slash at its end included.
  COLDROUTE_HTTP_ISSUER: of(
    "the issuer of the JWT access tokens that callers use, exactly as in their iss",
    exactUrl("base"),
    HTTP,
  ),
  COLDROUTE_HTTP_AUDIENCE: of(
    "the audience that those tokens must be for, exactly as in their aud",
    line(/^[^\s\p{Cc}]+$/u, "one word"),
    HTTP,
  ),
  COLDROUTE_HTTP_JWKS_URL: of("where the issuer publishes its keys (JWKS)", exactUrl("document"), HTTP),
  COLDROUTE_HTTP_ALLOWED_HOSTS: of(
    "further Host names to answer, comma-separated, each with its port or for any port",
    list("host names such as mcp.example.com", isHost),
    { ...HTTP, unset: "loopback names and the address bound" },
  ),
  COLDROUTE_HTTP_ALLOWED_ORIGINS: of(
    "origins of web pages that may call, comma-separated",
    list("origins such as https://app.example.com, without a path", isOrigin),
    { ...HTTP, unset: "on loopback, pages of this machine" },
  ),
  COLDROUTE_SANDBOX: of("1 to use an embedded simulated service", flag, { fallback: false }),
};

/** The name of a variable. */
export type VariableName = keyof typeof VARIABLES;
