import { type Config, loadConfig, PROXIES } from "../config/config.ts";

/**
 * The account, the addresses of the service and the limits. docs/configuration.md describes each. Addresses begin with
 * `https:`, or on loopback with `http:`. Give the secret in exactly one of the three ways.
 */
export interface ClientOptions {
  readonly clientId: string;
  readonly clientSecret?: string;
  /** The path of a file with the secret. The client reads it at each token exchange. */
  readonly clientSecretFile?: string;
  /** A command that prints the secret. The client runs it at each token exchange, without a shell. */
  readonly clientSecretCommand?: string;
  /** `urn:<service>:public-api`. All calls but `package` need it. */
  readonly audience?: string;
  /** The token issuer, without `/oauth/token`. */
  readonly authUrl: string;
  /** For `alerts` and `risk`. A call without its address fails with `configuration`. */
  readonly riskUrl?: string;
  /** For `plan`. */
  readonly planningUrl?: string;
  /** For `package`. */
  readonly trackingUrl?: string;
  /** Time-out of one attempt in milliseconds, 1 to 600,000. Default: 10,000. */
  readonly timeoutMs?: number;
  /** The longest time of one call in milliseconds, waits and retries included, 1 to 3,600,000. Default: 25,000. */
  readonly maxWaitMs?: number;
  /** How many seconds memory may answer `alerts`, 0 (never) to 86,400. Default: 300. */
  readonly alertsTtlS?: number;
  /** How many seconds memory may answer `risk`, 0 (never) to 86,400. Default: 900. */
  readonly riskTtlS?: number;
  /** The most billable requests of this client in a UTC day. Default: no limit. */
  readonly billableLimit?: number;
  /** The most billable requests of one call, 0 to 10,000. Default: 120. */
  readonly maxBillablePerCall?: number;
  /** Receives each log line: a JSON object without secrets or personal data. Default: no log. */
  readonly log?: (line: string) => void;
}

const SOMETIMES_NEEDED = [
  "COLDROUTE_AUDIENCE",
  "COLDROUTE_RISK_URL",
  "COLDROUTE_PLANNING_URL",
  "COLDROUTE_TRACKING_URL",
];

/** Checks the options by the rules of their environment variables. @throws TypeError as `createClient` does. */
export function readOptions({ log: _log, ...options }: ClientOptions): Config {
  const proxies = Object.fromEntries(PROXIES.map((name) => [name, process.env[name]]));
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  const variables = Object.fromEntries(given.map(([option, value]) => [variableOf(option), String(value)]));
  const config = loadConfig({ ...proxies, ...variables }, optionOf);
  const problems = [...config.problems, ...config.unknownVariables]
    .filter(({ variable }) => !SOMETIMES_NEEDED.includes(variable) || variable in variables)
    .map(({ variable, message }) => `${optionOf(variable)} ${message}`);
  if (problems.length > 0) throw new TypeError(problems.join("; "));
  return config;
}

/** `authUrl` → `COLDROUTE_AUTH_URL`. */
function variableOf(option: string): string {
  return `COLDROUTE_${option.replaceAll(/[A-Z]/g, "_$&").toUpperCase()}`;
}

/** `COLDROUTE_AUTH_URL` → `authUrl`. Proxies keep their names. */
function optionOf(variable: string): string {
  if (!variable.startsWith("COLDROUTE_")) return variable;
  const name = variable.slice("COLDROUTE_".length).toLowerCase();
  return name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
