import { brotliCompressSync, gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { answerOf, failureOf, PACKAGE, startScripted } from "../../support/client.ts";
import { quiet, until } from "../../support/events.ts";

describe("bodies [G-answers]", () => {
  test.each<[string, Buffer]>([
    ["GZip", gzipSync(JSON.stringify(PACKAGE))],
    ["identity", Buffer.from(JSON.stringify(PACKAGE))],
    ["", Buffer.from(JSON.stringify(PACKAGE))],
  ])("the content encoding %j is undone", async (encoding, raw) => {
    const headers = { "content-encoding": encoding };
    const { api, call } = await startScripted({ tracking: () => ({ status: 200, raw, headers }) });
    expect(answerOf(await api.package("1", call()))).toEqual(PACKAGE);
  });

  test.each<[string, Buffer]>([
    ["br", brotliCompressSync("{}")],
    ["gzip", Buffer.from("{}")],
    ["gzip", gzipSync(JSON.stringify(PACKAGE)).subarray(0, 20)],
    ["toString", Buffer.from("{}")],
  ])("the content encoding %s that was not asked for, or does not hold, cannot be read", async (encoding, raw) => {
    const headers = { "content-encoding": encoding };
    const { service, api, call } = await startScripted({ tracking: () => ({ status: 200, raw, headers }) });
    const what = "a body whose content encoding could not be read";
    expect(failureOf(await api.package("1", call()))).toMatchObject({ kind: "unexpected_response", what });
    expect(service.requests("tracking")).toHaveLength(2);
  });
});

describe("connections", () => {
  test("[G-plan-once] reads share connections, and each POST has one of its own", async () => {
    const { service, api, call } = await startScripted({ tracking: () => ({ status: 200, json: PACKAGE }) });
    for (const id of ["1", "2", "3", "4", "5"]) answerOf(await api.package(id, call()));
    for (let plan = 1; plan <= 3; plan += 1) failureOf(await api.plan({}, call()));
    const portsOf = (method: string) =>
      service.received.flatMap((each) => (each.method === method ? each.clientPort : []));
    expect(new Set(portsOf("GET")).size).toBeLessThan(5);
    expect(new Set([...portsOf("POST"), ...portsOf("GET")]).size).toBe(4 + new Set(portsOf("GET")).size);
  });

  test("a client that closes with a request under way leaves no timer", async () => {
    const { service, api, call, clock } = await startScripted({ tracking: () => "hang" });
    const mine = call();
    const asked = api.package("1", mine);
    await until(() => service.requests("tracking").length === 1);
    mine.cancel();
    expect(failureOf(await asked).kind).toBe("cancelled");
    await api.close();
    await quiet();
    expect(clock.pending).toBe(0);
  });
});
