import { describe, expect, test } from "vitest";
import { ContractDrift } from "../../src/api/drift.ts";
import { packageEndpoint, riskEndpoint } from "../../src/api/endpoint.ts";
import type { Outcome } from "../../src/api/judge.ts";
import { RequestLog } from "../../src/api/request-log.ts";
import type { Reply } from "../../src/api/transport.ts";
import { createLog } from "../../src/runtime/log.ts";

const track = packageEndpoint("https://x.example", "order-10045");
const risk = riskEndpoint("https://x.example", { date: "2026-07-10" });
const answered: Outcome = { ok: true, received: { status: 200, json: {}, bytes: 2 } };
const refused: Outcome = {
  ok: false,
  repeat: "never",
  failure: { kind: "invalid_request", product: "tracking", status: 400 },
};
const IDENTIFIED: Record<string, string | string[]> = { "x-request-id": "r-1" };
const answer = (status: number, headers = IDENTIFIED, body: object | string = "a body"): Reply => ({
  kind: "answer",
  status,
  headers,
  text: typeof body === "string" ? body : JSON.stringify(body),
  bytes: 1,
});

async function written(write: (log: RequestLog) => void) {
  const lines: string[] = [];
  const seen: unknown[][] = [];
  const log = createLog({ level: "info", write: (line) => lines.push(line) });
  const drift = new ContractDrift(createLog({ level: "silent" }));
  const observer = {
    attempted: (...told: unknown[]) => void seen.push(told),
    billed: () => undefined,
    exchanged: () => undefined,
  };
  write(new RequestLog(log, drift, observer));
  await log.flush();
  const parsed = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  return { lines: parsed, text: lines.join(""), drift: Object.fromEntries(drift.report()), seen };
}
const WARN = 40;
const INFO = 30;

describe("one line for each attempt (DESIGN 4, tracing)", () => {
  test("of an answer: product, operation, status and request id, never a path or a body", async () => {
    const { lines, text, drift, seen } = await written((log) => log.write(track, answer(200), answered, 2, 12.6));
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatchObject({
      level: INFO,
      product: "tracking",
      operation: "packages",
      attempt: 2,
      tookMs: 13,
      status: 200,
      requestId: "r-1",
      msg: "request answered",
    });
    expect(Object.keys(lines[0] ?? {})).not.toContain("failure");
    expect(text).not.toMatch(/order-10045|a body/);
    expect(drift).toEqual({});
    expect(seen).toEqual([["tracking", 200, 12.6]]);
  });

  test("of a failure: its kind, and what was lost how", async () => {
    const failure: Outcome = {
      ok: false,
      repeat: "once",
      failure: { kind: "network", product: "tracking", code: "ECONNRESET", sent: true },
    };
    const { lines, drift, seen } = await written((log) => {
      log.write(track, { kind: "lost", code: "ECONNRESET" }, failure, 1, 1);
      log.write(track, { kind: "timeout", sent: true }, failure, 1, 1);
    });
    expect(lines[0]).toMatchObject({
      level: WARN,
      lost: "lost",
      code: "ECONNRESET",
      failure: "network",
      msg: "request failed",
    });
    expect(lines[1]).toMatchObject({ lost: "timeout" });
    expect(lines[1]).not.toHaveProperty("code");
    expect(drift).toEqual({});
    expect(seen).toEqual([
      ["tracking", "lost", 1],
      ["tracking", "timeout", 1],
    ]);
  });

  test("whether or not anybody counts them", async () => {
    const lines: string[] = [];
    const log = createLog({ level: "info", write: (line) => lines.push(line) });
    new RequestLog(log, new ContractDrift(log)).write(track, answer(200), answered, 1, 1);
    await log.flush();
    expect(lines).toHaveLength(1);
  });

  test("what an error and its headers lack is contract drift of its product", async () => {
    const whole = { type: "a", title: "No", status: 400, requestId: "r-1" };
    const { drift } = await written((log) => {
      log.write(track, answer(400, IDENTIFIED, whole), refused, 1, 1);
      log.write(track, answer(200, {}), answered, 1, 1);
      log.write(risk, answer(400), refused, 1, 1);
      log.write(risk, answer(400, IDENTIFIED, { title: "No" }), refused, 1, 1);
    });
    expect(drift).toEqual({
      "tracking: X-Request-Id missing": 1,
      "risk problem details: missing": 1,
      "risk problem.type: missing": 1,
      "risk problem.status: missing": 1,
      "risk problem.requestId: missing": 1,
    });
  });

  test("of a status below 400 no problem details are expected", async () => {
    const unusable: Outcome = {
      ok: false,
      repeat: "never",
      failure: { kind: "unexpected_response", product: "tracking", what: "x" },
    };
    const { drift } = await written((log) => {
      log.write(track, answer(399), unusable, 1, 1);
      log.write(risk, answer(400), unusable, 1, 1);
    });
    expect(drift).toEqual({ "risk problem details: missing": 1 });
  });

  test("of an error that broke off, or that is not taken for the service's own, no more is missing than is", async () => {
    const whole = { type: "a", title: "No", status: 404, requestId: "r-1" };
    const foreign: Outcome = {
      ok: false,
      repeat: "never",
      failure: { kind: "unexpected_response", product: "tracking", status: 404, what: "x" },
    };
    const { drift } = await written((log) => {
      log.write(risk, { kind: "broken", status: 400, headers: {}, cause: "lost" }, refused, 1, 1);
      log.write(track, answer(404, {}, whole), foreign, 1, 1);
    });
    expect(drift).toEqual({
      "risk: X-Request-Id missing": 1,
      "tracking: X-Request-Id missing": 1,
      "tracking problem.requestId: not the X-Request-Id header": 1,
    });
  });

  test("[9.3-announced] an announced end is told once for each operation and header, bounded", async () => {
    const headers = { "x-request-id": "r-1", sunset: ["x".repeat(200), "y"], deprecation: "@1767139200\t" };
    const { lines } = await written((log) => {
      for (const endpoint of [track, track, risk]) log.write(endpoint, answer(200, headers), answered, 1, 1);
    });
    const told = lines.filter(({ msg }) => msg === "the service announces the end of this version");
    expect(told.map(({ level, operation, sunset, deprecation }) => [level, operation, sunset ?? deprecation])).toEqual([
      [WARN, "packages", "@1767139200"],
      [WARN, "packages", `${"x".repeat(99)}…`],
      [WARN, "risk-levels", "@1767139200"],
      [WARN, "risk-levels", `${"x".repeat(99)}…`],
    ]);
  });
});
