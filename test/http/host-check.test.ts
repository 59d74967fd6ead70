import { request } from "node:http";
import { describe, expect, test } from "vitest";
import { hostCheck } from "../../src/transports/http/host-check.ts";
import { raw, startServer } from "./running.ts";

const PATHS = ["/mcp", "/metrics", "/.well-known/oauth-protected-resource", "/nothing"];

/** fetch sets Host by itself. */
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
      { origin: "http://evil.example:80@localhost" },
    ]) {
      expect(await statusOf(at(path), headers), JSON.stringify(headers)).toBe(403);
    }
  });

  test("that is none at all gets 400, in JSON", async () => {
    const { at } = await startServer();
    expect(await statusOf(at("/mcp"), { host: "localhost@evil.example" })).toBe(400);
  });

  test("gets 403 in a target of absolute form too", async () => {
    const { at } = await startServer();
    expect(await statusOf(at("/mcp"), {}, "http://evil.example/mcp")).toBe(403);
  });

  test.each([
    ["as a second one", "host: localhost\r\nhost: evil.example", 400],
    ["before the right one", "host: evil.example\r\nhost: localhost", 400],
    [
      "after more headers than are read",
      `host: localhost\r\n${"x: y\r\n".repeat(200)}origin: https://evil.example`,
      431,
    ],
  ])("does not get past %s", async (_, headers, status) => {
    const { url } = await startServer();
    const answer = await raw(url, `GET /nothing HTTP/1.1\r\nconnection: close\r\n${headers}\r\n\r\n`);
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} .*"jsonrpc":"2.0"`, "s"));
  });

  test("may be left out by HTTP/1.0, as balancers do, where it is no matter alone", async () => {
    const { url } = await startServer();
    expect(await raw(url, "GET /readyz HTTP/1.0\r\n\r\n")).toMatch(/^HTTP\/1.1 200 /);
    expect(await raw(url, "GET /mcp HTTP/1.0\r\n\r\n")).toMatch(/^HTTP\/1.1 403 /);
  });

  test.each(["/healthz", "/readyz"])("is no matter at %s", async (path) => {
    const { at } = await startServer();
    expect(await statusOf(at(path), { host: "evil.example", origin: "https://evil.example" })).toBe(200);
  });
});

describe("the rules", () => {
  const rules = { boundHost: "127.0.0.1", allowedHosts: [], allowedOrigins: [] };

  test("let loopback names through on loopback", () => {
    const check = hostCheck(rules);
    for (const host of ["localhost", "LOCALHOST:3000", "127.0.0.1:3000", "[::1]:3000"]) {
      expect(check.allowsHost(host), host).toBe(true);
    }
    expect(check.allowsOrigin("http://localhost:6274")).toBe(true);
    expect(check.allowsHost(undefined)).toBe(false);
    expect(check.allowsHost("")).toBe(false);
  });

  test("let the address through that is bound, and no page of this machine once others are let in", () => {
    const check = hostCheck({ ...rules, boundHost: "192.0.2.7" });
    expect(check.allowsHost("192.0.2.7:3000")).toBe(true);
    expect(check.allowsHost("192.0.2.8:3000")).toBe(false);
    expect(check.allowsOrigin("http://localhost:6274")).toBe(false);
    expect(hostCheck({ ...rules, boundHost: "::" }).allowsHost("[::]:3000")).toBe(false);
  });

  test("let through what is configured: a name for any port, or for its own", () => {
    const allowed = {
      allowedHosts: ["mcp.example.com", "other.example.com:8443"],
      allowedOrigins: ["https://app.example.com"],
    };
    const check = hostCheck({ ...rules, ...allowed });
    expect(check.allowsHost("MCP.example.com:9")).toBe(true);
    expect(check.allowsHost("other.example.com:8443")).toBe(true);
    expect(check.allowsHost("other.example.com")).toBe(false);
    expect(check.allowsOrigin("https://app.example.com")).toBe(true);
    expect(check.allowsOrigin("https://app.example.com:444")).toBe(false);
    expect(check.allowsOrigin("http://app.example.com")).toBe(false);
  });
});

test("a request that expects something is checked as any other", async () => {
  const { url } = await startServer();
  const ask = (host: string) =>
    raw(url, `GET /mcp HTTP/1.1\r\nhost: ${host}\r\nexpect: x\r\nconnection: close\r\n\r\n`);
  expect(await ask("evil.example")).toMatch(/ 403 [\s\S]*"jsonrpc"/);
  expect(await ask("localhost")).toMatch(/ 400 [\s\S]*"jsonrpc"/);
});

test("a port that is its scheme's own may be configured, though clients leave it out", async () => {
  const environment = {
    COLDROUTE_HTTP_ALLOWED_HOSTS: "a.example.com:80,b.example.com:443",
    COLDROUTE_HTTP_ALLOWED_ORIGINS: "https://app.example.com:443",
  };
  const { url } = await startServer({ environment });
  const ask = (target: string, host: string, more = ""): Promise<string> =>
    raw(url, `GET ${target} HTTP/1.1\r\nhost: ${host}\r\n${more}connection: close\r\n\r\n`);
  for (const host of ["a.example.com:80", "a.example.com", "b.example.com", "b.example.com:443"]) {
    expect(await ask("/mcp", host), host).not.toMatch(/^HTTP\S+ 403 /);
    expect(await ask(`http://${host}/mcp`, host), host).not.toMatch(/^HTTP\S+ 403 /);
  }
  expect(await ask("/mcp", "a.example.com:8080")).toMatch(/^HTTP\S+ 403 /);
  expect(await ask("/mcp", "localhost", "origin: https://app.example.com\r\n")).not.toMatch(/^HTTP\S+ 403 /);
  expect(await ask("/mcp", "localhost", "origin: https://app.example.com:444\r\n")).toMatch(/^HTTP\S+ 403 /);
});

test("a page of an allowed origin may ask beforehand, without a token, and read the session's id", async () => {
  const environment = { COLDROUTE_HTTP_TOKENS: "one", COLDROUTE_HTTP_ALLOWED_ORIGINS: "https://app.example.com" };
  const { url } = await startServer({ environment });
  const origin = "https://app.example.com";
  const asked = await fetch(url, {
    method: "OPTIONS",
    headers: {
      origin,
      "access-control-request-method": "POST",
      "access-control-request-headers": "authorization,mcp-session-id",
    },
  });
  expect(asked.status).toBe(204);
  expect(asked.headers.get("access-control-allow-origin")).toBe(origin);
  expect(asked.headers.get("access-control-allow-headers")).toContain("authorization");
  expect(asked.headers.get("vary")).toContain("Origin");
  const refused = await fetch(url, { method: "POST", headers: { origin } });
  expect(refused.status).toBe(401);
  expect(refused.headers.get("access-control-allow-origin")).toBe(origin);
  expect(refused.headers.get("access-control-expose-headers")).toContain("Mcp-Session-Id");
});
