import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { emptyFolder, sandboxOfTest } from "../support/per-test.ts";
import type { SandboxOptions } from "../support/sandbox.ts";
import { runProcess } from "../support/server-process.ts";

/** A command against the simulated service, with other variables and a service in trouble. */
interface Run extends SandboxOptions {
  readonly command: string;
  readonly env?: Readonly<Record<string, string>>;
}

const track = (env: Run["env"] = {}): Run => ({ command: "call track_package 10045", env });
const inTrouble = (product: "tracking" | "planning", fault: object): NonNullable<Run["faults"]> => [
  { product, kind: "status", times: "always", ...fault },
];
const PLAN = JSON.stringify({
  origin: "38118",
  destination: "85001",
  parcel: { length: 9, width: 6, height: 3, weight: 2 },
});
const ONE_TOOL = { COLDROUTE_AUDIENCE: "", COLDROUTE_RISK_URL: "", COLDROUTE_PLANNING_URL: "" };

/** What produces each message of the page. */
const PRODUCED: Readonly<Record<string, Run>> = {
  "coldroute needs Node 20.19 or later": { command: "doctor", env: { NODE_OPTIONS: "--require OLD" } },
  "there is no option --jsom; did you mean --json?": { command: "call track_package 10045 --jsom" },
  "is not set; it should hold": { command: "doctor", env: { COLDROUTE_CLIENT_ID: "" } },
  "to use track_package alone": { command: "doctor", env: ONE_TOOL },
  "is not known; did you mean": track({ COLDROUTE_TIMEOUT: "1" }),
  "is set as well as": track({ COLDROUTE_CLIENT_SECRET_FILE: "/secret" }),
  "without /v1: coldroute adds the path": track({ COLDROUTE_TRACKING_URL: "https://support.example.com/v1" }),
  "http on loopback only": track({ COLDROUTE_TRACKING_URL: "http://support.example.com" }),
  "a 404 that is not the service's own": track({ COLDROUTE_TRACKING_URL: "ORIGIN/elsewhere" }),
  "no connection (ECONNREFUSED)": track({ COLDROUTE_TRACKING_URL: "http://127.0.0.1:9" }),
  "no connection (ERR_SSL_WRONG_VERSION_NUMBER)": track({ COLDROUTE_TRACKING_URL: "HTTPS" }),
  "should hold a URL such as http://proxy.example.com:3128": track({ HTTPS_PROXY: "proxy:3128" }),
  "credentials refused (401)": { command: "doctor", env: { COLDROUTE_CLIENT_SECRET: "another-secret" } },
  "stands in quotation marks": { command: "doctor", env: { COLDROUTE_CLIENT_SECRET: '"sandbox-secret"' } },
  "names a file that could not be read (ENOENT)": track({
    COLDROUTE_CLIENT_SECRET: "",
    COLDROUTE_CLIENT_SECRET_FILE: "/no/such/file",
  }),
  "that could not be started (ENOENT)": track({
    COLDROUTE_CLIENT_SECRET: "",
    COLDROUTE_CLIENT_SECRET_COMMAND: "no-such-program read secret",
  }),
  'that failed (exit 1): "sign in first"': track({
    COLDROUTE_CLIENT_SECRET: "",
    COLDROUTE_CLIENT_SECRET_COMMAND: "sh -c 'echo sign in first >&2; exit 1'",
  }),
  "a new access token was refused too (401)": { ...track(), settings: { scopes: [] } },
  "not found: check the number": { command: "call track_package 99999" },
  "No number is known.": { command: "call track_package 1 2" },
  "rate limit reached": {
    ...track(),
    faults: inTrouble("tracking", { status: 429, headers: { "Retry-After": "90" } }),
  },
  "unavailable (503)": { ...track(), faults: inTrouble("tracking", { status: 503, headers: { "Retry-After": "90" } }) },
  "The day's limit of 0 billable requests has been reached": track({ COLDROUTE_BILLABLE_LIMIT: "0" }),
  "one call may bill at most 1 request": {
    command: "call track_package 10045 10046",
    env: { COLDROUTE_MAX_BILLABLE_PER_CALL: "1" },
  },
  "Unknown whether a plan was made": {
    command: `call plan_shipment ${PLAN}`,
    faults: inTrouble("planning", { kind: "reset" }),
  },
  "is not offered (COLDROUTE_TOOLS, COLDROUTE_READ_ONLY)": {
    command: "call plan_shipment",
    env: { COLDROUTE_READ_ONLY: "yes" },
  },
  "has two meanings": { command: "call check_heat_alerts LA" },
  "not in the configured order": {
    command: "call get_five_day_risk Phoenix",
    env: { COLDROUTE_RISK_LEVELS: "Slight,Grave" },
  },
  "Sandbox data, not the real service.": track({ COLDROUTE_SANDBOX: "on" }),
  "so callers must be authorized": { command: "http --host 0.0.0.0" },
  "(EADDRINUSE); try another --port": { command: "http --port PORT" },
};

const rows = [...readFileSync("docs/troubleshooting.md", "utf8").matchAll(/^\| `([^`]+)` \|/gm)].map(
  ([, text]) => text,
);

test("every message of the page has a command that produces it", () => {
  expect(rows).toEqual(Object.keys(PRODUCED));
});

test.each(Object.entries(PRODUCED))("%s", async (message, { command, env = {}, ...options }) => {
  const { environment, urls } = await sandboxOfTest(options);
  const { origin, port } = new URL(urls.tracking);
  const old = join(emptyFolder(), "old.cjs");
  writeFileSync(old, 'Object.defineProperty(process, "version", { value: "v18.20.8" });\n');
  const filled = (text: string): string =>
    text
      .replace("OLD", old)
      .replace("ORIGIN", origin)
      .replace("HTTPS", `https://127.0.0.1:${port}`)
      .replace("PORT", port);
  const variables = Object.entries({ ...environment, ...env }).map(([name, value]) => [name, filled(value)]);
  const { stdout, stderr } = await runProcess(filled(command).split(" "), Object.fromEntries(variables));
  expect((stdout + stderr).replaceAll(/\s+/g, " ")).toContain(message);
});
