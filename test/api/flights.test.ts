import { describe, expect, test } from "vitest";
import type { Call } from "../../src/api/api.ts";
import { failed, type Result, success } from "../../src/api/failure.ts";
import { type Caller, Flights, soleCaller } from "../../src/api/flights.ts";
import { CallUsage } from "../../src/api/usage.ts";
import { ManualClock, settle } from "../support/manual-clock.ts";

const trace = (digit: string) => ({ traceId: digit.repeat(32), sampled: true });

function shared() {
  const clock = new ManualClock();
  const flights = new Flights(clock);
  const started: Caller[] = [];
  const open: ((result: Result<string>) => void)[] = [];
  const start = (caller: Caller): Promise<Result<string>> => {
    started.push(caller);
    return new Promise((resolve) => open.push(resolve));
  };
  const call = (deadlineMs = 1_000, digit = "1", room = 9) => {
    const controller = new AbortController();
    const made: Call = { signal: controller.signal, deadlineMs, usage: new CallUsage(room), trace: trace(digit) };
    return { ...made, cancel: () => controller.abort() };
  };
  const ask = (mine: Call, key = "k") => flights.share(key, "risk", mine, start);
  return { clock, flights, started, open, start, call, ask };
}
const idsOf = (call: Call) => call.usage.report().requestIds;

describe("requests that equal callers share (DESIGN 4, memory)", () => {
  test("one for equal keys at once, one each for different keys and for later callers", async () => {
    const { started, open, call, ask } = shared();
    const asked = [ask(call()), ask(call()), ask(call(), "other")];
    expect(started).toHaveLength(2);
    open[0]?.(success("a"));
    open[1]?.(success("b"));
    expect(await Promise.all(asked)).toEqual([success("a"), success("a"), success("b")]);
    const later = ask(call());
    expect(started).toHaveLength(3);
    open[2]?.(success("c"));
    expect(await later).toEqual(success("c"));
  });

  test("a failure is everybody's, a defect too, and neither stays", async () => {
    const { open, call, ask, flights } = shared();
    const asked = [ask(call()), ask(call())];
    open[0]?.(failed({ kind: "cancelled", product: "risk" }));
    for (const result of await Promise.all(asked)) expect(result.ok).toBe(false);
    const broken = () => Promise.reject(new Error("defect"));
    await expect(flights.share("k", "risk", call(), broken)).rejects.toThrow("defect");
    const next = ask(call());
    open[1]?.(success("x"));
    expect(await next).toEqual(success("x"));
  });

  test("whose time ends is told whether anything was sent by then", async () => {
    const { clock, started, call, ask } = shared();
    const asked = [ask(call(500)), ask(call(800)), ask(call(900))];
    await clock.advance(500);
    started[0]?.started();
    await clock.advance(300);
    const [first, second] = await Promise.all(asked.slice(0, 2));
    expect(first).toMatchObject({ failure: { kind: "timeout", sent: false } });
    expect(second).toMatchObject({ failure: { kind: "timeout", sent: true } });
  });

  test("who is gone already starts nothing", async () => {
    const { started, call, ask } = shared();
    const gone = call();
    gone.cancel();
    expect(await ask(gone)).toEqual(failed({ kind: "cancelled", product: "risk" }));
    expect(started).toHaveLength(0);
  });

  test("one caller's end is its own: the work goes on until the last has left", async () => {
    const { clock, started, open, call, ask } = shared();
    await clock.advance(50);
    const [first, second, third] = [call(), call(550), call(2_000)];
    const asked = [ask(first), ask(second), ask(third)];
    await clock.advance(100);
    first.cancel();
    expect(await asked[0]).toEqual(failed({ kind: "cancelled", product: "risk" }));
    await clock.advance(400);
    expect(await asked[1]).toEqual(failed({ kind: "timeout", product: "risk", afterMs: 500, sent: false }));
    expect(started[0]?.signal.aborted).toBe(false);
    open[0]?.(success("x"));
    expect(await asked[2]).toEqual(success("x"));
    expect(clock.pending).toBe(0);
  });

  test("the last one's leaving aborts it, and who asks then starts anew", async () => {
    const { started, open, call, ask } = shared();
    const lone = call();
    const asked = ask(lone);
    lone.cancel();
    await asked;
    expect(started[0]?.signal.aborted).toBe(true);
    const next = ask(call());
    expect(started).toHaveLength(2);
    open[0]?.(success("late"));
    await settle();
    const joined = ask(call());
    expect(started, "the end of the one given up leaves its successor").toHaveLength(2);
    open[1]?.(success("x"));
    expect(await Promise.all([next, joined])).toEqual([success("x"), success("x")]);
  });

  test("a defect that nobody waits for ends nothing else", async () => {
    const { flights, call } = shared();
    const unhandled: unknown[] = [];
    const note = (error: unknown) => void unhandled.push(error);
    process.on("unhandledRejection", note);
    const lone = call();
    let fail: (error: Error) => void = () => undefined;
    const asked = flights.share("k", "risk", lone, () => new Promise<Result<string>>((_, reject) => (fail = reject)));
    lone.cancel();
    await asked;
    fail(new Error("defect"));
    await settle();
    process.off("unhandledRejection", note);
    expect(unhandled).toEqual([]);
  });

  test("its time is the latest of those who wait for it", async () => {
    const { started, call, ask } = shared();
    const [first, second] = [call(3_000), call(2_000)];
    const asked = [ask(first), ask(second)];
    expect(started[0]?.deadlineMs).toBe(3_000);
    first.cancel();
    await asked[0];
    expect(started[0]?.deadlineMs).toBe(2_000);
  });

  test("who started it pays and gives its trace, the next one once that has left", async () => {
    const { started, call, ask } = shared();
    const [first, second] = [call(1_000, "1"), call(1_000, "2")];
    const asked = [ask(first), ask(second)];
    expect([started[0]?.usage, started[0]?.trace]).toEqual([first.usage, trace("1")]);
    first.cancel();
    await asked[0];
    expect(started[0]?.usage).toBe(second.usage);
    expect(started[0]?.trace).toEqual(trace("2"));
    second.cancel();
    await asked[1];
    expect(started[0]?.usage, "what is still sent when all have left is the starter's").toBe(first.usage);
  });

  test("whoever has room pays; who has none now but may again comes before who has none at all", () => {
    const { started, call, ask } = shared();
    const [spent, full, free] = [call(1_000, "1", 0), call(1_000, "2", 1), call(1_000, "3", 1)];
    void ask(spent);
    expect(started[0]?.usage, "nobody else is there").toBe(spent.usage);
    full.usage.reserved();
    void ask(full);
    expect(started[0]?.usage).toBe(full.usage);
    void ask(free);
    expect([started[0]?.usage, started[0]?.trace]).toEqual([free.usage, trace("3")]);
    full.usage.settled("unsent");
    expect(started[0]?.usage).toBe(full.usage);
  });

  test("when another request is needed, those in turn who cannot pay leave with their own limit or what went wrong", async () => {
    const { started, open, call, ask } = shared();
    const limited = (limit: number) => failed({ kind: "billing_limit", product: "risk", scope: "call", limit });
    const calls = [call(1_000, "1", 0), call(1_000, "2", 1), call(1_000, "3", 0), call(1_000, "4", 0)];
    const asked = calls.map((each) => ask(each));
    started[0]?.needsPayer(undefined);
    expect(await asked[0]).toEqual(limited(0));
    expect(started[0]?.usage, "the third and fourth wait on: it is not their turn").toBe(calls[1]?.usage);
    calls[1]?.usage.reserved();
    calls[1]?.usage.sent();
    calls[1]?.usage.settled("lost");
    const lost = { kind: "network", product: "risk", code: "ECONNRESET", sent: true } as const;
    started[0]?.needsPayer(lost);
    expect(await Promise.all(asked.slice(1, 3))).toEqual([failed(lost), failed(lost)]);
    expect(started[0]?.signal.aborted, "the last one is told how the work ends").toBe(false);
    open[0]?.(success("x"));
    expect(await asked[3]).toEqual(success("x"));
  });

  test("who waits for somebody to join is told once", () => {
    const { started, call, ask } = shared();
    void ask(call());
    let told = 0;
    started[0]?.onJoined(() => (told += 1));
    expect(told).toBe(0);
    void ask(call());
    void ask(call());
    expect(told).toBe(1);
  });

  test("a wait that some have no time for ends theirs, with the time until it is worth asking again", async () => {
    const { clock, started, open, call, ask } = shared();
    const asked = [ask(call(499)), ask(call(500)), ask(call(501))];
    await clock.advance(100);
    started[0]?.heldUntil(500);
    const limited = (waitMs: number) => failed({ kind: "rate_limited", product: "risk", waitMs });
    expect(await Promise.all(asked.slice(0, 2))).toEqual([limited(400), limited(400)]);
    await clock.advance(100);
    expect(await ask(call(450)), "who joins while it lasts").toEqual(limited(300));
    await clock.advance(300);
    const late = ask(call(501));
    open[0]?.(success("x"));
    expect(await Promise.all([asked[2], late])).toEqual([success("x"), success("x")]);
    expect(started).toHaveLength(1);
  });

  test("everyone is told the request ids, who joins later too", () => {
    const { started, call, ask } = shared();
    const [first, second, third] = [call(), call(), call()];
    void ask(first);
    void ask(second);
    started[0]?.sawRequestId("r-1");
    void ask(third);
    started[0]?.sawRequestId("r-2");
    expect([first, second, third].map(idsOf)).toEqual(Array.from({ length: 3 }, () => ["r-1", "r-2"]));
  });
});

test("everyone who listens is told of each page", () => {
  const { started, call, ask } = shared();
  const told: string[] = [];
  const listening = (name: string): Call => ({
    ...call(),
    onPage: (pagesRead, pagesTotal) => void told.push(`${name} ${pagesRead}/${pagesTotal}`),
  });
  void ask(listening("first"));
  void ask(call());
  void ask(listening("second"));
  started[0]?.sawPage(1, 3);
  expect(told).toEqual(["first 1/3", "second 1/3"]);
  soleCaller(listening("alone")).sawPage(2, null);
  soleCaller(call()).sawPage(2, null);
  expect(told[2]).toBe("alone 2/null");
});

test("a call on its own is its own caller", () => {
  const mine = shared().call(700, "3");
  const caller = soleCaller(mine);
  caller.sawRequestId("r-1");
  expect(caller).toMatchObject({ signal: mine.signal, deadlineMs: 700, usage: mine.usage, trace: trace("3") });
  expect(idsOf(mine)).toEqual(["r-1"]);
});
