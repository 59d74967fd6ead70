import { writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { peersBehind } from "../../src/transports/http/proxies.ts";
import { sandboxOfTest } from "../support/per-test.ts";
import { callOf, post, startServer } from "./running.ts";
import { startTeamServer } from "./team-server.ts";

const TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";

/** `coldroute http` for the callers `desk` and `agent`, and one without a name, over the simulated service. */
async function team(environment: Readonly<Record<string, string>> = {}) {
  const sandbox = await sandboxOfTest();
  const tokens = { COLDROUTE_HTTP_TOKENS: "desk:token-1,agent:token-2,token-3" };
  const server = await startTeamServer({ ...sandbox.environment, ...tokens, ...environment });
  const ask = async (token: string, id: number | string, more: Readonly<Record<string, string>> = {}) => {
    const call = callOf(id, "track_package", { ids: ["10044"] });
    return (await post(server.url, call, { authorization: `Bearer ${token}`, ...more })).text();
  };
  const lines = () => {
    const whole = server.stderr().split("\n").slice(0, -1);
    return whole.filter((line) => line.startsWith("{")).map((line) => JSON.parse(line) as Record<string, unknown>);
  };
  return { ...server, ask, lines };
}

test("the line of a tool call names its caller, its request and its trace", async () => {
  const { ask, lines } = await team();
  await ask("token-1", 7, { traceparent: `00-${TRACE}-00f067aa0ba902b7-01` });
  await ask("token-3", "2f1c9e6a-5b0d-4c1e-9a7f-0123456789ab");
  await ask("token-1", "order-zebra");
  await expect.poll(() => lines().filter(({ msg }) => msg === "tool call")).toHaveLength(3);
  const [named, unnamed, other] = lines().filter(({ msg }) => msg === "tool call");
  expect(named).toMatchObject({ principal: "desk", rpcId: 7, traceId: TRACE, billableRequests: 1 });
  const rpcId = "2f1c9e6a-5b0d-4c1e-9a7f-0123456789ab";
  expect(unnamed).toMatchObject({ principal: expect.stringMatching(/^[0-9a-f]{16}$/), rpcId });
  // A text id may hold an order number, which nobody else may read [G-privacy].
  expect(other).not.toHaveProperty("rpcId");
});

test("the metrics count each caller's bill, with unnamed callers together", async () => {
  const { ask, at } = await team();
  for (const token of ["token-1", "token-1", "token-3"]) await ask(token, 1);
  const metrics = await fetch(at("/metrics"), { headers: { authorization: "Bearer token-2" } });
  const text = await metrics.text();
  expect(text).toContain('coldroute_principal_billable_requests_total{principal="desk"} 2');
  expect(text).toContain('coldroute_principal_billable_requests_total{principal="(unnamed)"} 1');
});

test("each caller has its own daily limit, and the refusal names the caller", async () => {
  const { ask } = await team({ COLDROUTE_HTTP_BILLABLE_LIMIT: "2" });
  for (const id of [1, 2]) expect(await ask("token-1", id)).toContain('"billableRequests":1');
  const refused = await ask("token-1", 3);
  expect(refused).toContain('"isError":true');
  expect(refused).toMatch(/for \\"desk\\" alone\..*COLDROUTE_HTTP_BILLABLE_LIMIT/);
  const other = await ask("token-2", 4);
  for (const told of [`"billableRequests":1`, "billed 1, 1 of 2 today by this process"]) expect(other).toContain(told);
});

test("SIGHUP reloads the token file without ending the process", async () => {
  const path = `${process.env["TMPDIR"] ?? "/tmp"}/coldroute-tokens-${process.pid}`;
  writeFileSync(path, "token-1");
  const server = await startTeamServer({ COLDROUTE_HTTP_TOKENS_FILE: path }, "--sandbox");
  const statusOf = async (token: string) =>
    (await post(server.url, callOf(1, "nothing"), { authorization: `Bearer ${token}` })).status;
  expect(await statusOf("token-1")).toBe(200);
  writeFileSync(path, "token-2");
  server.child.kill("SIGHUP");
  await expect.poll(() => server.stderr().match(/"tokens read"/g)).toHaveLength(2);
  expect([await statusOf("token-1"), await statusOf("token-2")]).toEqual([401, 200]);
});

describe("a refused caller", () => {
  test("is logged with the reason and its address, and no part of its token", async () => {
    const { url, lines } = await startServer({ environment: { COLDROUTE_HTTP_TOKENS: "token-1" } });
    await post(url, callOf(1), { "x-forwarded-for": "203.0.113.9" });
    await post(url, callOf(1), { authorization: "Bearer secret-zebra" });
    const refused = () => lines.filter(({ status }) => status === 401);
    await expect.poll(refused).toMatchObject([
      { refused: "no bearer token", peer: "127.0.0.1" },
      { refused: "unknown token", peer: "127.0.0.1" },
    ]);
    expect(JSON.stringify(lines)).not.toContain("zebra");
  });

  test("behind a trusted proxy is logged with the address that the proxy reports", async () => {
    const environment = { COLDROUTE_HTTP_TOKENS: "token-1", COLDROUTE_HTTP_TRUSTED_PROXY: "127.0.0.0/8" };
    const { url, lines } = await startServer({ environment });
    await post(url, callOf(1), { "x-forwarded-for": "198.51.100.1, 203.0.113.9" });
    await expect.poll(() => lines.at(-1)).toMatchObject({ status: 401, peer: "203.0.113.9" });
  });

  test.each([
    ["10.0.0.7", "", "10.0.0.7"],
    ["10.0.0.7", "203.0.113.9", "203.0.113.9"],
    ["::ffff:10.0.0.7", "203.0.113.9", "203.0.113.9"],
    ["10.0.0.7", "192.0.2.1, 203.0.113.9, 10.0.0.8", "203.0.113.9"],
    ["10.0.0.7", "rubbish\u001b[31m", "10.0.0.7"],
    ["192.0.2.1", "203.0.113.9", "192.0.2.1"],
    ["2001:db8::1", "203.0.113.9", "2001:db8::1"],
    [undefined, "203.0.113.9", "unknown"],
  ])("at %s with X-Forwarded-For %s is logged as %s", (address, forwardedFor, peer) => {
    expect(peersBehind(["10.0.0.0/8"])(address, forwardedFor)).toBe(peer);
  });
});
