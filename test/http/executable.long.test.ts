import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { Product } from "../../src/domain/product.ts";
import { PACKAGE } from "../support/client.ts";
import { TOOL_NAMES } from "../support/contract.ts";
import { PLAN, startHeldBack } from "../support/held-back.ts";
import { sandboxOfTest } from "../support/per-test.ts";
import { startScriptedService } from "../support/scripted-service.ts";
import { runProcess } from "../support/server-process.ts";
import { callOf, connect, post } from "./running.ts";
import { startTeamServer } from "./team-server.ts";

/** A call for a package of its own, so that no two calls share a request. */
function track(id: number) {
  return callOf(id, "track_package", { ids: [String(20_000 + id)] });
}

describe("coldroute http", () => {
  test("does not start with a bad configuration, and names every problem", async () => {
    const { environment } = await sandboxOfTest();
    const { code, stdout, stderr } = await runProcess(["http", "--port", "0", "--host", "0.0.0.0"], {
      ...environment,
      COLDROUTE_RISK_URL: "ftp://x",
      COLDROUTE_HTTP_ALLOWED_ORIGINS: "https://app.example.com/path",
      COLDROUTE_HTTP_TOKEN: "misspelt-and-secret",
    });
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    for (const name of [
      "COLDROUTE_RISK_URL",
      "COLDROUTE_HTTP_ALLOWED_ORIGINS",
      "COLDROUTE_HTTP_TOKEN ",
      "--host 0.0.0.0",
    ]) {
      expect(stderr).toContain(name);
    }
    expect(stderr).not.toContain("misspelt-and-secret");
  });

  test("binds beyond loopback only with authorization", async () => {
    const { environment } = await sandboxOfTest();
    const server = await startTeamServer(
      { ...environment, COLDROUTE_HTTP_TOKENS: "one-of-16-letters" },
      "--host",
      "0.0.0.0",
    );
    const url = server.url.replace("0.0.0.0", "127.0.0.1");
    expect((await post(url, track(1))).status).toBe(401);
    expect((await post(url, track(1), { authorization: "Bearer two" })).status).toBe(401);
    const { client } = await connect(url, "one-of-16-letters");
    expect((await client.listTools()).tools).toHaveLength(TOOL_NAMES.length);
    await expect.poll(() => server.stderr()).toContain('"variable":"COLDROUTE_HTTP_ALLOWED_HOSTS"');
  });

  test("warns at the start of a misspelt variable, and of allowed hosts without authorization", async () => {
    const environment = { COLDROUTE_READONLY: "1", COLDROUTE_HTTP_ALLOWED_HOSTS: "mcp.example.com" };
    const server = await startTeamServer(environment, "--sandbox");
    await expect.poll(() => server.stderr()).toContain("did you mean COLDROUTE_READ_ONLY?");
    await expect.poll(() => server.stderr()).toContain('"variable":"COLDROUTE_HTTP_TOKENS"');
  });

  test("draws equal pictures once, and answers with the text where too many wait", async () => {
    const server = await startTeamServer({ COLDROUTE_PICTURES: "1" }, "--sandbox");
    const { client } = await connect(server.url);
    const picture = async (limit: number) => {
      const { content } = await client.callTool({ name: "check_heat_alerts", arguments: { limit, picture: true } });
      const last = (content as readonly { readonly type: string; readonly text?: string }[]).at(-1);
      return last?.text ?? last?.type;
    };
    expect(await picture(1)).toBe("image");
    const equal = await Promise.all(Array.from({ length: 40 }, () => picture(2)));
    expect(equal).toEqual(Array.from(equal, () => "image"));
    const different = await Promise.all(Array.from({ length: 20 }, (_, index) => picture(index + 1)));
    expect(different.filter((last) => last === "image").length).toBeGreaterThanOrEqual(8);
    expect(different).toContain("No picture: too many pictures are being drawn; ask again in a few seconds.");
    expect(await picture(1)).toBe("image");
  });

  test.runIf(process.platform === "linux")("draws in one thread of the lowest priority", async () => {
    const { url, child } = await startTeamServer({ COLDROUTE_PICTURES: "1" }, "--sandbox");
    const { client } = await connect(url);
    await client.callTool({ name: "check_heat_alerts", arguments: { picture: true } });
    const threads = `/proc/${child.pid}/task`;
    // proc_pid_stat(5): the nineteenth field is the niceness. The second one is a name in brackets, which may have spaces.
    const nicenessOf = (thread: string) =>
      Number(
        readFileSync(`${threads}/${thread}/stat`, "utf8")
          .replace(/^.*\) /, "")
          .split(" ")[16],
      );
    const lowest = () => readdirSync(threads).filter((thread) => nicenessOf(thread) === 19);
    await expect.poll(lowest).toHaveLength(1);
    expect(lowest()).not.toContain(String(child.pid));
  });

  test("reports a port that is taken, and an address of another machine", async () => {
    const first = await startTeamServer({}, "--sandbox");
    const taken = await runProcess(["--sandbox", "http", "--port", new URL(first.url).port]);
    expect(taken).toMatchObject({ code: 1, stderr: expect.stringMatching(/EADDRINUSE.*try another --port/) });
    const tokens = { COLDROUTE_HTTP_TOKENS: "one-of-16-letters" };
    const foreign = await runProcess(["--sandbox", "http", "--port", "0", "--host", "192.0.2.1"], tokens);
    expect(foreign).toMatchObject({ code: 1, stderr: expect.stringMatching(/EADDRNOTAVAIL.*try another --host/) });
  });
});

describe("the service", () => {
  test("never gets the caller's token, and a lost Redis is told before the first call", async () => {
    const service = await startScriptedService({ tracking: () => ({ status: 200, json: PACKAGE }) });
    const more = { COLDROUTE_HTTP_TOKENS: "callers-own-token", COLDROUTE_REDIS_URL: "redis://127.0.0.1:9" };
    const server = await startTeamServer({ ...service.environment, ...more });
    await expect.poll(server.stderr, { timeout: 5_000 }).toContain("shared state lost");
    const authorization = "Bearer callers-own-token";
    const body = callOf(1, "track_package", { ids: ["10045", "10046"] });
    await (await post(server.url, body, { authorization })).text();
    const asked = service.requests("tracking");
    expect(asked).toHaveLength(2);
    for (const { headers } of asked) expect(headers.authorization).toBe("Bearer token-number-1");
    expect(JSON.stringify(service.received)).not.toContain("callers-own-token");
    expect(server.stderr()).not.toContain("callers-own-token");
  });

  test("shows in the metrics: calls, requests, bill, token, memory and cool-downs", async () => {
    const service = await sandboxOfTest({
      faults: [{ product: "tracking", kind: "status", status: 429, headers: { "Retry-After": "3600" } }],
    });
    const server = await startTeamServer(service.environment);
    const { client } = await connect(server.url);
    await client.callTool({ name: "track_package", arguments: { ids: "10045" } });
    await client.callTool({ name: "check_heat_alerts", arguments: { locations: "85001" } });
    await client.callTool({ name: "check_heat_alerts", arguments: { locations: "85001" } });
    const text = await (await fetch(server.at("/metrics"))).text();
    for (const line of [
      'coldroute_tool_calls_total{tool="track_package",outcome="rate_limited"} 1',
      'coldroute_tool_calls_total{tool="check_heat_alerts",outcome="answered"} 2',
      'coldroute_tool_call_duration_seconds_count{tool="check_heat_alerts"} 2',
      'coldroute_upstream_requests_total{product="tracking",status="429"} 1',
      'coldroute_upstream_requests_total{product="alerts",status="200"} 1',
      'coldroute_billable_requests_total{product="alerts",certainty="certain"} 1',
      'coldroute_token_refreshes_total{outcome="issued"} 1',
      'coldroute_memory_hits_total{tool="check_heat_alerts",state="fresh"} 1',
      "coldroute_contract_drift_total 0",
    ]) {
      expect(text.split("\n")).toContain(line);
    }
    expect(text).toMatch(/^coldroute_cooldown_seconds\{product="tracking"\} 3[56]\d\d/m);
    const named = text.replaceAll(/ \S+$/gm, "");
    expect(named).toContain('tool="track_package"');
    expect(named).not.toMatch(/10045|85001/);
  });
});

/** A server whose service holds back its answers for one product until `answer` is called. */
async function startWaiting(product: Product) {
  const { environment, ...held } = await startHeldBack(product);
  return { ...held, server: await startTeamServer(environment) };
}

test("SIGTERM followed by a second signal ends calls in flight at once", async () => {
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    const { service, server } = await startWaiting("tracking");
    const call = post(server.url, track(1)).then((response) => response.text());
    const lost = expect(call).rejects.toThrow();
    await expect.poll(() => service.requestsOf("tracking").length).toBeGreaterThan(0);
    server.child.kill("SIGTERM");
    await expect.poll(async () => (await fetch(server.at("/readyz"))).status).toBe(503);
    server.child.kill(signal);
    await server.exited();
    expect(server.child.signalCode).toBe(signal);
    await lost;
  }
});

test("a plan on the wire is finished and logged, even if its client leaves and the server ends", async () => {
  const { service, server, answer } = await startWaiting("planning");
  const leave = new AbortController();
  const call = post(server.url, callOf(1, PLAN.name, PLAN.arguments), {}, leave.signal).then((response) =>
    response.text(),
  );
  const lost = expect(call).rejects.toThrow();
  await expect.poll(() => service.requestsOf("planning")).toHaveLength(1);
  leave.abort();
  await lost;
  await expect.poll(() => server.stderr()).toContain('"cutOff":true');
  server.child.kill("SIGTERM");
  await expect.poll(() => server.stderr()).toContain("coldroute ends in");
  answer();
  expect(await server.exited()).toBe(0);
  expect(service.requestsOf("planning")[0]).toMatchObject({ status: 201 });
  const line =
    server
      .stderr()
      .split("\n")
      .find((text) => text.includes('"tool call"')) ?? "";
  expect(JSON.parse(line)).toMatchObject({ tool: "plan_shipment", outcome: "answered", billableRequests: 1 });
});
