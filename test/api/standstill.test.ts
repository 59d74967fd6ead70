import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { IncomingMessage } from "node:http";
import { gzipSync } from "node:zlib";
import { describe, expect, onTestFinished, test } from "vitest";
import { answerOf, envelope, failureOf, PACKAGE, SHIPMENT, startScripted } from "../support/client.ts";
import { problem, type Scripted } from "../support/scripted-service.ts";

const ANSWERED = "http.server.response.finish";

/** Longer than all the time that is given. */
const STANDSTILL_MS = 1_300;
const SHORT = { COLDROUTE_TIMEOUT_MS: "1000" };

function standStill(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, STANDSTILL_MS);
}

/** Stands still once, as soon as the answer for `path` has been handed to the system and before anybody reads it. */
function standStillAfter(path: string): void {
  const onAnswered = (message: unknown): void => {
    const { request } = message as { readonly request: IncomingMessage };
    if (request.url?.includes(path) !== true) return;
    unsubscribe(ANSWERED, onAnswered);
    standStill();
  };
  subscribe(ANSWERED, onAnswered);
  onTestFinished(() => void unsubscribe(ANSWERED, onAnswered));
}

/** A client that has its token already, before a service that answers so. */
async function ready(
  scripts: Parameters<typeof startScripted>[0],
  settings: Readonly<Record<string, string>> = SHORT,
): ReturnType<typeof startScripted> {
  const started = await startScripted({ risk: () => ({ status: 400, json: {} }), ...scripts }, settings);
  await started.api.risk({ granularity: "zip3", date: "2026-07-10" }, started.call());
  return started;
}

describe("an answer that came in time while the process stood still is taken (DESIGN 4, time: own deadlines)", () => {
  test("of a package, and it is asked for and billed once", async () => {
    const { service, api, call } = await ready({ tracking: () => ({ status: 200, json: PACKAGE }) });
    standStillAfter("/track/");
    const mine = call();
    expect(answerOf(await api.package("1", mine))).toEqual(PACKAGE);
    expect(mine.usage.report()).toMatchObject({ billableRequests: 1, maybeBilled: 0, requests: 1 });
    expect(service.requests("tracking")).toHaveLength(1);
  });

  test("of alerts, in many chunks", async () => {
    const zips = Array.from({ length: 5_000 }, (_, index) => String(10_000 + index));
    const { service, api, call } = await ready({ alerts: () => ({ status: 200, json: envelope(zips) }) });
    standStillAfter("/temperature-alerts");
    expect(answerOf(await api.alerts({}, call())).records).toHaveLength(zips.length);
    expect(service.requests("alerts")).toHaveLength(1);
  });

  test("of a plan, whose outcome is known", async () => {
    const { api, call } = await ready({ planning: () => ({ status: 200, json: SHIPMENT }) });
    standStillAfter("/shipments");
    expect(answerOf(await api.plan({ destination: { zipCode: "33101" } }, call()))).toEqual(SHIPMENT);
  });

  test("of a service that is to be left alone, and no request starts until it may be asked", async () => {
    const limited: Scripted = { status: 429, json: {}, headers: { "retry-after": "30" } };
    const { service, api, call } = await ready({ tracking: () => limited });
    standStillAfter("/track/");
    expect(failureOf(await api.package("1", call()))).toMatchObject({ kind: "rate_limited", status: 429 });
    expect(failureOf(await api.package("2", call()))).toMatchObject({ kind: "rate_limited" });
    expect(service.requests("tracking")).toHaveLength(1);
  });

  test("of the exchange for a token", async () => {
    const { service, api, call } = await startScripted({ tracking: () => problem(404, "r") }, SHORT);
    standStillAfter("/oauth/token");
    expect(failureOf(await api.package("1", call())).kind).toBe("not_found");
    expect(service.requests("token")).toHaveLength(1);
  });

  test("where all the call's time is over, too", async () => {
    const { api, call } = await ready({ tracking: () => ({ status: 200, json: PACKAGE }) }, {});
    standStillAfter("/track/");
    expect(answerOf(await api.package("1", call(1_000)))).toEqual(PACKAGE);
  });

  test("compressed, which takes another thread to unpack, where the call's time is over", async () => {
    const zips = Array.from({ length: 5_000 }, (_, index) => String(10_000 + index));
    const packed = gzipSync(JSON.stringify(envelope(zips)));
    const alerts: Scripted = { status: 200, raw: packed, headers: { "content-encoding": "gzip" } };
    const { api, call } = await ready({ alerts: () => alerts }, {});
    standStillAfter("/temperature-alerts");
    expect(answerOf(await api.alerts({}, call(1_000))).records).toHaveLength(zips.length);
  });

  test("and where none has come, the attempt is given up", async () => {
    const { api, call } = await ready({
      tracking: () => {
        standStill();
        return "hang";
      },
    });
    expect(failureOf(await api.package("1", call(1_000)))).toMatchObject({ kind: "timeout", sent: true });
  });
});
