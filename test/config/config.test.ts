import { inspect } from "node:util";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { loadConfig } from "../../src/config/config.ts";
import { TOOL_NAMES as ALL, TOOLS } from "../support/contract.ts";

const COMPLETE = {
  COLDROUTE_CLIENT_ID: "shipper",
  COLDROUTE_CLIENT_SECRET: "s3cr3t-value-of-the-client",
  COLDROUTE_AUDIENCE: "urn:cold:public-api",
  COLDROUTE_AUTH_URL: "https://auth.example.com",
  COLDROUTE_RISK_URL: "https://risk.example.com/data/",
  COLDROUTE_PLANNING_URL: "https://carrier.example.com",
  COLDROUTE_TRACKING_URL: "https://support.example.com",
};
/** The tools that ask one of these products. */
const asking = (...products: readonly unknown[]): readonly string[] =>
  TOOLS.filter(({ product }) => products.includes(product)).map(({ name }) => name);
const creating = TOOLS.filter(({ creates }) => creates).map(({ name }) => name);
/** Package lookup has a default audience (service.md 5.5). */
const needingAudience = asking("alerts", "risk", "planning");

function problems(environment: Readonly<Record<string, string | undefined>>): Record<string, readonly string[]> {
  return Object.fromEntries(loadConfig(environment).problems.map(({ variable, blocks }) => [variable, blocks]));
}

const withOne = (variable: string, value: string | undefined) => ({ ...COMPLETE, [variable]: value });

describe("a complete configuration", () => {
  test("has the documented defaults and no problem", () => {
    const config = loadConfig(COMPLETE);
    expect(config.problems).toEqual([]);
    expect(config).toMatchObject({
      tools: ALL,
      productUrls: { alerts: "https://risk.example.com/data", risk: "https://risk.example.com/data" },
      timeoutMs: 10_000,
      maxWaitMs: 25_000,
      ttlMs: { alerts: 300_000, risk: 900_000 },
      maxBillablePerCall: 120,
      showRecipient: false,
      logLevel: "info",
      sandbox: false,
    });
    expect(config.billableLimit).toBeUndefined();
  });

  test("shows its secret in no inspection, no JSON and no copy", () => {
    const config = loadConfig(COMPLETE);
    const shown =
      inspect(config, { depth: 9, showHidden: true }) + JSON.stringify(config) + JSON.stringify({ ...config });
    expect(shown).not.toContain("s3cr3t");
    expect(config.clientSecret?.kind === "value" && config.clientSecret.reveal()).toBe("s3cr3t-value-of-the-client");
  });
});

describe("a missing value [G-configuration]", () => {
  test("is reported at once, each variable with the tools that need it", () => {
    expect(problems({})).toEqual({
      COLDROUTE_CLIENT_ID: ALL,
      COLDROUTE_CLIENT_SECRET: ALL,
      COLDROUTE_AUDIENCE: needingAudience,
      COLDROUTE_AUTH_URL: ALL,
      COLDROUTE_RISK_URL: asking("alerts", "risk"),
      COLDROUTE_PLANNING_URL: asking("planning"),
      COLDROUTE_TRACKING_URL: asking("tracking"),
    });
  });

  test("is a problem only if an offered tool needs it", () => {
    const { COLDROUTE_TRACKING_URL, COLDROUTE_AUTH_URL, COLDROUTE_CLIENT_ID, COLDROUTE_CLIENT_SECRET } = COMPLETE;
    const tracking = { COLDROUTE_TRACKING_URL, COLDROUTE_AUTH_URL, COLDROUTE_CLIENT_ID, COLDROUTE_CLIENT_SECRET };
    expect(problems({ ...tracking, COLDROUTE_TOOLS: "track_package" })).toEqual({});
    expect(problems({ ...withOne("COLDROUTE_PLANNING_URL", undefined), COLDROUTE_READ_ONLY: "1" })).toEqual({});
  });

  test.each(["", "   ", undefined])("includes what is set to %j", (value) => {
    expect(Object.keys(problems(withOne("COLDROUTE_CLIENT_ID", value)))).toEqual(["COLDROUTE_CLIENT_ID"]);
  });
});

describe("orders of levels [G-order]", () => {
  const FORTY = Array.from({ length: 40 }, (_, index) => `Level ${index}`);
  test("are read least severe first; blank is unset", () => {
    const read = (value: string) => loadConfig(withOne("COLDROUTE_RISK_LEVELS", value));
    expect(read(" Low , Very  High,Severe").riskLevels).toEqual(["Low", "Very High", "Severe"]);
    expect(read(FORTY.join()).riskLevels).toEqual(FORTY);
    for (const unset of ["", "  "]) expect(read(unset)).toMatchObject({ riskLevels: undefined, problems: [] });
  });

  test.each([
    ["a name twice", "Low,High,Low"],
    ["a name twice in another case", "Low,High,LOW"],
    ["one of forty names twice", [...FORTY, "level 7"].join()],
    ["a blank name", "Low,,High"],
    ["a blank name at the end", "Low,High,"],
    ["nothing but commas", ",,"],
    ["another notation", "Low<High"],
    ["a JSON list", '["Low","High"]'],
  ])("with %s block the tools of that data, and rank nothing", (_, value) => {
    expect(problems(withOne("COLDROUTE_RISK_LEVELS", value))).toEqual({ COLDROUTE_RISK_LEVELS: asking("risk") });
    expect(problems(withOne("COLDROUTE_ALERT_LEVELS", value))).toEqual({ COLDROUTE_ALERT_LEVELS: asking("alerts") });
    expect(loadConfig(withOne("COLDROUTE_RISK_LEVELS", value)).riskLevels).toBeUndefined();
  });
});

describe("the client secret", () => {
  const without = withOne("COLDROUTE_CLIENT_SECRET", undefined);

  test("may come from a file or a command", () => {
    expect(loadConfig({ ...without, COLDROUTE_CLIENT_SECRET_FILE: " /run/secrets/it\n" }).clientSecret).toEqual({
      kind: "file",
      path: "/run/secrets/it",
    });
    const command = `pass show "cold route" 'a "b"' x"y z"`;
    expect(loadConfig({ ...without, COLDROUTE_CLIENT_SECRET_COMMAND: command }).clientSecret).toEqual({
      kind: "command",
      argv: ["pass", "show", "cold route", 'a "b"', "xy z"],
    });
  });

  test("keeps leading and trailing blanks", () => {
    const { clientSecret } = loadConfig(withOne("COLDROUTE_CLIENT_SECRET", " a secret "));
    expect(clientSecret?.kind === "value" && clientSecret.reveal()).toBe(" a secret ");
  });

  test.each(['"unclosed', "'", '""'])("refuses the command %s", (command) => {
    expect(problems({ ...without, COLDROUTE_CLIENT_SECRET_COMMAND: command })).toEqual({
      COLDROUTE_CLIENT_SECRET_COMMAND: ALL,
    });
  });
});

describe("an unreadable value blocks tools", () => {
  test.each([
    ["COLDROUTE_TOOLS", "track_package,delete_everything", ALL],
    ["COLDROUTE_TOOLS", "nothing", ALL],
    ["COLDROUTE_TOOLS", ",", ALL],
    ["COLDROUTE_READ_ONLY", "maybe", creating],
    ["COLDROUTE_SHOW_RECIPIENT", "10", asking("planning", "tracking")],
    ["COLDROUTE_SANDBOX", "maybe", ALL],
    ["COLDROUTE_AUDIENCE", "public-api", needingAudience],
    ["COLDROUTE_TIMEOUT_MS", "1e3", ALL],
    ["COLDROUTE_TIMEOUT_MS", "0", ALL],
    ["COLDROUTE_MAX_WAIT_MS", "-1", ALL],
    ["COLDROUTE_MAX_WAIT_MS", "999999999999", ALL],
    ["COLDROUTE_ALERTS_TTL_S", "5.5", asking("alerts")],
    ["COLDROUTE_RISK_TTL_S", "x", asking("risk")],
    ["COLDROUTE_BILLABLE_LIMIT", "many", ALL],
    ["COLDROUTE_MAX_BILLABLE_PER_CALL", "٣", ALL],
    ["COLDROUTE_LOG_LEVEL", "loud", []],
    ["COLDROUTE_VIEWS", "2", ALL],
    ["COLDROUTE_PICTURES", "png", ALL],
    ["COLDROUTE_REDIS_URL", "redis://localhost/cache", ALL],
    ["COLDROUTE_REDIS_URL", "redis://user:100%@localhost", ALL],
    ["COLDROUTE_REDIS_URL", "redis://user:%ff@localhost", ALL],
    ["COLDROUTE_ACCOUNT", "two\nlines", ALL],
  ] as const)("%s=%s", (variable, value, blocks) => {
    expect(problems(withOne(variable, value))).toEqual({ [variable]: blocks });
  });

  test.each([
    ["COLDROUTE_PICTURES", "1"],
    ["COLDROUTE_REDIS_URL", "rediss://user:p%40ss@redis.example.com:6380/12"],
  ])("accepts %s=%s", (variable, value) => {
    expect(problems(withOne(variable, value))).toEqual({});
  });

  test.each([
    ["COLDROUTE_TIMEOUT_MS", "1e3", "should hold a whole number from 1 to 600000"],
    ["COLDROUTE_RISK_URL", "https://u:p@x.example.com", "without credentials, query or fragment"],
    ["COLDROUTE_CLIENT_SECRET_COMMAND", "'' x", "should hold the name of a command first"],
  ])("says of %s=%s that it %s", (variable, value, message) => {
    const problem = { variable, message: expect.stringContaining(message) as string };
    expect(loadConfig(withOne(variable, value)).problems).toContainEqual(expect.objectContaining(problem));
  });
});

test.each(["1", "true", "yes", "on", "Yes", "TRUE"])("a flag is set by %s", (value) => {
  expect(loadConfig(withOne("COLDROUTE_READ_ONLY", value)).tools).not.toContain("plan_shipment");
});

test.each(["0", "false", "no", "off", "Off"])("a flag is unset by %s", (value) => {
  expect(loadConfig(withOne("COLDROUTE_VIEWS", value))).toMatchObject({ views: false, problems: [] });
});

describe("the offered tools", () => {
  test("keep their order", () => {
    const config = loadConfig({
      ...COMPLETE,
      COLDROUTE_TOOLS: " track_package , plan_shipment,check_heat_alerts",
      COLDROUTE_READ_ONLY: "1",
    });
    expect(config.tools).toEqual(["check_heat_alerts", "track_package"]);
    expect(config.problems).toEqual([]);
  });

  test("are never silently empty", () => {
    expect(problems({ ...COMPLETE, COLDROUTE_TOOLS: "plan_shipment", COLDROUTE_READ_ONLY: "1" })).toHaveProperty(
      "COLDROUTE_TOOLS",
    );
  });
});

test("a proxy blocks nothing if it is a URL or blank, or if the sandbox is used", () => {
  expect(problems(withOne("HTTPS_PROXY", "  "))).toEqual({});
  expect(problems(withOne("HTTPS_PROXY", "http://proxy.example.com:3128"))).toEqual({});
  expect(problems({ ...withOne("HTTP_PROXY", "proxy:3128"), COLDROUTE_SANDBOX: "1" })).toEqual({});
});

test("zero turns memory off and forbids all billing; it is not a default", () => {
  const config = loadConfig({ ...COMPLETE, COLDROUTE_ALERTS_TTL_S: "0", COLDROUTE_BILLABLE_LIMIT: "0" });
  expect(config.ttlMs.alerts).toBe(0);
  expect(config.billableLimit).toBe(0);
});

test("unknown variables are named, never their values", () => {
  const config = loadConfig({ ...COMPLETE, COLDROUTE_TIMEOUT: "hidden", COLDROUTE_TOOL: "x", OTHER: "1" });
  expect(config.unknownVariables).toEqual([
    { variable: "COLDROUTE_TIMEOUT", message: "is not known; did you mean COLDROUTE_TIMEOUT_MS?" },
    { variable: "COLDROUTE_TOOL", message: "is not known; did you mean COLDROUTE_TOOLS?" },
  ]);
  expect(inspect(config, { depth: 9 })).not.toContain("hidden");
});

test("no problem ever contains a value", () => {
  const variables = [...Object.keys(COMPLETE), "COLDROUTE_TOOLS", "COLDROUTE_TIMEOUT_MS", "COLDROUTE_READ_ONLY"];
  const secret = fc.string({ minLength: 12, maxLength: 40 }).map((text) => `~${text}~`);
  const environments = fc.record(Object.fromEntries(variables.map((name) => [name, secret])), { requiredKeys: [] });
  fc.assert(
    fc.property(environments, (environment) => {
      const told = loadConfig(environment)
        .problems.map((problem) => problem.message)
        .join("\n");
      for (const value of Object.values(environment)) expect(told).not.toContain(value);
    }),
  );
});
