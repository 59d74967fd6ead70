import { pbkdf2 } from "node:crypto";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { answerOf, envelope, failureOf, type Silence, startScripted } from "../support/client.ts";
import { problem, type Received, type Scripted } from "../support/scripted-service.ts";

const derive = promisify(pbkdf2);

/** While so many threads are at work, nothing is unpacked. */
const POOL_THREADS = Number(process.env["UV_THREADPOOL_SIZE"] ?? 4);

/** Three pages of one record, of which the second never comes. */
function withoutSecond({ url }: Received, second: Scripted | Silence): Scripted | Silence {
  const page = Number(url.searchParams.get("page") ?? 1);
  if (page === 2) return second;
  return { status: 200, json: envelope([`8500${page}`], { total: 3, page, pageSize: 1, hasMore: page < 3 }) };
}

test.each([1, 2, 4, 8])(
  "a reading given up %i ticks ago is gone on with: no page is billed twice (DESIGN 4, paging)",
  async (ticks) => {
    let isBack = false;
    const { service, api, call } = await startScripted({
      alerts: (request) =>
        withoutSecond(
          request,
          isBack
            ? { status: 200, json: envelope(["85002"], { total: 3, page: 2, pageSize: 1, hasMore: true }) }
            : "hang",
        ),
    });
    const first = call();
    const givenUp = api.alerts({}, first);
    await expect.poll(() => service.requests("alerts")).toHaveLength(2);
    first.cancel();
    isBack = true;
    // Nobody waits for it from the first on; it may be wound up later.
    for (let tick = 0; tick < ticks; tick += 1) await Promise.resolve();
    const second = call();
    const set = answerOf(await api.alerts({}, second));
    expect(failureOf(await givenUp).kind).toBe("cancelled");
    expect(set.incomplete).toBeUndefined();
    expect(set.records.map(({ zip }) => zip)).toEqual(["85001", "85002", "85003"]);
    expect(service.requests("alerts").map(({ url }) => url.searchParams.get("page"))).toEqual([null, "2", "2", "3"]);
    expect(second.usage.report().billableRequests).toBe(2);
    expect(answerOf(await api.alerts({}, call())).records).toHaveLength(3);
    expect(service.requests("alerts")).toHaveLength(4);
  },
);

test("a reading given up this moment stands in for what does not come of going on with it", async () => {
  const { service, api, call, clock } = await startScripted({ alerts: (request) => withoutSecond(request, "hang") });
  const first = call();
  const givenUp = api.alerts({}, first);
  await expect.poll(() => service.requests("alerts")).toHaveLength(2);
  first.cancel();
  await Promise.resolve();
  const second = call();
  const asked = api.alerts({}, second);
  expect(failureOf(await givenUp).kind).toBe("cancelled");
  await expect.poll(() => service.requests("alerts")).toHaveLength(3);
  clock.advance(25_000);
  expect(answerOf(await asked)).toMatchObject({
    records: [{ zip: "85001" }],
    incomplete: { reason: "failure", failure: { kind: "timeout" } },
  });
  expect(second.usage.report().stale).toBe(true);
});

test("the end of a reading given up takes nothing from the one begun since: what comes is told to who joins", async () => {
  const { service, api, call, clock } = await startScripted({
    alerts: (request) => (request.number === 1 ? "hang" : withoutSecond(request, "hang")),
  });
  const first = call();
  const givenUp = api.alerts({}, first);
  await expect.poll(() => service.requests("alerts")).toHaveLength(1);
  first.cancel();
  await Promise.resolve();
  const second = api.alerts({}, call());
  expect(failureOf(await givenUp).kind).toBe("cancelled");
  await expect.poll(() => service.requests("alerts")).toHaveLength(3);
  const joined = api.alerts({}, call(1_000));
  clock.advance(1_000);
  expect(answerOf(await joined).records).toMatchObject([{ zip: "85001" }]);
  clock.advance(24_000);
  expect(answerOf(await second).records).toHaveLength(1);
});

test("a page that was still being unpacked when it was given up is not told for newer data billed since", async () => {
  const old = envelope(["85001"], { generatedAt: "2026-07-09T12:03:00Z" });
  const packed = { raw: gzipSync(JSON.stringify(old)), headers: { "content-encoding": "gzip" } };
  let poolIsFree: Promise<unknown> = Promise.resolve();
  const { service, api, call, clock } = await startScripted({
    alerts: async ({ number }) => {
      if (number > 1) {
        await poolIsFree;
        return { status: 200, json: envelope(["85002"], { generatedAt: "2026-07-09T13:03:00Z" }), delayMs: 50 };
      }
      poolIsFree = Promise.all(
        Array.from({ length: POOL_THREADS }, () => derive("key", "salt", 300_000, 64, "sha512")),
      );
      return { status: 200, ...packed };
    },
  });
  const first = call();
  const givenUp = api.alerts({}, first);
  await expect.poll(() => first.usage.report().billableRequests, { interval: 1 }).toBe(1);
  await new Promise((resolve) => setTimeout(resolve, 20));
  first.cancel();
  expect(failureOf(await givenUp).kind).toBe("cancelled");
  clock.advance(5_000);
  const second = call();
  const set = answerOf(await api.alerts({}, second));
  expect(service.requests("alerts")).toHaveLength(2);
  expect(set).toMatchObject({ generatedAt: "2026-07-09T13:03:00Z", records: [{ zip: "85002" }] });
  expect(second.usage.report()).toMatchObject({ billableRequests: 1, ageSeconds: 0 });
});

test("the last attempt that ends with the call's time is want of time, not a failure", async () => {
  const { api, call } = await startScripted({ alerts: (request) => withoutSecond(request, { silentMs: 10_000 }) });
  const set = answerOf(await api.alerts({}, call(20_045)));
  expect(set).toMatchObject({ records: { length: 1 }, incomplete: { reason: "time", failure: { kind: "timeout" } } });
});

test("a reading given up this moment, whose data had changed, is told as far as it came where no more does", async () => {
  let isDown = false;
  const pages = (request: Received): Scripted | Silence => {
    if (isDown) return problem(500, "r");
    if (request.number === 3) return "hang";
    const generatedAt = request.number === 1 ? "2026-07-09T12:03:00Z" : "2026-07-09T13:03:00Z";
    const page = Number(request.url.searchParams.get("page") ?? 1);
    return {
      status: 200,
      json: envelope([`8500${page}`], { total: 3, page, pageSize: 1, hasMore: true, generatedAt }),
    };
  };
  const { service, api, call } = await startScripted({ alerts: pages });
  const first = call();
  const givenUp = api.alerts({}, first);
  await expect.poll(() => service.requests("alerts")).toHaveLength(3);
  first.cancel();
  isDown = true;
  await Promise.resolve();
  const { records, later } = answerOf(await api.alerts({}, call()));
  expect(failureOf(await givenUp).kind).toBe("cancelled");
  expect([records, later?.records].map((each) => each?.map(({ zip }) => zip))).toEqual([["85002", "85001"], ["85002"]]);
});
