import { inspect } from "node:util";
import { describe, expect, test } from "vitest";
import { loadConfig } from "../../src/config/config.ts";

const JWT = {
  COLDROUTE_HTTP_ISSUER: "https://issuer.example.com/",
  COLDROUTE_HTTP_AUDIENCE: "https://mcp.example.com/mcp",
  COLDROUTE_HTTP_JWKS_URL: "https://issuer.example.com/jwks.json",
};

/** The settings of `coldroute http`, and the problems of them alone. */
function loadHttp(environment: Readonly<Record<string, string | undefined>>) {
  const { http, problems } = loadConfig(environment);
  return { ...http, problems: problems.filter(({ variable }) => variable.startsWith("COLDROUTE_HTTP_")) };
}

const variablesOf = (environment: Readonly<Record<string, string | undefined>>): readonly string[] =>
  loadHttp(environment).problems.map(({ variable }) => variable);

describe("authorization", () => {
  test("is absent without settings", () => {
    expect(loadHttp({})).toEqual({
      authorization: { kind: "none" },
      allowedHosts: [],
      allowedOrigins: [],
      maxCalls: 128,
      billableLimit: undefined,
      trustedProxies: [],
      drainMs: 5_000,
      problems: [],
    });
  });

  test("may use tokens, which no inspection shows", () => {
    const config = loadHttp({ COLDROUTE_HTTP_TOKENS: " one-token , support.desk:two/three== ," });
    expect(config.problems).toEqual([]);
    if (config.authorization.kind !== "tokens") throw new Error("by tokens");
    expect(config.authorization.tokens()).toEqual([
      { token: "one-token", scopes: ["read", "plan", "metrics"] },
      { name: "support.desk", token: "two/three==", scopes: ["read", "plan", "metrics"] },
    ]);
    expect(inspect(config, { depth: 9 }) + JSON.stringify(config)).not.toContain("one-token");
  });

  test("may use JWTs, with issuer and key URL unchanged", () => {
    const jwksUrl = "https://issuer.example.com/jwks/?appid=1";
    expect(loadHttp({ ...JWT, COLDROUTE_HTTP_JWKS_URL: jwksUrl })).toMatchObject({
      authorization: {
        kind: "jwt",
        issuer: "https://issuer.example.com/",
        audience: "https://mcp.example.com/mcp",
        jwksUrl,
      },
      problems: [],
    });
  });

  test.each(["COLDROUTE_HTTP_TOKENS", ...Object.keys(JWT)])("is not absent where %s is empty", (name) => {
    expect(variablesOf({ [name]: " " })).toEqual([name]);
    expect(variablesOf({ [name]: ["$", "{user_config.setting}"].join("") }), "left unfilled by a host").toEqual([name]);
  });

  test.each(Object.keys(JWT))("by JWTs needs %s", (name) => {
    expect(variablesOf({ ...JWT, [name]: undefined })).toEqual([name]);
  });

  test("cannot use both", () => {
    expect(variablesOf({ ...JWT, COLDROUTE_HTTP_TOKENS: "one" })).toEqual(["COLDROUTE_HTTP_TOKENS"]);
  });

  test.each([
    ["COLDROUTE_HTTP_TOKENS", "a b"],
    ["COLDROUTE_HTTP_TOKENS", ":nameless"],
    ["COLDROUTE_HTTP_TOKENS", "jane@example.com:token"],
    ["COLDROUTE_HTTP_TOKENS", "geheim-ü"],
    ["COLDROUTE_HTTP_ISSUER", "http://issuer.example.com"],
    ["COLDROUTE_HTTP_JWKS_URL", "ftp://issuer.example.com/jwks"],
    ["COLDROUTE_HTTP_AUDIENCE", "two words"],
  ])("rejects %s=%s without quoting it", (name, value) => {
    const { problems, authorization } = loadHttp(
      name.endsWith("TOKENS") ? { [name]: value } : { ...JWT, [name]: value },
    );
    expect(problems).toMatchObject([{ variable: name }]);
    expect(problems[0]?.message).not.toContain(value);
    expect(authorization).toEqual({ kind: "none" });
  });
});

describe("hosts and origins", () => {
  test("are lists", () => {
    const config = loadHttp({
      COLDROUTE_HTTP_ALLOWED_HOSTS: "MCP.example.com, mcp.example.com:8443,[2001:db8::1]:3000",
      COLDROUTE_HTTP_ALLOWED_ORIGINS: "https://App.example.com,vscode-webview://abc",
    });
    expect(config).toMatchObject({
      allowedHosts: ["MCP.example.com", "mcp.example.com:8443", "[2001:db8::1]:3000"],
      allowedOrigins: ["https://App.example.com", "vscode-webview://abc"],
      problems: [],
    });
  });

  test.each([
    ["COLDROUTE_HTTP_ALLOWED_HOSTS", "https://mcp.example.com"],
    ["COLDROUTE_HTTP_ALLOWED_HOSTS", "*"],
    ["COLDROUTE_HTTP_ALLOWED_HOSTS", "mcp.example.com/mcp"],
    ["COLDROUTE_HTTP_ALLOWED_HOSTS", "mcp.example.com:99999"],
    ["COLDROUTE_HTTP_ALLOWED_ORIGINS", "https://app.example.com:99999"],
    ["COLDROUTE_HTTP_ALLOWED_ORIGINS", "https://1.2.3.256"],
    ["COLDROUTE_HTTP_ALLOWED_ORIGINS", "*"],
    ["COLDROUTE_HTTP_ALLOWED_ORIGINS", "null"],
    ["COLDROUTE_HTTP_ALLOWED_ORIGINS", "app.example.com"],
    ["COLDROUTE_HTTP_ALLOWED_ORIGINS", "https://app.example.com/"],
  ])("reject %s=%s", (name, value) => {
    expect(variablesOf({ [name]: value })).toEqual([name]);
  });
});

test.each([
  ["COLDROUTE_HTTP_MAX_CALLS", "512", true],
  ["COLDROUTE_HTTP_MAX_CALLS", "0", false],
  ["COLDROUTE_HTTP_MAX_CALLS", "513", false],
  ["COLDROUTE_HTTP_DRAIN_S", "0", true],
  ["COLDROUTE_HTTP_DRAIN_S", "5s", false],
])("%s=%s is valid: %s", (name, value, isValid) => {
  expect(variablesOf({ [name]: value })).toEqual(isValid ? [] : [name]);
});

test("no problem of `coldroute http` blocks a tool", () => {
  expect(loadHttp({ COLDROUTE_HTTP_DRAIN_S: "5s", COLDROUTE_HTTP_TOKENS: " " }).problems).toMatchObject([
    { variable: "COLDROUTE_HTTP_DRAIN_S", blocks: [] },
    { variable: "COLDROUTE_HTTP_TOKENS", blocks: [] },
  ]);
});

test("an unknown COLDROUTE_HTTP_ variable is a problem: its owner believes that it is set", () => {
  expect(variablesOf({ COLDROUTE_HTTP_TOKEN: "secret", COLDROUTE_RISK: "x" })).toEqual(["COLDROUTE_HTTP_TOKEN"]);
  expect(loadConfig({ COLDROUTE_HTTP_TOKEN: "secret", COLDROUTE_RISK: "x" }).unknownVariables).toMatchObject([
    { variable: "COLDROUTE_RISK" },
  ]);
});
