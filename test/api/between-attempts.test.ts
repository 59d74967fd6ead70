import { describe, expect, test } from "vitest";
import { answerOf, failureOf, inTurn, PACKAGE, startClient, startScripted } from "../support/client.ts";
import { MAX_ATTEMPTS } from "../support/contract.ts";
import { problem, type Received, type Script, type Scripted } from "../support/scripted-service.ts";

const found: Scripted = { status: 200, json: PACKAGE };
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** The client with a chance of its own, against what `tracking` and `planning` answer. */
async function asking(scripts: Partial<Record<"token" | "tracking" | "planning", Script>>, chance = 0.5) {
  const { service } = await startScripted(scripts);
  const until = async (count: number, route: "tracking" | "planning" = "tracking"): Promise<readonly Received[]> => {
    while (service.requests(route).length < count) await wait(5);
    return service.requests(route);
  };
  const client = startClient(service.environment, () => chance);
  /** Until coldroute has said so in its log: what comes of it has been decided by then. */
  const logged = async (message: string, times = 1): Promise<void> => {
    while (client.lines.filter((line) => line.includes(message)).length < times) await wait(5);
  };
  const held = async (): Promise<void> => {
    while (client.api.status().coolDownSeconds.tracking === 0) await wait(5);
  };
  return { service, until, logged, held, ...client };
}
const idOf = ({ url }: Received): string => url.pathname.slice(url.pathname.lastIndexOf("/") + 1);

describe("the wait between two attempts [G-retry]", () => {
  test("is a backoff on top of what a 502 asks for, and its own: the product is not held", async () => {
    const { service, api, call, clock, logged } = await asking({
      tracking: inTurn({ status: 502, headers: { "retry-after": "30" } }, found),
    });
    const asked = api.package("1", call(60_000));
    await logged("request failed");
    clock.advance(29_990);
    await wait(50);
    expect(service.requests("tracking"), "30 s and half a backoff, never less").toHaveLength(1);
    answerOf(await api.package("2", call()));
    clock.advance(300);
    answerOf(await asked);
    expect(service.requests("tracking").map(idOf)).toEqual(["1", "2", "1"]);
  });

  test("is waited by who has the time, and told to who has not", async () => {
    const { service, api, call } = await asking({
      tracking: () => ({ status: 502, headers: { "retry-after": "30" } }),
    });
    expect(failureOf(await api.package("1", call(10_000)))).toMatchObject({ kind: "unavailable", waitMs: 30_000 });
    expect(service.requests("tracking")).toHaveLength(1);
  });

  test("of a backoff alone is not left out, nor begun without the time for it", async () => {
    const { service, api, call } = await asking({ tracking: inTurn({ status: 503 }, found) }, 1);
    answerOf(await api.package("1", call()));
    const [first = 0, second = 0] = service.requests("tracking").map(({ atMs }) => atMs);
    expect(second - first).toBeGreaterThanOrEqual(499);
    // Half a second, one and then two of backoff, which are more than is left.
    const hasty = await asking({ tracking: () => ({ status: 503 }) }, 1);
    expect(failureOf(await hasty.api.package("1", hasty.call(3_490)))).toMatchObject({ kind: "unavailable" });
    expect(hasty.service.requests("tracking")).toHaveLength(3);
  });

  test("after what may be repeated freely spends nothing of the one repetition of a lost answer", async () => {
    const { service, api, call } = await asking({ tracking: inTurn({ status: 503 }, { status: 500 }, found) }, 0);
    answerOf(await api.package("1", call()));
    expect(service.requests("tracking")).toHaveLength(3);
  });
});

describe("a 401 [G-token]", () => {
  test("that persists is two requests, on the last attempt it is none more", async () => {
    const persisting = await asking({ tracking: () => problem(401, "r") });
    expect(failureOf(await persisting.api.package("1", persisting.call())).kind).toBe("unauthorized");
    expect(persisting.service.requests("tracking")).toHaveLength(2);
    const late = await asking(
      { tracking: ({ number }) => (number < MAX_ATTEMPTS ? { status: 503 } : problem(401, "r")) },
      0,
    );
    expect(failureOf(await late.api.package("1", late.call())).kind).toBe("unauthorized");
    expect(late.service.requests("tracking")).toHaveLength(MAX_ATTEMPTS);
  });
});

describe("the order at the gate [G-rate-limit]", () => {
  test("after a cool-down is that of the calls, the refused one first, and alone", async () => {
    const { service, api, call, clock, until, held } = await asking({
      tracking: ({ number }) =>
        number === 1
          ? { status: 429, headers: { "retry-after": "60" } }
          : { ...(found as object), status: 200, delayMs: 80 },
    });
    const first = api.package("a", call(200_000));
    await held();
    const later = ["b", "c", "d"].map((id) => api.package(id, call(200_000)));
    await wait(50);
    expect(service.requests("tracking")).toHaveLength(1);
    // Less than a backoff more.
    clock.advance(60_010);
    expect((await until(2)).map(idOf)).toEqual(["a", "a"]);
    for (const result of await Promise.all([first, ...later])) answerOf(result);
    expect(service.requests("tracking").map(idOf)).toEqual(["a", "a", "b", "c", "d"]);
    const [, probe = 0, next = 0] = service.requests("tracking").map(({ atMs }) => atMs);
    expect(next - probe).toBeGreaterThanOrEqual(79);
  });

  test("who has a place already, and waits for a token when a cool-down begins, waits that out uncounted", async () => {
    const told = { refusal: false, token: false };
    const scripts = {
      token: async ({ number }) => {
        while (number > 1 && !told.token) await wait(5);
        return { status: 200, json: { access_token: `token-${number}`, expires_in: number === 1 ? 5 : 3600 } };
      },
      tracking: async ({ number }) => {
        if (number > 1) return found;
        while (!told.refusal) await wait(5);
        return { status: 429, headers: { "retry-after": "600" } };
      },
    } satisfies Parameters<typeof asking>[0];
    const { service, api, call, clock, lines, until, logged, held } = await asking(scripts, 0);
    const refused = api.package("a", call(5_000_000));
    await until(1);
    clock.advance(5_001);
    const waiting = api.package("b", call(5_000_000));
    while (service.requests("token").length < 2) await wait(5);
    told.refusal = true;
    await held();
    told.token = true;
    await logged("token exchanged", 2);
    await wait(50);
    expect(service.requests("tracking").map(idOf)).toEqual(["a"]);
    clock.advance(601_000);
    answerOf(await waiting);
    answerOf(await refused);
    expect(service.requests("tracking").map(idOf).toSorted()).toEqual(["a", "a", "b"]);
    expect(lines.join("")).not.toContain("HELD_BACK");
  });

  test("once one was answered after it, the others go side by side again", async () => {
    const { api, call, clock, until, held } = await asking({
      tracking: ({ number }) =>
        number === 1 ? { status: 429, headers: { "retry-after": "60" } } : number === 2 ? found : "hang",
    });
    const first = api.package("a", call(200_000));
    await held();
    clock.advance(61_000);
    answerOf(await first);
    const mine = ["b", "c", "d"].map((id) => {
      const own = call();
      return { own, asked: api.package(id, own) };
    });
    expect(await until(5)).toHaveLength(5);
    for (const { own } of mine) own.cancel();
    await Promise.all(mine.map(({ asked }) => asked));
  });

  test("who waits for one of eight places is told when its time is over, or that it was cancelled", async () => {
    const { service, api, call, clock, until } = await asking({ planning: () => "hang" });
    const open = Array.from({ length: 8 }, () => {
      const own = call();
      return { own, asked: api.plan({}, own) };
    });
    await until(8, "planning");
    const beganMs = clock.monotonicMs();
    const late = api.plan({}, call(1_000));
    const leaving = call();
    const left = api.plan({}, leaving);
    await wait(30);
    leaving.cancel();
    expect(failureOf(await left)).toEqual({ kind: "cancelled", product: "planning" });
    clock.advance(1_001);
    const failure = failureOf(await late);
    expect(failure).toMatchObject({ kind: "timeout", product: "planning", sent: false });
    if (failure.kind !== "timeout") return;
    expect(failure.afterMs).toBeGreaterThanOrEqual(1_000);
    expect(failure.afterMs).toBeLessThanOrEqual(clock.monotonicMs() - beganMs);
    for (const { own } of open) own.cancel();
    for (const { asked } of open) expect(failureOf(await asked).kind).toBe("outcome_unknown");
    expect(service.requests("planning")).toHaveLength(8);
  });
});
