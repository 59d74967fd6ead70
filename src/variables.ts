/** One environment variable (DESIGN 2), as configuration, help and README tell of it. */
export interface Variable {
  readonly name: string;
  /** What it should hold, to follow "it should hold". */
  readonly holds: string;
  /** The specification's placeholder for what it holds. */
  readonly placeholder?: string;
  /** What holds where it is not set; absent where it must be, or where not being set means nothing. */
  readonly fallback?: string;
}

/** Every variable that coldroute reads, in the order told. */
export const VARIABLES = [
  { name: "COLDROUTE_CLIENT_ID", holds: "the OAuth client id" },
  {
    name: "COLDROUTE_CLIENT_SECRET",
    holds: "the client secret; or set COLDROUTE_CLIENT_SECRET_FILE or COLDROUTE_CLIENT_SECRET_COMMAND instead",
  },
  { name: "COLDROUTE_CLIENT_SECRET_FILE", holds: "a path: the file's content is the secret, read at each exchange" },
  {
    name: "COLDROUTE_CLIENT_SECRET_COMMAND",
    holds:
      "a command whose standard output is the secret, run at each exchange without a shell (blanks part, quotes group, 10 s)",
  },
  {
    name: "COLDROUTE_AUDIENCE",
    holds: "the public API's audience; may be left out where only tracking is used",
    placeholder: "urn:<service>:public-api",
  },
  {
    name: "COLDROUTE_AUTH_URL",
    holds: "the token issuer's URL, without /oauth/token",
    placeholder: "{auth_url}",
  },
  { name: "COLDROUTE_RISK_URL", holds: "the base URL of the risk data API", placeholder: "{base_url}" },
  {
    name: "COLDROUTE_PLANNING_URL",
    holds: "the base URL of the shipment planning API",
    placeholder: "{carrier_base_url}",
  },
  {
    name: "COLDROUTE_TRACKING_URL",
    holds: "the base URL of the package lookup API",
    placeholder: "{support_base_url}",
  },
  { name: "COLDROUTE_TOOLS", holds: "the names of the tools to offer, comma-separated", fallback: "all" },
  { name: "COLDROUTE_READ_ONLY", holds: "1 to offer no tool that creates anything", fallback: "0" },
  {
    name: "COLDROUTE_DEFAULT_ORIGIN",
    holds: "a ZIP or an address as JSON: where shipments leave from when the caller names no origin",
  },
  {
    name: "COLDROUTE_SHOW_RECIPIENT",
    holds: "1 to show a recipient whole; else city, state and ZIP only",
    fallback: "0",
  },
  { name: "COLDROUTE_TIMEOUT_MS", holds: "milliseconds for one attempt", fallback: "10000" },
  {
    name: "COLDROUTE_MAX_WAIT_MS",
    holds: "milliseconds for one tool call in all, waits included",
    fallback: "25000",
  },
  {
    name: "COLDROUTE_ALERTS_TTL_S",
    holds: "seconds that alerts may be answered from memory; 0 turns it off",
    fallback: "300",
  },
  {
    name: "COLDROUTE_RISK_TTL_S",
    holds: "seconds that risk may be answered from memory; 0 turns it off",
    fallback: "900",
  },
  { name: "COLDROUTE_BILLABLE_LIMIT", holds: "the most billable requests in a UTC day", fallback: "none" },
  { name: "COLDROUTE_MAX_BILLABLE_PER_CALL", holds: "the most that one tool call may bill", fallback: "60" },
  {
    name: "COLDROUTE_LOG_LEVEL",
    holds: "trace, debug, info, warn, error, fatal or silent; logs go to standard error as JSON lines",
    fallback: "info",
  },
  {
    name: "COLDROUTE_HTTP_TOKENS",
    holds:
      "coldroute http: bearer tokens that callers may use, comma-separated, each `token` or `name:token`; each may do everything",
  },
  {
    name: "COLDROUTE_HTTP_ISSUER",
    holds: "coldroute http: the issuer of the JWT access tokens that callers use, exactly as in their iss",
  },
  {
    name: "COLDROUTE_HTTP_AUDIENCE",
    holds: "coldroute http: the audience that those tokens must be for, exactly as in their aud",
  },
  { name: "COLDROUTE_HTTP_JWKS_URL", holds: "coldroute http: where the issuer publishes its keys (JWKS)" },
  {
    name: "COLDROUTE_HTTP_ALLOWED_HOSTS",
    holds: "coldroute http: further Host names to answer, comma-separated; ports are ignored",
    fallback: "loopback names and the address bound",
  },
  {
    name: "COLDROUTE_HTTP_ALLOWED_ORIGINS",
    holds: "coldroute http: origins of web pages that may call, comma-separated",
    fallback: "on loopback, pages of this machine",
  },
  {
    name: "COLDROUTE_HTTP_MAX_CALLS",
    holds: "coldroute http: the most calls under way for one principal",
    fallback: "128",
  },
  {
    name: "COLDROUTE_HTTP_DRAIN_S",
    holds: "coldroute http: seconds that requests are still served after SIGTERM, so that a load balancer can notice",
    fallback: "5",
  },
  { name: "COLDROUTE_SANDBOX", holds: "1 to use an embedded simulated service", fallback: "0" },
] as const satisfies readonly Variable[];

export type VariableName = (typeof VARIABLES)[number]["name"];

/** What the variable of this name should hold. */
export function holds(name: VariableName): string {
  const variable: Variable | undefined = VARIABLES.find((candidate) => candidate.name === name);
  return variable?.placeholder === undefined ? (variable?.holds ?? "") : `${variable.holds} (${variable.placeholder})`;
}
