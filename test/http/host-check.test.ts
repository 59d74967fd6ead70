import { request } from "node:http";
import { describe, expect, test } from "vitest";
import { loadConfig } from "../../src/config/config.ts";
import { createLog } from "../../src/runtime/log.ts";
import { hostCheck } from "../../src/transports/http/host-check.ts";
import { raw, startServer } from "./running.ts";

const PATHS = ["/mcp", "/metrics", "/.well-known/oauth-protected-resource", "/nothing"];

/** Sends with `node:http`, because fetch sets Host itself. */
function statusOf(url: string, headers: Readonly<Record<string, string>>, path?: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { headers, ...(path === undefined ? {} : { path }) }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    sent.on("error", reject).end();
  });
}

describe("a foreign Host or Origin", () => {
  test.each(PATHS)("gets 403 at %s", async (path) => {
    const { at } = await startServer();
    for (const headers of [
      { host: "evil.example" },
      { host: "127.0.0.1.evil.example" },
      { origin: "https://evil.example" },
      { origin: "null" },
      { origin: "http://localhost.evil.example" },
    ]) {
      expect(await statusOf(at(path), headers), JSON.stringify(headers)).toBe(403);
    }
  });

  test("leaves one log line, which says which header it is and quotes it, cut short", async () => {
    const { at, lines } = await startServer();
    await statusOf(at("/mcp"), { host: "evil.example" });
    await statusOf(at("/mcp"), { origin: `https://\u009b31m${"a".repeat(200)}.example` });
    const warned = () => lines.filter(({ level }) => level === 40);
    await expect.poll(() => warned().length).toBe(2);
    expect(warned()).toMatchObject([
      { msg: "foreign host refused; COLDROUTE_HTTP_ALLOWED_HOSTS lists the allowed ones", host: "evil.example" },
      {
        msg: "foreign origin refused; COLDROUTE_HTTP_ALLOWED_ORIGINS lists the allowed ones",
        origin: `https://${"a".repeat(91)}…`,
      },
    ]);
  });

  test("that is not a name gets 400", async () => {
    const { at } = await startServer();
    expect(await statusOf(at("/mcp"), { host: "localhost@evil.example" })).toBe(400);
  });

  test.each(["/healthz", "/readyz", "/readyz?x=1"])("may be missing in an HTTP/1.0 probe at %s", async (path) => {
    const { url } = await startServer();
    expect(await raw(url, `GET ${path} HTTP/1.0\r\n\r\n`)).toMatch(/^HTTP\/1.1 200 /);
    expect(await raw(url, "GET /mcp HTTP/1.0\r\n\r\n")).toMatch(/^HTTP\/1.1 400 /);
  });

  test.each(["/healthz", "/readyz"])("does not matter at %s", async (path) => {
    const { at } = await startServer();
    expect(await statusOf(at(path), { host: "evil.example", origin: "https://evil.example" })).toBe(200);
  });
});

describe("the rules", () => {
  const log = createLog({ level: "silent" });
  const status = (rules: object, headers: Readonly<Record<string, string>>): number => {
    const { host, ...config } = { host: "127.0.0.1", ...loadConfig({}).http, ...rules };
    return hostCheck({ host, config, log })(new Request("http://unused/", { headers }))?.status ?? 200;
  };

  test("allow loopback names on loopback", () => {
    for (const host of ["localhost", "LOCALHOST:3000", "127.0.0.1:3000", "[::1]:3000"]) {
      expect(status({}, { host }), host).toBe(200);
    }
    expect(status({}, { host: "localhost", origin: "http://localhost:6274" })).toBe(200);
    expect(status({}, {})).toBe(403);
  });

  test("allow the bound address; beyond loopback, they refuse pages of this machine", () => {
    const bound = { host: "192.0.2.7" };
    expect(status(bound, { host: "192.0.2.7:3000" })).toBe(200);
    expect(status(bound, { host: "192.0.2.8:3000" })).toBe(403);
    expect(status(bound, { host: "192.0.2.7", origin: "http://localhost:6274" })).toBe(403);
    expect(status({ host: "::" }, { host: "[::]:3000" })).toBe(403);
    expect(status({ host: "2001:db8::1" }, { host: "[2001:db8::1]:3000" })).toBe(200);
  });

  test("allow what is configured: names on any port, origins exactly", () => {
    const allowed = {
      allowedHosts: ["Mcp.example.com", "other.example.com:8443"],
      allowedOrigins: ["HTTPS://App.example.com:443", "vscode-webview://abc"],
    };
    expect(status(allowed, { host: "MCP.example.com:9" })).toBe(200);
    expect(status(allowed, { host: "other.example.com" })).toBe(200);
    expect(status(allowed, { host: "evil.example" })).toBe(403);
    for (const [origin, expected] of [
      ["https://app.example.com", 200],
      ["vscode-webview://abc", 200],
      ["https://app.example.com:444", 403],
      ["http://app.example.com", 403],
    ] as const) {
      expect(status(allowed, { host: "localhost", origin }), origin).toBe(expected);
    }
    expect(status(allowed, { host: "evil.example", origin: "https://app.example.com" })).toBe(403);
    // A configured list replaces the defaults, even on loopback.
    expect(status(allowed, { host: "localhost", origin: "http://localhost:6274" })).toBe(403);
  });
});

test("a page of an allowed origin may send a preflight without a token, and may read Retry-After", async () => {
  const environment = { COLDROUTE_HTTP_TOKENS: "one", COLDROUTE_HTTP_ALLOWED_ORIGINS: "https://app.example.com" };
  const { url } = await startServer({ environment });
  const origin = "https://app.example.com";
  const asked = await fetch(url, {
    method: "OPTIONS",
    headers: {
      origin,
      "access-control-request-method": "POST",
      "access-control-request-headers": "authorization,mcp-protocol-version",
    },
  });
  expect(asked.status).toBe(204);
  expect(asked.headers.get("access-control-allow-origin")).toBe(origin);
  expect(asked.headers.get("access-control-allow-headers")).toContain("authorization");
  expect(asked.headers.get("vary")).toContain("Origin");
  const refused = await fetch(url, { method: "POST", headers: { origin } });
  expect(refused.status).toBe(401);
  expect(refused.headers.get("access-control-allow-origin")).toBe(origin);
  expect(refused.headers.get("access-control-expose-headers")).toContain("Retry-After");
});
