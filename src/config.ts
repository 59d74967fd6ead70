import type { ConfigProblem } from "./api/failure.ts";
import type { Environment } from "./environment.ts";
import { loadHttpConfig } from "./http-config.ts";
import type { BlockingProblem } from "./readings.ts";
import { findProblems, isSet, missing, readValues, unknownVariables } from "./readings.ts";
import { TOOL_LIST, TOOL_NAMES, type ToolName } from "./tool-list.ts";
import { VARIABLES, type Values } from "./variables.ts";

/** The default of COLDROUTE_MAX_BILLABLE_PER_CALL. */
export const MAX_BILLABLE_PER_CALL = VARIABLES.COLDROUTE_MAX_BILLABLE_PER_CALL.fallback;

/** The source of the client secret. Each exchange reads the file or runs the command anew. */
export type SecretSource =
  | { readonly kind: "value"; reveal(): string }
  | { readonly kind: "file"; readonly path: string }
  | { readonly kind: "command"; readonly argv: readonly string[] };

/** Everything coldroute reads from its environment, checked. A missing value has a problem. */
export interface Config extends ReturnType<typeof loadConfig> {
  /** The default origin, once the rules of the tools have read it (app.ts). */
  readonly originAddress?: Readonly<Record<string, unknown>>;
}

/** Reads the environment and reports every problem at once. Pure; never throws. */
export function loadConfig(env: Environment) {
  const values = readValues(env);
  // A bad list withholds no tool: its problem blocks them all.
  const named: readonly string[] = values.COLDROUTE_TOOLS ?? TOOL_NAMES;
  const offered = TOOL_LIST.filter(
    ({ name, creates }) => named.includes(name) && !(creates && values.COLDROUTE_READ_ONLY),
  );
  const tools: readonly ToolName[] = offered.map(({ name }) => name);
  const whole = [...secretProblems(env), ...(values.COLDROUTE_SANDBOX ? [] : proxyProblems(env))];
  if (offered.length === 0)
    whole.push({ variable: "COLDROUTE_TOOLS", message: "leaves no tool with COLDROUTE_READ_ONLY=1" });
  const problems: readonly BlockingProblem[] = [
    ...findProblems(env, offered, false),
    ...whole.map((problem) => ({ ...problem, blocks: tools })),
  ];
  return {
    clientId: values.COLDROUTE_CLIENT_ID,
    clientSecret: secretSource(env, values),
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
    /** The settings of `coldroute http`, with problems of their own. */
    http: loadHttpConfig(env),
    /** The simulated service answers, and every answer says so. */
    sandbox: values.COLDROUTE_SANDBOX,
    problems,
    /** COLDROUTE_ variables that this version does not know, often misspelt. Never their values. */
    unknownVariables: unknownVariables(env),
  };
}

const SECRETS = ["COLDROUTE_CLIENT_SECRET", "COLDROUTE_CLIENT_SECRET_FILE", "COLDROUTE_CLIENT_SECRET_COMMAND"] as const;

function setSecrets(env: Environment): readonly string[] {
  return SECRETS.filter((name) => isSet(env, name));
}

function secretSource(env: Environment, values: Values): SecretSource | undefined {
  if (setSecrets(env).length !== 1) return undefined;
  const secret = values.COLDROUTE_CLIENT_SECRET;
  const path = values.COLDROUTE_CLIENT_SECRET_FILE;
  const argv = values.COLDROUTE_CLIENT_SECRET_COMMAND;
  // A function keeps the secret out of copies and inspections of the configuration.
  if (secret !== undefined) return { kind: "value", reveal: () => secret };
  if (path !== undefined) return { kind: "file", path };
  return argv === undefined ? undefined : { kind: "command", argv };
}

function secretProblems(env: Environment): readonly ConfigProblem[] {
  const variable = "COLDROUTE_CLIENT_SECRET";
  const count = setSecrets(env).length;
  if (count === 0) return [missing(variable)];
  return count === 1 ? [] : [{ variable, message: `should be the only one set of ${SECRETS.join(", ")}` }];
}

/** A proxy without its scheme, as curl takes it, is none for undici, which throws. */
function proxyProblems(env: Environment): readonly ConfigProblem[] {
  return ["HTTPS_PROXY", "https_proxy", "HTTP_PROXY", "http_proxy"]
    .filter((name) => env[name] && !(/^https?:\/\//i.test(env[name]) && URL.canParse(env[name])))
    .map((variable) => ({ variable, message: "should hold a URL such as http://proxy.example.com:3128" }));
}
