import type { Account } from "./api/model/account.ts";
import type { Api, ApiObserver } from "./api/model/api.ts";
import { type Config, loadConfig } from "./config/config.ts";
import { type Environment, variableText } from "./config/environment.ts";
import { type Clock, systemClock } from "./runtime/clock.ts";
import { createLog, type Log } from "./runtime/log.ts";
import { once } from "./runtime/once.ts";
import type { CallObserver } from "./server/call-context.ts";
import type { Catalogue } from "./server/catalogue.ts";

/** The parts of coldroute. A part that loads slowly is a function, which loads it once. */
export interface App {
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Log;
  /** One for the process, so that all calls share its token, cool-downs, memory and bill. */
  api(): Promise<Api>;
  catalogue(): Promise<Catalogue>;
  /** The key of callers' pseudonyms that the account's processes share; `undefined` without a Redis. */
  pseudonymKey(): Promise<Uint8Array | undefined>;
  /** Aborts open requests, closes every connection, and waits for the log. */
  close(): Promise<void>;
}

export interface AppOptions {
  readonly environment: Environment;
  readonly sandbox: boolean;
  /** Logs only errors unless COLDROUTE_LOG_LEVEL is set: for commands in a terminal. */
  readonly quiet?: boolean;
  readonly observer?: ApiObserver & CallObserver;
  /** Draws pictures in a thread of its own, for a process with many callers. */
  readonly drawsBeside?: boolean;
}

/** The global where an OpenTelemetry SDK registers. Without an SDK, coldroute loads no part of OpenTelemetry. */
const OPENTELEMETRY = Symbol.for("opentelemetry.js.api.1");

/** Overrides for an embedded sandbox. It gets no Redis, or it would count against the account's real bill. */
const SANDBOXED = {
  COLDROUTE_CLIENT_SECRET_FILE: "",
  COLDROUTE_CLIENT_SECRET_COMMAND: "",
  COLDROUTE_REDIS_URL: "",
  COLDROUTE_SANDBOX: "1",
};

/** An operator's own orders of levels stand before those of the sandbox. */
const ORDERS = ["COLDROUTE_ALERT_LEVELS", "COLDROUTE_RISK_LEVELS"];

/** The composition root: start reading here. Rejects only when an embedded sandbox finds no port. */
export async function createApp(options: AppOptions): Promise<App> {
  const { observer } = options;
  const clock = systemClock;
  const { config, sandbox } = await configure(options);
  const log = createLog({ level: config.logLevel, clock });
  if (config.clientSecret?.kind === "value") log.conceal(config.clientSecret.reveal());

  const spans = OPENTELEMETRY in globalThis ? (await import("./server/spans.ts")).createSpans(clock) : undefined;
  const surroundings = {
    config,
    clock,
    random: Math.random,
    log,
    observer: spans?.observing(observer) ?? observer,
    spans,
  };
  let isLoading = false;
  const loaded = once(async () => {
    isLoading = true;
    const redisUrl = config.redisUrl?.();
    let account: Account | undefined;
    if (redisUrl !== undefined) {
      const { connectAccount } = await import("./api/account/account.ts");
      account = await connectAccount(redisUrl, surroundings);
    }
    const { createApi } = await import("./api/api.ts");
    return { account, client: createApi({ ...surroundings, account }) };
  });
  const api = async () => (await loaded()).client;
  const pseudonymKey = async () => (await loaded()).account?.pseudonymKey();
  const catalogue = once(async () => {
    reportConfiguration(config, log);
    const isBeside = config.pictures && options.drawsBeside === true;
    const draw = isBeside ? (await import("./server/picture-thread.ts")).pictureThread(clock) : undefined;
    const { createCatalogue } = await import("./server/catalogue.ts");
    return createCatalogue({ ...surroundings, api, draw });
  });
  const close = async (): Promise<void> => {
    try {
      // A Redis may still be connecting.
      if (isLoading) await (await loaded().catch(() => undefined))?.client.close();
    } finally {
      await spans?.flush();
      await sandbox?.close();
      await log.flush();
    }
  };
  return { config, clock, log, api, catalogue, pseudonymKey, close };
}

/** Reads the configuration. Starts a sandbox if the caller or the environment asks for one, and points to it. */
async function configure({ environment, sandbox: isWanted, quiet = false }: AppOptions) {
  const isQuiet = quiet && variableText(environment, "COLDROUTE_LOG_LEVEL") === undefined;
  const variables = isQuiet ? { ...environment, COLDROUTE_LOG_LEVEL: "error" } : environment;
  const configured = loadConfig(variables);
  if (!isWanted && !configured.sandbox) return { config: await withOrigin(configured), sandbox: undefined };
  const sandbox = await (await import("./sandbox/sandbox.ts")).startSandbox();
  const setOrders = ORDERS.filter((name) => variableText(variables, name) !== undefined);
  const orders = Object.fromEntries(setOrders.map((name) => [name, variables[name]]));
  const config = loadConfig({ ...variables, ...SANDBOXED, ...sandbox.environment, ...orders });
  return { config: await withOrigin(config), sandbox };
}

async function withOrigin(config: Config): Promise<Config> {
  if (config.defaultOrigin === undefined) return config;
  return (await import("./server/arguments/default-origin.ts")).withOriginRead(config);
}

/** Called when the tools are first needed, so that a start alone logs nothing. */
function reportConfiguration(config: Config, log: Log): void {
  for (const { variable, message, blocks } of config.problems) log.warn({ variable, blocks }, message);
  for (const { variable, message } of config.unknownVariables) log.warn({ variable }, message);
}
