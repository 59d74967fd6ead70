import { byItsName, type ConfigProblem, type NameOf, type SecretSource } from "../domain/configuration.ts";
import { byProduct, DATA_PRODUCTS, PRODUCT_NAMES, PRODUCTS } from "../domain/product.ts";
import { TOOL_LIST, TOOL_NAMES, type ToolEntry } from "../domain/tool-list.ts";
import type { Environment } from "./environment.ts";
import type { TokenEntry } from "./token-entry.ts";
import {
  blockedBy,
  isHttpVariable,
  notSet,
  type Readings,
  readVariables,
  secretHolds,
  type Values,
  type VariableName,
} from "./variables.ts";

/** A configuration problem. Any keeps `coldroute http` from starting. */
interface BlockingProblem extends ConfigProblem {
  /** The offered tools that answer every call with the problem. */
  readonly blocks: readonly string[];
}

/** The checked environment. Each bad value, and each missing required one, has a problem. */
export interface Config extends ReturnType<typeof loadConfig> {
  /** The default origin by the rules of the tools, which app.ts adds. */
  readonly originAddress?: Readonly<Record<string, unknown>>;
}

export type AuthorizationRules =
  /** Every caller may do everything. Allowed on loopback only. */
  | { readonly kind: "none" }
  | { readonly kind: "tokens"; readonly variable: VariableName; tokens(): readonly TokenEntry[] }
  | { readonly kind: "token file"; readonly variable: VariableName; readonly path: string }
  /** OAuth 2.1 resource server: JWT access tokens of one issuer for one audience. */
  | { readonly kind: "jwt"; readonly issuer: string; readonly audience: string; readonly jwksUrl: string };

/** Reads the environment and reports every problem at once. Never throws. */
export function loadConfig(env: Environment, nameOf: NameOf = byItsName) {
  const readings = readVariables(env, nameOf);
  const { values, unknown } = readings;
  const redisUrl = values.COLDROUTE_REDIS_URL;
  const tools = offeredTools(values);
  return {
    clientId: values.COLDROUTE_CLIENT_ID,
    clientSecret: secretSource(values, env),
    accountName: values.COLDROUTE_ACCOUNT,
    /** A function, because the URL may hold a password. */
    redisUrl: redisUrl === undefined ? undefined : () => redisUrl,
    audience: values.COLDROUTE_AUDIENCE,
    /** Without a trailing slash, but with its path, like `productUrls`. */
    authUrl: values.COLDROUTE_AUTH_URL,
    productUrls: byProduct(PRODUCT_NAMES, (product) => values[PRODUCTS[product].urlIn]),
    defaultOrigin: values.COLDROUTE_DEFAULT_ORIGIN,
    billableLimit: values.COLDROUTE_BILLABLE_LIMIT,
    maxBillablePerCall: values.COLDROUTE_MAX_BILLABLE_PER_CALL,
    tools,
    showRecipient: values.COLDROUTE_SHOW_RECIPIENT,
    timeoutMs: values.COLDROUTE_TIMEOUT_MS,
    maxWaitMs: values.COLDROUTE_MAX_WAIT_MS,
    /** How long memory may answer. */
    ttlMs: byProduct(DATA_PRODUCTS, (product) => values[PRODUCTS[product].ttlIn] * 1000),
    /** The names of levels, least severe first; undefined if nothing is ranked. */
    alertLevels: values.COLDROUTE_ALERT_LEVELS,
    riskLevels: values.COLDROUTE_RISK_LEVELS,
    /** Whether callers must know a recipient's ZIP to track a package. No caller then sees a bill. */
    requireZip: values.COLDROUTE_REQUIRE_ZIP,
    logLevel: values.COLDROUTE_LOG_LEVEL,
    http: httpConfig(values),
    /** Whether MCP Apps hosts draw the answers. */
    views: values.COLDROUTE_VIEWS,
    pictures: values.COLDROUTE_PICTURES,
    sandbox: values.COLDROUTE_SANDBOX,
    nameOf,
    problems: problemsOf(readings, tools, env, nameOf),
    /** They block nothing. */
    unknownVariables: unknown.filter(({ variable }) => !isHttpVariable(variable)),
  };
}

export type HttpConfig = ReturnType<typeof httpConfig>;

function httpConfig(values: Values) {
  return {
    authorization: authorizationOf(values),
    /** Host names, which match any port. */
    allowedHosts: values.COLDROUTE_HTTP_ALLOWED_HOSTS ?? [],
    allowedOrigins: values.COLDROUTE_HTTP_ALLOWED_ORIGINS ?? [],
    /** Of one principal, under way. */
    maxCalls: values.COLDROUTE_HTTP_MAX_CALLS,
    /** Of one principal, in a UTC day. */
    billableLimit: values.COLDROUTE_HTTP_BILLABLE_LIMIT,
    /** Addresses and address ranges whose X-Forwarded-For the log trusts. */
    trustedProxies: values.COLDROUTE_HTTP_TRUSTED_PROXY ?? [],
    /** How long an ending process still serves new requests. */
    drainMs: values.COLDROUTE_HTTP_DRAIN_S * 1000,
  };
}

function offeredTools(values: Values): readonly string[] {
  // A bad list removes no tool: its problem blocks every tool instead.
  const listed = values.COLDROUTE_TOOLS ?? TOOL_NAMES;
  const isWithheld = ({ creates }: ToolEntry): boolean => creates && values.COLDROUTE_READ_ONLY;
  return TOOL_LIST.filter((tool) => listed.includes(tool.name) && !isWithheld(tool)).map(({ name }) => name);
}

/** The problems of single variables, then those between several, then misspelt variables of `coldroute http`. */
function problemsOf(
  readings: Readings,
  tools: readonly string[],
  env: Environment,
  nameOf: NameOf,
): readonly BlockingProblem[] {
  const { values, set, unknown } = readings;
  const single = readings.problems
    .map((problem) => ({ ...problem, blocks: blockedBy(problem.variable, tools) }))
    // Without a tool that needs it, an unset variable is no problem.
    .filter(({ variable, blocks }) => set.has(variable) || blocks.length > 0);
  const proxies = values.COLDROUTE_SANDBOX ? [] : proxyProblems(env);
  const ofAllTools = tools.length === 0 ? [NO_TOOL] : [...secretProblems(set, nameOf), ...proxies];
  // An operator may believe that a misspelt variable protects the server.
  const misspelt = unknown.filter(({ variable }) => isHttpVariable(variable));
  const ofHttp = [...httpProblems(set, env), ...misspelt];
  return [
    ...single,
    ...ofAllTools.map((problem) => ({ ...problem, blocks: tools })),
    ...ofHttp.map((problem) => ({ ...problem, blocks: [] })),
  ];
}

function secretSource(values: Values, env: Environment): SecretSource | undefined {
  const path = values.COLDROUTE_CLIENT_SECRET_FILE;
  const argv = values.COLDROUTE_CLIENT_SECRET_COMMAND;
  // A function keeps the secret out of copies and inspections of the configuration. The secret keeps its blanks.
  if (values.COLDROUTE_CLIENT_SECRET !== undefined)
    return { kind: "value", reveal: () => env["COLDROUTE_CLIENT_SECRET"] ?? "" };
  if (path !== undefined) return { kind: "file", path };
  return argv === undefined ? undefined : { kind: "command", argv };
}

const SECRETS = ["COLDROUTE_CLIENT_SECRET", "COLDROUTE_CLIENT_SECRET_FILE", "COLDROUTE_CLIENT_SECRET_COMMAND"] as const;
export const PROXIES = ["HTTPS_PROXY", "https_proxy", "HTTP_PROXY", "http_proxy"];

const NO_TOOL = { variable: "COLDROUTE_TOOLS", message: "leaves no tool with COLDROUTE_READ_ONLY=1" };

function secretProblems(set: Readings["set"], nameOf: NameOf): readonly ConfigProblem[] {
  const [first, ...others] = SECRETS.filter((name) => set.has(name));
  if (first === undefined) return [notSet("COLDROUTE_CLIENT_SECRET", secretHolds(nameOf))];
  return others.map((variable) => ({ variable, message: `is set as well as ${nameOf(first)}: keep one` }));
}

/** curl takes a proxy without a scheme, but undici throws. */
function proxyProblems(env: Environment): readonly ConfigProblem[] {
  const message = "should hold a URL such as http://proxy.example.com:3128";
  const isProxy = (url: string): boolean => /^https?:\/\//i.test(url) && URL.canParse(url);
  // The transport, too, treats a blank one as unset.
  const wrong = PROXIES.filter((name) => env[name]?.trim() && !isProxy(env[name].trim()));
  return wrong.map((variable) => ({ variable, message }));
}

const TOKENS = ["COLDROUTE_HTTP_TOKENS", "COLDROUTE_HTTP_TOKENS_FILE"] as const;
const JWT = ["COLDROUTE_HTTP_ISSUER", "COLDROUTE_HTTP_AUDIENCE", "COLDROUTE_HTTP_JWKS_URL"] as const;

function authorizationOf(values: Values): AuthorizationRules {
  const path = values.COLDROUTE_HTTP_TOKENS_FILE;
  if (path !== undefined) return { kind: "token file", variable: "COLDROUTE_HTTP_TOKENS_FILE", path };
  const entries = values.COLDROUTE_HTTP_TOKENS;
  // A function keeps the tokens out of copies and inspections of the configuration.
  if (entries !== undefined) return { kind: "tokens", variable: "COLDROUTE_HTTP_TOKENS", tokens: () => entries };
  const { COLDROUTE_HTTP_ISSUER: issuer, COLDROUTE_HTTP_AUDIENCE: audience, COLDROUTE_HTTP_JWKS_URL: jwksUrl } = values;
  if (issuer === undefined || audience === undefined || jwksUrl === undefined) return { kind: "none" };
  return { kind: "jwt", issuer, audience, jwksUrl };
}

function httpProblems(set: Readings["set"], env: Environment): readonly ConfigProblem[] {
  const unset = JWT.filter((name) => !set.has(name));
  const isByJwt = unset.length < JWT.length;
  const tokens = TOKENS.filter((name) => set.has(name));
  if (isByJwt && tokens[0] !== undefined)
    return [{ variable: tokens[0], message: `cannot stand beside ${JWT.join(", ")}` }];
  if (tokens.length > 1) return [{ variable: TOKENS[1], message: `is set as well as ${TOKENS[0]}: keep one` }];
  if (isByJwt) return unset.map((variable) => notSet(variable));
  // Otherwise an empty string or a placeholder instead of a secret would admit everybody.
  return [...TOKENS, ...JWT]
    .filter((variable) => env[variable] !== undefined && !set.has(variable))
    .map((variable) => ({ variable, message: "is empty or was not filled in; unset it if you do not need it" }));
}
