import type { ConfigProblem } from "../domain/failure.ts";
import type { SecretSource } from "../domain/secret-source.ts";
import type { ToolEntry } from "../domain/tool-entry.ts";
import { type Environment, variableText } from "./environment.ts";
import { httpConfig, httpProblems } from "./http-config.ts";
import { TOOL_LIST } from "./tool-list.ts";
import {
  isOfHttp,
  missingVariable,
  readValues,
  readVariable,
  VARIABLE_ROWS,
  VARIABLES,
  type Values,
} from "./variables.ts";

/** The default of COLDROUTE_MAX_BILLABLE_PER_CALL. */
export const MAX_BILLABLE_PER_CALL = VARIABLES.COLDROUTE_MAX_BILLABLE_PER_CALL.reader.fallback;

/** A configuration problem and what it blocks. Each one keeps `coldroute http` from starting. */
interface BlockingProblem extends ConfigProblem {
  /** Offered tools whose calls answer with the problem; empty when only reported. */
  readonly blocks: readonly string[];
}

/** Everything coldroute reads from its environment, checked. A missing value has a problem. */
export interface Config extends ReturnType<typeof loadConfig> {
  /** The default origin, once the rules of the tools have read it (app.ts). */
  readonly originAddress?: Readonly<Record<string, unknown>>;
}

/** Reads the environment and reports every problem at once. Pure; never throws. */
export function loadConfig(env: Environment, list: readonly ToolEntry[] = TOOL_LIST) {
  const values = readValues(env);
  // A bad list withholds no tool: its problem blocks them all.
  const named: readonly string[] | undefined = values.COLDROUTE_TOOLS;
  const offered = list.filter(
    ({ name, creates }) => named?.includes(name) !== false && !(creates && values.COLDROUTE_READ_ONLY),
  );
  const tools = offered.map(({ name }) => name);
  const sending = offered.filter(({ product }) => product !== null).map(({ name }) => name);
  const unknown = Object.keys(env)
    .filter((name) => name.startsWith("COLDROUTE_") && !Object.hasOwn(VARIABLES, name) && env[name] !== undefined)
    .sort();
  // A blank one counts as unset, for the transport too.
  const proxies = values.COLDROUTE_SANDBOX ? [] : PROXIES.filter((name) => (env[name] ?? "").trim() !== "");
  const problems: readonly BlockingProblem[] = [
    ...variableProblems(env, offered),
    ...(sending.length === 0 ? [] : [...secretProblems(env), ...proxyProblems(env, proxies)]).map((problem) => {
      return { ...problem, blocks: sending };
    }),
    ...(tools.length === 0 ? [NO_TOOL] : []),
    ...httpProblems(env).map((problem) => ({ ...problem, blocks: [] })),
    // The owner of a misspelt variable believes that it protects the server.
    ...unknown.filter(isOfHttp).map((variable) => ({ variable, message: "is not known; is it misspelt?", blocks: [] })),
  ];
  return {
    clientId: values.COLDROUTE_CLIENT_ID,
    clientSecret: secretSource(values, env),
    account: values.COLDROUTE_ACCOUNT,
    /** A function, since it may hold a password. */
    redisUrl: values.COLDROUTE_REDIS_URL === undefined ? undefined : () => values.COLDROUTE_REDIS_URL ?? "",
    audience: values.COLDROUTE_AUDIENCE,
    /** Without a trailing slash; a path is kept. So are those of the products. */
    authUrl: values.COLDROUTE_AUTH_URL,
    defaultOrigin: values.COLDROUTE_DEFAULT_ORIGIN,
    billableLimit: values.COLDROUTE_BILLABLE_LIMIT,
    productUrls: {
      alerts: values.COLDROUTE_RISK_URL,
      risk: values.COLDROUTE_RISK_URL,
      planning: values.COLDROUTE_PLANNING_URL,
      tracking: values.COLDROUTE_TRACKING_URL,
    },
    /** The tools offered, in their listed order. */
    tools,
    showRecipient: values.COLDROUTE_SHOW_RECIPIENT,
    timeoutMs: values.COLDROUTE_TIMEOUT_MS,
    maxWaitMs: values.COLDROUTE_MAX_WAIT_MS,
    alertsTtlMs: values.COLDROUTE_ALERTS_TTL_S * 1000,
    riskTtlMs: values.COLDROUTE_RISK_TTL_S * 1000,
    maxBillablePerCall: values.COLDROUTE_MAX_BILLABLE_PER_CALL,
    logLevel: values.COLDROUTE_LOG_LEVEL,
    http: httpConfig(values),
    /** The variables of the environment that name a proxy. */
    proxies,
    /** Hosts of MCP Apps draw the answers. */
    views: values.COLDROUTE_VIEWS,
    /** Tools have the parameter `picture`. */
    pictures: values.COLDROUTE_PICTURES,
    /** The simulated service answers, and every answer says so. */
    sandbox: values.COLDROUTE_SANDBOX,
    problems,
    /** COLDROUTE_ variables that this version does not know, often misspelt. Never their values. */
    unknownVariables: unknown.filter((name) => !isOfHttp(name)),
  };
}

function secretSource(values: Values, env: Environment): SecretSource | undefined {
  const path = values.COLDROUTE_CLIENT_SECRET_FILE;
  const argv = values.COLDROUTE_CLIENT_SECRET_COMMAND;
  // A function keeps the secret out of copies and inspections of the configuration. It is passed on with its blanks.
  if (values.COLDROUTE_CLIENT_SECRET !== undefined)
    return { kind: "value", reveal: () => env["COLDROUTE_CLIENT_SECRET"] ?? "" };
  if (path !== undefined) return { kind: "file", path };
  return argv === undefined ? undefined : { kind: "command", argv };
}

/** The problems of single variables. Offered tools decide what is required. */
function variableProblems(env: Environment, offered: readonly ToolEntry[]): readonly BlockingProblem[] {
  return VARIABLE_ROWS.flatMap(([name, row]) => {
    const blocks = isOfHttp(name) ? [] : offered.filter(row.tools).map((tool) => tool.name);
    if (variableText(env, name) === undefined)
      return row.isRequired && blocks.length > 0 ? [{ ...missingVariable(name), blocks }] : [];
    if (readVariable(env, name) !== undefined) return [];
    return [{ variable: name, message: `should hold ${row.reader.should}`, blocks }];
  });
}

const SECRETS = ["COLDROUTE_CLIENT_SECRET", "COLDROUTE_CLIENT_SECRET_FILE", "COLDROUTE_CLIENT_SECRET_COMMAND"];
/** The variables of others that name a proxy. */
export const PROXIES = ["HTTPS_PROXY", "https_proxy", "HTTP_PROXY", "http_proxy"];

const NO_TOOL = { variable: "COLDROUTE_TOOLS", message: "leaves no tool with COLDROUTE_READ_ONLY=1", blocks: [] };

/** The secret stands in one variable, not in none or several. */
function secretProblems(env: Environment): readonly ConfigProblem[] {
  const secrets = SECRETS.filter((name) => variableText(env, name) !== undefined);
  return [
    ...(secrets.length === 0 ? [missingVariable("COLDROUTE_CLIENT_SECRET")] : []),
    ...secrets.slice(1).map((variable) => ({ variable, message: `is set as well as ${secrets[0]}: keep one` })),
  ];
}

/** A proxy without its scheme, as curl takes it, is none for undici, which throws. */
function proxyProblems(env: Environment, proxies: readonly string[]): readonly ConfigProblem[] {
  const message = "should hold a URL such as http://proxy.example.com:3128";
  const isProxy = (url = ""): boolean => /^https?:\/\//i.test(url.trim()) && URL.canParse(url);
  return proxies.filter((name) => !isProxy(env[name])).map((variable) => ({ variable, message }));
}
