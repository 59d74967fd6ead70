import { describe, expect, test } from "vitest";
import { answerOf, failureOf, PACKAGE, startClient, startScripted } from "../../support/client.ts";
import { MAX_ATTEMPTS } from "../../support/contract.ts";
import { problem, type Received } from "../../support/scripted-service.ts";

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const ok = { status: 200, json: PACKAGE };
const limited = (retryAfter: string, delayMs = 0) => ({
  status: 429,
  json: {},
  headers: { "retry-after": retryAfter },
  delayMs,
});
const at = (requests: readonly Received[]) => requests.map((request) => request.atMs - (requests[0]?.atMs ?? 0));

describe("an odd service, and much at once", () => {
  test("a record nested too deep to stringify fails that call, not the process", async () => {
    const deep = `${"[".repeat(20_000)}${"]".repeat(20_000)}`;
    const { api, call } = await startScripted({
      alerts: () => ({ status: 200, raw: `{"data":[{"zip":"85001","x":${deep}}],"meta":{"hasMore":false}}` }),
    });
    const unhandled: unknown[] = [];
    const note = (error: unknown) => void unhandled.push(error);
    process.on("unhandledRejection", note);
    await api.alerts({}, call(500));
    await wait(20);
    process.off("unhandledRejection", note);
    expect(unhandled).toEqual([]);
  });
  test("the cool-down begins with the 429's status line, not with the end of its body", async () => {
    const { service, api, call } = await startScripted(
      {
        tracking: (r) =>
          r.number === 1 ? { status: 429, raw: "{", unfinished: true, headers: { "retry-after": "60" } } : ok,
      },
      { COLDROUTE_TIMEOUT_MS: "600000" },
    );
    const mine = call(600_000);
    const first = api.package("a", mine);
    while (api.status().coolDownSeconds.tracking === 0) await wait(5);
    expect(failureOf(await api.package("b", call()))).toMatchObject({ kind: "rate_limited", product: "tracking" });
    expect(service.requests("tracking")).toHaveLength(1);
    mine.cancel();
    await first;
  });
  test("who waited for a token through a whole cool-down does not stampede after it", async () => {
    const told = { refusal: false, token: false };
    const { service, api, call, clock } = await startScripted(
      {
        token: async (r) => {
          while (r.number > 1 && !told.token) await wait(5);
          const json = { access_token: `token-${r.number}`, expires_in: r.number === 1 ? 60 : 36_000 };
          return { status: 200, json };
        },
        tracking: async (r) => {
          if (r.number > 1) return { ...ok, delayMs: 200 };
          while (!told.refusal) await wait(5);
          return limited("30");
        },
      },
      { COLDROUTE_TIMEOUT_MS: "600000" },
    );
    const slow = api.package("slow", call(600_000));
    while (service.requests("tracking").length < 1) await wait(5);
    clock.advance(61_000);
    const others = Array.from({ length: 6 }, (_, i) => api.package(`p${i}`, call(600_000)));
    while (service.requests("token").length < 2) await wait(5);
    told.refusal = true;
    while (api.status().coolDownSeconds.tracking === 0) await wait(5);
    clock.advance(31_000);
    expect(service.requests("tracking")).toHaveLength(1);
    told.token = true;
    for (const result of await Promise.all([slow, ...others])) answerOf(result);
    const [, first = 0, second = 0] = at(service.requests("tracking"));
    expect(second - first, "the first after a cool-down goes alone").toBeGreaterThan(150);
  });
  test("a POST answered 502 with JSON that is no problem details is sent once", async () => {
    for (const json of [{ error: "Bad Gateway" }, { detail: "Bad Gateway" }]) {
      const { service, api, call } = await startScripted({ planning: () => ({ status: 502, json }) });
      expect(failureOf(await api.plan({}, call())).kind).toBe("outcome_unknown");
      expect(service.requests("planning")).toHaveLength(1);
    }
  });
  test("a missing scope makes two exchanges in a minute, 429s and 5xx in between or not", async () => {
    for (const between of [limited("0"), problem(500, "x")]) {
      const { service, api, call } = await startScripted({
        tracking: (r) => (r.number % 3 === 0 ? between : problem(401, "x")),
      });
      for (let i = 0; i < 10; i += 1) await api.package(`p${i}`, call());
      expect(service.requests("token").length).toBeLessThanOrEqual(2);
    }
  });
  test("rate_limited names the present cool-down's rest, not the end of an older one", async () => {
    const { api, call } = await startScripted({
      tracking: (r) => (r.url.pathname.endsWith("/a") ? limited("1") : limited("60", 400)),
    });
    const [a] = await Promise.all([api.package("a", call(20_000)), api.package("b", call(20_000))]);
    const failure = failureOf(a);
    expect(failure.kind === "rate_limited" && (failure.waitMs ?? 0) > 50_000).toBe(true);
  });
  test("Retry-After: 0 still backs off", async () => {
    const service = await startScripted({ tracking: () => limited("0") });
    const { api, call } = startClient(service.service.environment, () => 1);
    await api.package("a", call());
    expect(at(service.service.requests("tracking")).at(-1)).toBeGreaterThan(500);
  });
  test("closing ends what waits at the gate and what is being posted", async () => {
    const { api, call, clock } = await startScripted({ tracking: () => limited("5"), planning: () => "hang" });
    const calls = [call(), call()] as const;
    const under = [api.package("a", calls[0]), api.plan({}, calls[1])];
    await wait(200);
    for (const each of calls) each.cancel();
    await api.close();
    expect(await Promise.race([Promise.all(under).then(() => "ended"), wait(10_000).then(() => "still waiting")])).toBe(
      "ended",
    );
    expect(clock.pending).toBe(0);
  });
  test("a probe answered 2xx is billed, whatever the body", async () => {
    const { api, call } = await startScripted({ alerts: () => ({ status: 200, raw: "<html>" }) });
    expect(await api.probe("alerts", call())).toMatchObject({ finding: { kind: "billed" } });
  });
  test("an empty Content-Encoding is none", async () => {
    const { api, call } = await startScripted({ tracking: () => ({ ...ok, headers: { "content-encoding": "" } }) });
    answerOf(await api.package("a", call()));
  });
  test("a time-out tells how long was waited", async () => {
    const { api, call } = await startScripted({ alerts: () => "hang" });
    const failure = failureOf(await api.alerts({}, call(300)));
    expect(failure.kind === "timeout" && failure.afterMs < 5_000).toBe(true);
  });
  test("a 401 on the last attempt still drops the token", async () => {
    const { service, api, call } = await startScripted({
      tracking: (r) =>
        r.number < MAX_ATTEMPTS
          ? limited("0")
          : r.headers.authorization === "Bearer token-number-1"
            ? problem(401, "x")
            : ok,
    });
    await api.package("a", call());
    await api.package("b", call());
    expect(
      service
        .requests("tracking")
        .map((r) => r.headers.authorization)
        .slice(MAX_ATTEMPTS),
    ).toEqual(["Bearer token-number-2"]);
  });
  test("names that the service made up do not carry personal data into the log", async () => {
    const { api, call, lines, flushed } = await startScripted({
      tracking: () => ({ status: 200, json: { ...PACKAGE, "jane.doe@example.com": 1 } }),
    });
    await api.package("a", call());
    await wait(50);
    await flushed();
    expect(lines.join("")).not.toContain("jane.doe@example.com");
  });
});
