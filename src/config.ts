import type { ConfigProblem, Product } from "./api/failure.ts";
import type { Environment, Reading } from "./environment.ts";
import {
  readChoice,
  readCommand,
  readExactly,
  readFlag,
  readInteger,
  readNames,
  readOrigin,
  readUrl,
  readWord,
} from "./environment.ts";
import { type HttpConfig, loadHttpConfig } from "./http-config.ts";
import type { LogLevel } from "./runtime/log.ts";
import { LOG_LEVELS } from "./runtime/log.ts";
import type { VariableName } from "./variables.ts";
import { holds, VARIABLES } from "./variables.ts";

/** The most that one tool call bills where COLDROUTE_MAX_BILLABLE_PER_CALL says nothing else. */
export const MAX_BILLABLE_PER_CALL = 60;

/** The tools in their listed order. */
export const TOOL_NAMES = ["check_heat_alerts", "get_five_day_risk", "plan_shipment", "track_package"] as const;
export type ToolName = (typeof TOOL_NAMES)[number];

/** Where the client secret comes from; file and command are read at each exchange. */
export type SecretSource =
  | { readonly kind: "value"; reveal(): string }
  | { readonly kind: "file"; readonly path: string }
  | { readonly kind: "command"; readonly argv: readonly string[] };

/** A configuration problem and what it blocks. */
export interface BlockingProblem extends ConfigProblem {
  /** Offered tools whose calls answer with the problems; empty when only reported. */
  readonly blocks: readonly ToolName[];
}

/** Everything coldroute reads from its environment (DESIGN 2), checked and frozen. Absent values have a problem. */
export interface Config {
  readonly clientId?: string;
  readonly clientSecret?: SecretSource;
  readonly audience?: string;
  /** Without a trailing slash; a path is kept. */
  readonly authUrl?: string;
  readonly productUrls: Readonly<Partial<Record<Product, string>>>;
  /** The tools offered, in their listed order. */
  readonly tools: readonly ToolName[];
  /** Why a tool is not offered: the variable that says so. */
  readonly withheld: Readonly<Partial<Record<ToolName, string>>>;
  readonly defaultOrigin?: string | Readonly<Record<string, unknown>>;
  readonly showRecipient: boolean;
  readonly timeoutMs: number;
  readonly maxWaitMs: number;
  readonly alertsTtlMs: number;
  readonly riskTtlMs: number;
  readonly billableLimit?: number;
  readonly maxBillablePerCall: number;
  readonly logLevel: LogLevel;
  /** For `coldroute http` alone, with problems of its own. */
  readonly http: HttpConfig;
  /** Answers come from the simulated service and say so. */
  readonly sandbox: boolean;
  readonly problems: readonly BlockingProblem[];
  /** COLDROUTE_ variables that this version does not know (a misspelling?); never their values. */
  readonly unknownVariables: readonly string[];
}

/** Which tool asks which product. */
export const TOOL_PRODUCTS = {
  check_heat_alerts: "alerts",
  get_five_day_risk: "risk",
  plan_shipment: "planning",
  track_package: "tracking",
} as const satisfies Record<ToolName, Product>;

/** Spec 5.5: package lookup defaults the audience. */
const WITH_AUDIENCE: readonly ToolName[] = ["check_heat_alerts", "get_five_day_risk", "plan_shipment"];

/** The environment as a frozen configuration, with every problem at once (DESIGN 2). Pure; throws nothing. */
export function loadConfig(env: Environment): Config {
  const offer = readOffer(env);
  const found = new Problems(offer.tools);
  const account = readAccount(env, found);
  const url = (variable: VariableName, blocks: readonly ToolName[]): string | undefined =>
    found.need(variable, readUrl(env, variable), blocks);
  const riskUrl = url("COLDROUTE_RISK_URL", ["check_heat_alerts", "get_five_day_risk"]);
  const planningUrl = url("COLDROUTE_PLANNING_URL", ["plan_shipment"]);
  const trackingUrl = url("COLDROUTE_TRACKING_URL", ["track_package"]);
  found.take(offer.named, offer.tools);
  found.take(offer.readOnly, ["plan_shipment"]);
  for (const problem of offer.conflicts) found.add(problem, []);
  const config: Config = {
    ...account,
    productUrls: compact({ alerts: riskUrl, risk: riskUrl, planning: planningUrl, tracking: trackingUrl }),
    tools: offer.tools,
    withheld: offer.withheld,
    ...compact({ defaultOrigin: found.take(readOrigin(env, "COLDROUTE_DEFAULT_ORIGIN"), ["plan_shipment"]) }),
    showRecipient: found.take(readFlag(env, "COLDROUTE_SHOW_RECIPIENT"), ["plan_shipment", "track_package"]) ?? false,
    ...readLimits(env, found),
    logLevel: found.take(readChoice(env, "COLDROUTE_LOG_LEVEL", LOG_LEVELS), []) ?? "info",
    http: loadHttpConfig(env),
    sandbox: found.take(readFlag(env, "COLDROUTE_SANDBOX"), TOOL_NAMES) ?? false,
    problems: found.all,
    unknownVariables: unknownVariables(env),
  };
  for (const part of [config.productUrls, config.tools, config.withheld, config.problems, config.unknownVariables]) {
    Object.freeze(part);
  }
  return Object.freeze(config);
}

/** Who the client is, and where it gets its token (spec 5). */
function readAccount(
  env: Environment,
  found: Problems,
): Pick<Config, "clientId" | "clientSecret" | "audience" | "authUrl"> {
  const clientId = readWord(env, "COLDROUTE_CLIENT_ID", /^[^\p{Cc}]+$/u, "the OAuth client id, on one line");
  const audience = readWord(env, "COLDROUTE_AUDIENCE", /^urn:\S+:public-api$/u, "of the form urn:<service>:public-api");
  return compact({
    clientId: found.need("COLDROUTE_CLIENT_ID", clientId, TOOL_NAMES),
    clientSecret: readSecretSource(env, found),
    audience: found.need("COLDROUTE_AUDIENCE", audience, WITH_AUDIENCE),
    authUrl: found.need("COLDROUTE_AUTH_URL", readUrl(env, "COLDROUTE_AUTH_URL"), TOOL_NAMES),
  });
}

function readSecretSource(env: Environment, found: Problems): SecretSource | undefined {
  const secret = readExactly(env, "COLDROUTE_CLIENT_SECRET");
  const path = readExactly(env, "COLDROUTE_CLIENT_SECRET_FILE")?.trim();
  const command = readCommand(env, "COLDROUTE_CLIENT_SECRET_COMMAND");
  const sources = [secret !== undefined, path !== undefined, command.state !== "unset"].filter(Boolean).length;
  if (sources > 1) {
    const message = "set only one of COLDROUTE_CLIENT_SECRET, …_FILE and …_COMMAND: more than one holds a value";
    found.add({ variable: "COLDROUTE_CLIENT_SECRET", message }, TOOL_NAMES);
    return undefined;
  }
  if (path !== undefined) return Object.freeze({ kind: "file", path });
  if (secret !== undefined) return Object.freeze({ kind: "value", reveal: () => secret });
  const argv =
    command.state === "unset"
      ? found.need<readonly string[]>("COLDROUTE_CLIENT_SECRET", command, TOOL_NAMES)
      : found.take(command, TOOL_NAMES);
  return argv === undefined ? undefined : Object.freeze({ kind: "command", argv: Object.freeze(argv) });
}

type Limits = Pick<
  Config,
  "timeoutMs" | "maxWaitMs" | "alertsTtlMs" | "riskTtlMs" | "billableLimit" | "maxBillablePerCall"
>;

function readLimits(env: Environment, found: Problems): Limits {
  const integer = (
    variable: string,
    min: number,
    max: number,
    unit: string,
    blocks: readonly ToolName[] = TOOL_NAMES,
  ): number | undefined => found.take(readInteger(env, variable, min, max, unit), blocks);
  return {
    timeoutMs: integer("COLDROUTE_TIMEOUT_MS", 1, 600_000, "milliseconds") ?? 10_000,
    maxWaitMs: integer("COLDROUTE_MAX_WAIT_MS", 1, 3_600_000, "milliseconds") ?? 25_000,
    alertsTtlMs: (integer("COLDROUTE_ALERTS_TTL_S", 0, 86_400, "seconds", ["check_heat_alerts"]) ?? 300) * 1000,
    riskTtlMs: (integer("COLDROUTE_RISK_TTL_S", 0, 86_400, "seconds", ["get_five_day_risk"]) ?? 900) * 1000,
    ...compact({ billableLimit: integer("COLDROUTE_BILLABLE_LIMIT", 0, 1_000_000_000, "requests a UTC day") }),
    maxBillablePerCall:
      integer("COLDROUTE_MAX_BILLABLE_PER_CALL", 0, 10_000, "requests a tool call") ?? MAX_BILLABLE_PER_CALL,
  };
}

/** Which tools are offered. What cannot be read closes: a bad list blocks what it leaves, a bad flag the planning. */
function readOffer(env: Environment) {
  const { reading: named, recognised } = readNames(env, "COLDROUTE_TOOLS", TOOL_NAMES);
  const readOnly = readFlag(env, "COLDROUTE_READ_ONLY");
  const creates = readOnly.state === "set" && readOnly.value ? "plan_shipment" : undefined;
  const withheld: Partial<Record<ToolName, string>> = {};
  for (const name of TOOL_NAMES) {
    if (!recognised.includes(name)) withheld[name] = "COLDROUTE_TOOLS";
    else if (name === creates) withheld[name] = "COLDROUTE_READ_ONLY";
  }
  const tools = TOOL_NAMES.filter((name) => withheld[name] === undefined);
  const message = "names only plan_shipment, which COLDROUTE_READ_ONLY=1 withholds: no tool is left";
  const conflicts: ConfigProblem[] = tools.length === 0 ? [{ variable: "COLDROUTE_TOOLS", message }] : [];
  return { tools, withheld, named, readOnly, conflicts };
}

/** Collects problems, each with the offered tools that it blocks. */
class Problems {
  readonly #offered: readonly ToolName[];
  /** As found: who we are, where the service is, then the rest. */
  readonly all: BlockingProblem[] = [];

  constructor(offered: readonly ToolName[]) {
    this.#offered = offered;
  }

  add(problem: ConfigProblem, blocks: readonly ToolName[]): void {
    const blocked = this.#offered.filter((name) => blocks.includes(name));
    this.all.push(Object.freeze({ ...problem, blocks: Object.freeze(blocked) }));
  }

  /** The value, if it is set and good. */
  take<T>(reading: Reading<T>, blocks: readonly ToolName[]): T | undefined {
    if (reading.state === "bad") this.add(reading.problem, blocks);
    return reading.state === "set" ? reading.value : undefined;
  }

  /** As `take`; missing is a problem too where an offered tool needs it. */
  need<T>(variable: VariableName, reading: Reading<T>, blocks: readonly ToolName[]): T | undefined {
    if (reading.state === "unset" && this.#offered.some((name) => blocks.includes(name))) {
      this.add({ variable, message: `is not set; it should hold ${holds(variable)}` }, blocks);
    }
    return this.take(reading, blocks);
  }
}

/** COLDROUTE_ variables that no rule reads: a misspelling, or one that a later version knows. */
function unknownVariables(env: Environment): readonly string[] {
  const known = new Set<string>(VARIABLES.map(({ name }) => name));
  return Object.keys(env)
    .filter((name) => name.startsWith("COLDROUTE_") && !known.has(name) && env[name] !== undefined)
    .sort();
}

/** Without the members that are undefined, which `exactOptionalPropertyTypes` keeps apart from absent ones. */
function compact<T extends object>(members: T): { [K in keyof T]?: Exclude<T[K], undefined> };
function compact(members: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}
