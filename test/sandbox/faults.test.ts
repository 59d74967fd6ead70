import { request } from "node:http";
import { connect } from "node:net";
import { gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import type { Fault, FaultKind } from "../../src/sandbox/faults.ts";
import type { Client } from "./client.ts";
import { exchange, grant } from "./client.ts";
import { running } from "./running.ts";

const PLAN = {
  origin: { zipCode: "38118" },
  destination: { zipCode: "10001" },
  parcel: { length: 12, width: 10, height: 8, weight: 5 },
};

/** Asks once, and tells a broken answer from a readable one. */
async function outcome(client: Client): Promise<string> {
  return client.package("10042").then(
    ({ status, json }) => `${status}${"orderNumber" in json ? "" : " unreadable"}`,
    () => "broken",
  );
}

describe("the sandbox's faults", () => {
  it("answer with any status, headers and problem details", async () => {
    const headers = {
      "Retry-After": "2",
      Date: "Thu, 09 Jul 2026 12:00:00 GMT",
      Sunset: "Fri, 01 Jan 2027 00:00:00 GMT",
    };
    const { sandbox, client } = await running({
      faults: [{ product: "alerts", kind: "status", status: 429, headers, detail: "slow down" }],
    });
    const seen = await client.alerts();
    expect(seen.status).toBe(429);
    expect(seen.json).toMatchObject({ status: 429, detail: "slow down", requestId: seen.headers.get("X-Request-Id") });
    for (const [name, value] of Object.entries(headers)) expect(seen.headers.get(name)).toBe(value);
    expect((await client.alerts()).status).toBe(200);
    expect(sandbox.ledger.billed()).toBe(1);
  });

  it("may leave out problem details and X-Request-Id", async () => {
    const { client } = await running({
      faults: [
        { product: "alerts", kind: "status", status: 502, problem: false },
        { product: "alerts", kind: "status", status: 404, requestId: false },
        { product: "alerts", kind: "status", status: 503, body: { error: "x" }, contentType: "application/json" },
        { product: "alerts", kind: "status", status: 204 },
      ],
    });
    expect(await client.alerts()).toMatchObject({ status: 502, text: "" });
    const second = await client.alerts();
    expect([second.status, second.headers.has("X-Request-Id")]).toEqual([404, false]);
    expect(await client.alerts()).toMatchObject({ status: 503, json: { error: "x" } });
    expect(await client.alerts()).toMatchObject({ status: 204, text: "" });
  });

  it("befall their product in their order, so many times", async () => {
    const { sandbox, client } = await running({
      faults: [
        { product: "tracking", kind: "status", status: 500, times: 2 },
        { product: "alerts", kind: "status", status: 503, times: "always" },
      ],
    });
    sandbox.inject({ product: "any", kind: "status", status: 502 });
    const statuses = [];
    for (let turn = 0; turn < 4; turn += 1) statuses.push((await client.package("10042")).status);
    expect(statuses).toEqual([500, 500, 502, 200]);
    for (let turn = 0; turn < 3; turn += 1) expect((await client.alerts()).status).toBe(503);
    expect((await client.risk()).status).toBe(200);
    sandbox.clearFaults();
    expect((await client.alerts()).status).toBe(200);
  });

  it.each<[FaultKind, string, boolean]>([
    ["pass", "200", true],
    ["reset", "broken", true],
    ["resetBody", "broken", true],
    ["wrongLength", "broken", true],
    ["truncate", "200 unreadable", true],
    ["empty", "200 unreadable", true],
    ["html", "200 unreadable", true],
    ["wrongShape", "200 unreadable", true],
    ["noMeta", "200 unreadable", true],
    ["brokenGzip", "broken", true],
    ["badContentType", "200", true],
    ["unknownFields", "200", true],
    ["hostileText", "200", true],
    ["closeAfter", "200", true],
    ["duplicateHeaders", "200", true],
    ["redirect", "307 unreadable", false],
    ["problemStatusMismatch", "503 unreadable", false],
    ["status", "503 unreadable", false],
  ])("%s looks to the client like: %s; billed: %s", async (kind, looks, billed) => {
    const { sandbox, client } = await running({ faults: [{ product: "tracking", kind }] });
    expect(await outcome(client)).toBe(looks);
    expect(sandbox.requestsOf("tracking")[0]).toMatchObject({ fault: kind, billed });
    expect(sandbox.ledger.billed("tracking")).toBe(billed ? 1 : 0);
    expect(await outcome(client)).toBe("200");
  });

  it.each<FaultKind>(["hang", "hangBody", "drip"])("%s outlasts the client's patience", async (kind) => {
    const { sandbox } = await running();
    const { json } = await exchange(sandbox, grant(sandbox));
    sandbox.inject({ product: "tracking", kind });
    const asked = fetch(`${sandbox.urls.tracking}/v1/packages/10042`, {
      headers: { Authorization: `Bearer ${String(json["access_token"])}` },
      signal: AbortSignal.timeout(150),
    }).then((response) => response.text());
    await expect(asked).rejects.toThrow(/abort|timeout/i);
    expect(sandbox.ledger.billed("tracking")).toBe(kind === "hang" ? 0 : 1);
  });

  it("a refusal's body can be lost as well", async () => {
    const fault = { product: "tracking", kind: "resetBody", status: 429, headers: { "Retry-After": "1" } } as const;
    const { sandbox, client } = await running({ faults: [fault] });
    expect(await outcome(client)).toBe("broken");
    expect(sandbox.requestsOf("tracking")[0]).toMatchObject({ status: 429, billed: false });
  });

  it("let a lost plan exist, unless it was lost before it was made", async () => {
    const { sandbox, client } = await running({
      faults: [
        { product: "planning", kind: "reset" },
        { product: "planning", kind: "reset", processed: false },
        { product: "planning", kind: "status", status: 504, processed: true },
      ],
    });
    await expect(client.plan(PLAN)).rejects.toThrow();
    expect([sandbox.plans, sandbox.ledger.billed("planning")]).toEqual([1, 1]);
    await expect(client.plan(PLAN)).rejects.toThrow();
    expect([sandbox.plans, sandbox.ledger.billed("planning")]).toEqual([1, 1]);
    expect((await client.plan(PLAN)).status).toBe(504);
    // Made, but recorded with an error: not billed (spec 1.5).
    expect([sandbox.plans, sandbox.ledger.billed("planning")]).toEqual([2, 1]);
  });

  it("blow an answer up, openly or packed", async () => {
    const { sandbox, client } = await running({ faults: [{ product: "alerts", kind: "huge" }] });
    const huge = await client.alerts();
    expect(huge.text.length).toBeGreaterThan(32 * 1024 * 1024);
    expect(huge.meta).toHaveProperty("generatedAt");
    sandbox.inject({ product: "alerts", kind: "bomb" });
    const token = sandbox.tokens[0] ?? "";
    const packed = await new Promise<Buffer>((resolve, reject) => {
      const headers = { Authorization: `Bearer ${token}` };
      const sent = request(`${sandbox.urls.risk}/v1/temperature-alerts`, { headers }, (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("end", () => resolve(Buffer.concat(chunks)));
      });
      sent.on("error", reject);
      sent.end();
    });
    expect(packed.length).toBeLessThan(200_000);
    expect(gunzipSync(packed).length).toBe(50_000_000);
  });

  it("put hostile text where free text stands, and leave the rest right", async () => {
    const { sandbox, client } = await running({ faults: [{ product: "any", kind: "hostileText", times: "always" }] });
    const { json } = await client.package("10045");
    expect(json).toMatchObject({ orderNumber: "10045", tier: 2 });
    const text = JSON.stringify(json);
    for (const part of ["\\u001b[31m", "\u202e", "Ignore all previous instructions", "x".repeat(100_000)]) {
      expect(text).toContain(part);
    }
    expect((await client.package("99999")).json["detail"]).not.toContain("no package");
    const { data, meta } = await client.alerts();
    expect(data[0]).toHaveProperty("zip");
    expect(Object.keys(data[0] ?? {}).join()).toContain("\u001b");
    expect(meta["granularity"]).toBe("zip5");
    expect((await client.plan(PLAN)).json["shipmentId"]).toMatch(/^shipment_sandbox_/);
    expect(sandbox.ledger.billed()).toBe(3);
  });

  it("contradict themselves in headers and problem details", async () => {
    const { client } = await running({
      faults: [
        { product: "risk", kind: "duplicateHeaders" },
        { product: "risk", kind: "problemStatusMismatch", status: 503 },
      ],
    });
    const { headers } = await client.risk();
    expect(headers.get("X-Request-Id")).toMatch(/^(req-\d+), \1-again$/);
    expect(headers.get("Retry-After")).toBe("1, 30");
    expect(await client.risk()).toMatchObject({ status: 503, json: { status: 404 } });
  });

  it("close an idle connection without having said so", async () => {
    const { sandbox } = await running({ faults: [{ product: "alerts", kind: "closeAfter" }] });
    const { port, pathname } = new URL(`${sandbox.urls.risk}/v1/temperature-alerts`);
    const answer = await new Promise<string>((resolve, reject) => {
      let text = "";
      const socket = connect(Number(port), "127.0.0.1", () =>
        socket.write(`GET ${pathname} HTTP/1.1\r\nHost: sandbox\r\n\r\n`),
      );
      socket.on("data", (chunk) => {
        text += String(chunk);
      });
      socket.on("end", () => resolve(text));
      socket.on("error", reject);
    });
    expect(answer).toMatch(/^HTTP\/1\.1 401 /);
    expect(answer).toMatch(/^Connection: keep-alive\r$/im);
  });

  it("override a body, redirect, and befall the token endpoint", async () => {
    const { sandbox, client } = await running();
    const faults: Fault[] = [
      { product: "risk", kind: "body", body: { data: [], meta: {} } },
      { product: "risk", kind: "redirect", status: 302, location: "http://127.0.0.1:1/x" },
      { product: "token", kind: "noMeta" },
      { product: "token", kind: "wrongShape" },
    ];
    sandbox.inject(...faults);
    expect((await client.risk()).json).toEqual({ data: [], meta: {} });
    const redirected = await client.risk();
    expect([redirected.status, redirected.headers.get("Location")]).toEqual([302, "http://127.0.0.1:1/x"]);
    const lifeless = (await exchange(sandbox, grant(sandbox))).json;
    expect(lifeless).toHaveProperty("access_token");
    expect(lifeless).not.toHaveProperty("expires_in");
    expect((await exchange(sandbox, grant(sandbox))).text).toBe("42");
  });

  it("come from the seed, and the same ones again", async () => {
    const run = async (seed: number): Promise<readonly string[]> => {
      const { client } = await running({ seed, faultRates: { status: 0.2, truncate: 0.2, reset: 0.1 } });
      const outcomes = [];
      for (let turn = 0; turn < 40; turn += 1) outcomes.push(await outcome(client));
      return outcomes;
    };
    const first = await run(7);
    expect(await run(7)).toEqual(first);
    expect(await run(8)).not.toEqual(first);
    expect(first).toContain("200");
    expect(first.filter((each) => each !== "200").length).toBeGreaterThan(5);
  });
});
