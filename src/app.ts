import type { Api, ApiObserver } from "./api/api.ts";
import type { Config } from "./config.ts";
import { loadConfig } from "./config.ts";
import type { Environment } from "./environment.ts";
import type { Clock } from "./runtime/clock.ts";
import { systemClock } from "./runtime/clock.ts";
import type { Log } from "./runtime/log.ts";
import { createLog } from "./runtime/log.ts";
import type { Sandbox } from "./sandbox/sandbox.ts";
import type { CallObserver } from "./server/boundary.ts";
import type { Catalogue } from "./server/catalogue.ts";

/** The parts of coldroute. A part that is slow to load is a function, which loads it once. */
export interface App {
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Log;
  /** The process has one client, so that all calls share its token, cool-downs, memory and bill. */
  api: { (): Promise<Api>; begun(): boolean };
  catalogue(): Promise<Catalogue>;
  /** Aborts open requests and closes every connection. */
  close(): Promise<void>;
}

export interface AppOptions {
  readonly environment: Environment;
  /** Acts as if COLDROUTE_SANDBOX=1 were set. */
  readonly sandbox: boolean;
  /** Logs only errors unless COLDROUTE_LOG_LEVEL is set: for commands in a terminal. */
  readonly quiet?: boolean;
  /** Observes tool calls and the API client. */
  readonly observer?: ApiObserver & CallObserver;
}

/** The composition root: start reading here. Rejects only when an embedded sandbox finds no port. */
export async function createApp({
  environment: given,
  sandbox: wanted,
  quiet = false,
  observer,
}: AppOptions): Promise<App> {
  const clock = systemClock;
  const environment = quiet ? { COLDROUTE_LOG_LEVEL: "error", ...given } : given;
  const configured = loadConfig(environment);
  const sandbox = wanted || configured.sandbox ? await embeddedSandbox() : undefined;
  const settled = sandbox === undefined ? configured : loadConfig(sandboxedEnvironment(environment, sandbox));
  // The rules of the tools are loaded only where there is an origin to read.
  const hasOrigin = settled.defaultOrigin !== undefined;
  const config = hasOrigin ? (await import("./server/default-origin.ts")).withOriginRead(settled) : settled;
  const log = createLog({ level: config.logLevel, clock });
  if (config.clientSecret?.kind === "value") log.conceal(config.clientSecret.reveal());

  const surroundings = { config, clock, random: Math.random, log, observer };
  const api = once(async () => (await import("./api/client.ts")).createApi(surroundings));
  const catalogue = once(async () => {
    reportConfiguration(config, log);
    const { createCatalogue } = await import("./server/catalogue.ts");
    return createCatalogue({ ...surroundings, api });
  });
  return {
    config,
    clock,
    log,
    api,
    catalogue,
    close: once(async () => {
      if (api.begun()) await (await api()).close();
      await sandbox?.close();
    }),
  };
}

async function embeddedSandbox(): Promise<Sandbox> {
  const { startSandbox } = await import("./sandbox/sandbox.ts");
  return startSandbox();
}

/** The environment with the service and the credentials of the sandbox. Every other setting stays. */
function sandboxedEnvironment(environment: Environment, sandbox: Sandbox): Environment {
  return {
    ...environment,
    ...sandbox.environment,
    COLDROUTE_CLIENT_SECRET_FILE: undefined,
    COLDROUTE_CLIENT_SECRET_COMMAND: undefined,
    COLDROUTE_SANDBOX: "1",
  };
}

/** Logs the problems when the tools are first needed, so that a start alone logs nothing. */
function reportConfiguration(config: Config, log: Log): void {
  for (const { variable, message, blocks } of config.problems) log.warn({ variable, blocks }, message);
  if (config.unknownVariables.length > 0) {
    log.warn({ variables: config.unknownVariables }, "unknown COLDROUTE_ variables");
  }
}

/** Keeps the promise rather than the value, so that concurrent callers share one load. */
function once<T>(load: () => Promise<T>): { (): Promise<T>; begun(): boolean } {
  let loading: Promise<T> | undefined;
  const get = (): Promise<T> => {
    loading ??= load();
    return loading;
  };
  return Object.assign(get, { begun: () => loading !== undefined });
}
