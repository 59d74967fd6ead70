import type { ConfigProblem } from "./api/failure.ts";
import type { Environment } from "./environment.ts";
import { loadHttpConfig } from "./http-config.ts";
import type { Finding } from "./readings.ts";
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

/** A configuration problem and the tools that it blocks. */
export interface BlockingProblem extends ConfigProblem {
  /** The offered tools that answer with the problems. Empty for a problem that is only logged. */
  readonly blocks: readonly ToolName[];
}

/** Everything that coldroute reads from its environment, checked. A missing value is a problem. */
export interface Config extends ReturnType<typeof loadConfig> {
  /** The default origin, once the rules of the tools have read it (app.ts). */
  readonly originAddress?: Readonly<Record<string, unknown>>;
}

/** Reads the environment and reports every problem at once. Pure; never throws. */
export function loadConfig(env: Environment) {
  const values = readValues(env);
  const withheld = withheldBy(values);
  const offered = TOOL_LIST.filter(({ name }) => withheld[name] === undefined);
  const order = Object.keys(VARIABLES);
  const problems: readonly BlockingProblem[] = [...findProblems(env, offered, false), ...conflicts(env, offered)]
    .toSorted((a, b) => order.indexOf(a.problem.variable) - order.indexOf(b.problem.variable))
    .map(({ problem, blocks }) => ({ ...problem, blocks: offered.filter(blocks).map(({ name }) => name) }));
  return {
    ...compact({
      clientId: values.COLDROUTE_CLIENT_ID,
      clientSecret: secretSource(env, values),
      audience: values.COLDROUTE_AUDIENCE,
      /** Without a trailing slash, as the products' URLs are. A path stays. */
      authUrl: values.COLDROUTE_AUTH_URL,
      defaultOrigin: values.COLDROUTE_DEFAULT_ORIGIN,
      billableLimit: values.COLDROUTE_BILLABLE_LIMIT,
    }),
    productUrls: compact({
      alerts: values.COLDROUTE_RISK_URL,
      risk: values.COLDROUTE_RISK_URL,
      planning: values.COLDROUTE_PLANNING_URL,
      tracking: values.COLDROUTE_TRACKING_URL,
    }),
    /** The tools offered, in their listed order. */
    tools: offered.map(({ name }) => name) as readonly ToolName[],
    /** The variable that withholds each tool that is not offered. */
    withheld,
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

/** The variable that withholds a tool. A bad list withholds none: its problem blocks all tools. */
function withheldBy(values: Values): Readonly<Partial<Record<ToolName, string>>> {
  const named: readonly string[] = values.COLDROUTE_TOOLS ?? TOOL_NAMES;
  const withheld: Partial<Record<ToolName, string>> = {};
  for (const { name, creates } of TOOL_LIST) {
    if (!named.includes(name)) withheld[name] = "COLDROUTE_TOOLS";
    else if (creates && values.COLDROUTE_READ_ONLY) withheld[name] = "COLDROUTE_READ_ONLY";
  }
  return withheld;
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

/** Problems of variables that contradict one another. */
function conflicts(env: Environment, offered: readonly unknown[]): readonly Finding[] {
  const found: Finding[] = [];
  const add = (variable: string, message: string): void => {
    found.push({ problem: { variable, message }, blocks: () => true });
  };
  const secrets = setSecrets(env).length;
  if (secrets === 0) found.push({ problem: missing("COLDROUTE_CLIENT_SECRET"), blocks: () => true });
  if (secrets > 1) add("COLDROUTE_CLIENT_SECRET", `should be the only one set of ${SECRETS.join(", ")}`);
  if (offered.length === 0)
    add("COLDROUTE_TOOLS", "names only tools that COLDROUTE_READ_ONLY=1 withholds: no tool is left");
  return found;
}

/** Drops undefined members: `exactOptionalPropertyTypes` tells them from absent ones. */
function compact<T extends object>(members: T): { [K in keyof T]?: Exclude<T[K], undefined> };
function compact(members: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}
