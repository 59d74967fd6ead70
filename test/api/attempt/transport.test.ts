import { brotliCompressSync, gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { answerOf, failureOf, inTurn, PACKAGE, SHIPMENT, startScripted } from "../../support/client.ts";
import { quiet, until } from "../../support/events.ts";
import type { Scripted } from "../../support/scripted-service.ts";

const found: Scripted = { status: 200, json: PACKAGE };

describe("bodies [G-answers]", () => {
  test("gzip is read; 48 kB that decompress to 50 MB are not, nor 33 MiB, and neither is asked for twice", async () => {
    const gzip = { "content-encoding": "gzip" };
    const packed = await startScripted({
      tracking: () => ({ status: 200, raw: gzipSync(JSON.stringify(PACKAGE)), headers: gzip }),
    });
    expect(answerOf(await packed.api.package("1", packed.call()))).toEqual(PACKAGE);
    for (const raw of [gzipSync(Buffer.alloc(50_000_000)), Buffer.alloc(33 * 1024 * 1024, " ")]) {
      const headers = raw.length < 1_000_000 ? gzip : {};
      const huge = await startScripted({ tracking: () => ({ status: 200, raw, headers }) });
      expect(failureOf(await huge.api.package("1", huge.call()))).toMatchObject({ kind: "unexpected_response" });
      expect(huge.service.requests("tracking")).toHaveLength(1);
    }
  });

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

  test("a redirect is not followed: neither token nor secret reaches another origin", async () => {
    const other = await startScripted({ tracking: () => found });
    const headers = { location: `${other.service.base}/track/v1/packages/1` };
    const { service, api, call } = await startScripted({ tracking: () => ({ status: 307, headers }) });
    expect(failureOf(await api.package("1", call()))).toMatchObject({ kind: "unexpected_response", status: 307 });
    expect(service.requests("tracking")).toHaveLength(1);
    expect(other.service.received).toHaveLength(0);
  });

  test("an X-Request-Id of any size and content is bounded and cleaned", async () => {
    const headers = { "x-request-id": `a  b${"c".repeat(5_000)}` };
    const { api, call } = await startScripted({ tracking: () => ({ status: 400, headers }) });
    const failure = failureOf(await api.package("1", call()));
    expect(failure).toMatchObject({ kind: "invalid_request" });
    expect("requestId" in failure && failure.requestId?.length).toBe(100);
  });
});

describe("connections", () => {
  test("a POST that never started is repeated: the server was not there yet", async () => {
    const { service, api, call } = await startScripted({ planning: () => ({ status: 200, json: SHIPMENT }) });
    answerOf(await api.plan({}, call()));
    await service.close();
    expect(failureOf(await api.plan({}, call()))).toEqual({
      kind: "network",
      product: "planning",
      code: "ECONNREFUSED",
      sent: false,
    });
  });

  test("a kept-alive connection that died is noticed; the read is repeated and answered", async () => {
    const { service, api, call } = await startScripted({ tracking: inTurn(found, "reset", found) });
    for (const id of ["1", "2"]) answerOf(await api.package(id, call()));
    expect(service.requests("tracking")).toHaveLength(3);
  });

  test("nothing is left when the client is closed with a request under way", async () => {
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

describe("a token that lives a minute", () => {
  test("60 calls over three minutes never fail, and make an exchange for each nine tenths of one", async () => {
    const issued = new Map<string, number>();
    const { service, api, call, clock } = await startScripted({
      token: ({ number }) => {
        issued.set(`token-${number}`, clock.monotonicMs());
        return { status: 200, json: { access_token: `token-${number}`, expires_in: 60 } };
      },
      tracking: ({ headers }) => {
        const issuedMs = issued.get(headers.authorization?.slice(7) ?? "") ?? Number.NEGATIVE_INFINITY;
        return clock.monotonicMs() - issuedMs < 60_000 ? found : { status: 401 };
      },
    });
    for (let n = 0; n < 60; n += 1) {
      answerOf(await api.package(`p${n}`, call()));
      clock.advance(3_000);
    }
    expect(service.requests("token")).toHaveLength(4);
  });
});
