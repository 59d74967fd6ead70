import { describe, expect, test } from "vitest";
import { answerOf, failureOf, inTurn, PACKAGE, startClient, startScripted } from "../../support/client.ts";
import { MAX_ATTEMPTS } from "../../support/contract.ts";
import { passing, quiet, until } from "../../support/events.ts";
import { problem, type Received, type Script, type Scripted } from "../../support/scripted-service.ts";

const found: Scripted = { status: 200, json: PACKAGE };

/** A client against scripted answers. `chance` is its random number for each backoff. */
async function asking(scripts: Partial<Record<"token" | "tracking" | "planning", Script>>, chance = 0.5) {
  const { service } = await startScripted(scripts);
  const client = startClient(service.environment, () => chance);
  /** Resolves once the log holds `message`. By then the client has decided how to go on. */
  const logged = (message: string) => until(() => client.lines.some((line) => line.includes(message)));
  return { service, logged, ...client };
}
const idOf = ({ url }: Received): string => url.pathname.slice(url.pathname.lastIndexOf("/") + 1);

describe("the wait between two attempts [G-retry]", () => {
  test("adds a backoff to a 502's Retry-After, and holds no other call of the product", async () => {
    const { service, api, call, clock, logged } = await asking({
      tracking: inTurn({ status: 502, headers: { "retry-after": "30" } }, found),
    });
    const asked = api.package("1", call(60_000));
    await logged("request failed");
    clock.advance(29_000);
    await quiet();
    expect(service.requests("tracking"), "30 s and half a backoff, never less").toHaveLength(1);
    answerOf(await api.package("2", call()));
    clock.advance(1_300);
    answerOf(await asked);
    expect(service.requests("tracking").map(idOf)).toEqual(["1", "2", "1"]);
  });

  test("fails the call at once if it exceeds the call's time, and the failure names it", async () => {
    const { service, api, call } = await asking({
      tracking: () => ({ status: 502, headers: { "retry-after": "30" } }),
    });
    expect(failureOf(await api.package("1", call(10_000)))).toMatchObject({ kind: "unavailable", waitMs: 30_000 });
    expect(service.requests("tracking")).toHaveLength(1);
  });

  test("is a backoff after a 503 without Retry-After, and does not begin if it outlasts the call", async () => {
    const { service, api, call, clock, logged } = await asking({ tracking: inTurn({ status: 503 }, found) }, 1);
    const asked = api.package("1", call());
    await logged("request failed");
    await quiet();
    expect(service.requests("tracking")).toHaveLength(1);
    // A 503 without Retry-After holds no other call back (G-rate-limit).
    expect(api.status().coolDownSeconds.tracking).toBe(0);
    answerOf(await passing(clock, asked));
    // Backoffs of 0.5 s and 1 s fit into the call. The third, of 2 s, does not.
    const hasty = await asking({ tracking: () => ({ status: 503 }) }, 1);
    const late = passing(hasty.clock, hasty.api.package("1", hasty.call(3_490)));
    expect(failureOf(await late)).toMatchObject({ kind: "unavailable" });
    expect(hasty.service.requests("tracking")).toHaveLength(3);
  });

  test("after a 503 does not use up the one retry that a 500 allows", async () => {
    const { service, api, call } = await asking({ tracking: inTurn({ status: 503 }, { status: 500 }, found) }, 0);
    answerOf(await api.package("1", call()));
    expect(service.requests("tracking")).toHaveLength(3);
  });
});

test("[G-token] a 401 that persists costs two requests, and on the last attempt no more", async () => {
  const persisting = await asking({ tracking: () => problem(401, "r") });
  expect(failureOf(await persisting.api.package("1", persisting.call())).kind).toBe("unauthorized");
  expect(persisting.service.requests("tracking")).toHaveLength(2);
  const late = await asking(
    { tracking: ({ number }) => (number < MAX_ATTEMPTS ? { status: 503 } : problem(401, "r")) },
    0,
  );
  expect(failureOf(await late.api.package("1", late.call())).kind).toBe("unauthorized");
  expect(late.service.requests("tracking")).toHaveLength(MAX_ATTEMPTS);
  await late.api.package("2", late.call());
  expect(late.service.requests("tracking")[MAX_ATTEMPTS]?.headers.authorization).toBe("Bearer token-number-2");
});
