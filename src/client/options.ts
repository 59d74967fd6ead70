import { type Config, loadConfig, PROXIES } from "../config/config.ts";

/**
 * The account, the addresses of the service and the limits; docs/configuration.md says what each holds. Addresses begin
 * with `https:`, or with `http:` on loopback. The secret is given in exactly one of three ways.
 */
export interface ClientOptions {
  readonly clientId: string;
  readonly clientSecret?: string;
  /** The path of a file that holds the secret, read at each token exchange. */
  readonly clientSecretFile?: string;
  /** A command that prints the secret, run at each token exchange without a shell. */
  readonly clientSecretCommand?: string;
  /** `urn:<service>:public-api`; `package` does without. */
  readonly audience?: string;
  /** The token issuer, without `/oauth/token`. */
  readonly authUrl: string;
  /** For `alerts` and `risk`. A call whose address is not given fails with `configuration`. */
  readonly riskUrl?: string;
  /** For `plan`. */
  readonly planningUrl?: string;
  /** For `package`. */
  readonly trackingUrl?: string;
  /** The longest attempt in milliseconds; 10,000 unless given. */
  readonly timeoutMs?: number;
  /** The longest call in milliseconds, waits and repetitions included; 25,000 unless given. */
  readonly maxWaitMs?: number;
  /** How many seconds alerts may come from memory; 300 unless given, 0 turns it off. */
  readonly alertsTtlS?: number;
  /** How many seconds risk may come from memory; 900 unless given, 0 turns it off. */
  readonly riskTtlS?: number;
  /** The most billable requests of this client in a UTC day; any number unless given. */
  readonly billableLimit?: number;
  /** The most that one call may bill; 120 unless given. */
  readonly maxBillablePerCall?: number;
  /** Takes each line of the log: a JSON object without secrets or personal data. Nothing is logged unless given. */
  readonly log?: (line: string) => void;
}

/** Variables that only some calls need. */
const OF_SOME = ["COLDROUTE_AUDIENCE", "COLDROUTE_RISK_URL", "COLDROUTE_PLANNING_URL", "COLDROUTE_TRACKING_URL"];

/** The options, checked by the rules of the variables of the same names. */
export function readOptions({ log: _log, ...options }: ClientOptions): Config {
  const proxies = Object.fromEntries(PROXIES.map((name) => [name, process.env[name]]));
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  const variables = Object.fromEntries(given.map(([option, value]) => [variableOf(option), String(value)]));
  const config = loadConfig({ ...proxies, ...variables });
  const unknown = config.unknownVariables.map((variable) => ({ variable, message: "is not known" }));
  const problems = [...config.problems, ...unknown]
    .filter(({ variable }) => !OF_SOME.includes(variable) || variable in variables)
    .map(({ variable, message }) => optionsIn(`${variable} ${message}`));
  if (problems.length > 0) throw new TypeError(problems.join("; "));
  return config;
}

/** `authUrl` → `COLDROUTE_AUTH_URL`. */
function variableOf(option: string): string {
  return `COLDROUTE_${option.replaceAll(/[A-Z]/g, "_$&").toUpperCase()}`;
}

/** The text with options in place of variables: `COLDROUTE_AUTH_URL` → `authUrl`. */
function optionsIn(text: string): string {
  return text.replaceAll(/COLDROUTE_([A-Z_]+)/g, (_, name: string) =>
    name.toLowerCase().replaceAll(/_([a-z])/g, (_match, letter: string) => letter.toUpperCase()),
  );
}
