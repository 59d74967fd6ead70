import { expect, test } from "vitest";
import { failureOf, startScripted } from "../support/client.ts";
import type { Received } from "../support/scripted-service.ts";

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const idOf = ({ url }: Received): string => url.pathname.slice(url.pathname.lastIndexOf("/") + 1);

test("who goes alone after a cool-down, and is cancelled under way, leaves that to the next (DESIGN 4, rate limit)", async () => {
  const { service, api, call, clock } = await startScripted({
    tracking: ({ number }) => (number === 1 ? { status: 429, headers: { "retry-after": "60" } } : "hang"),
  });
  const asking = ["a", "b", "c"].map((id) => ({ id, own: call(200_000) }));
  const asked: ReturnType<typeof api.package>[] = [];
  for (const { id, own } of asking) {
    asked.push(api.package(id, own));
    while (service.requests("tracking").length < 1) await wait(5);
    while (api.status().coolDownSeconds.tracking === 0) await wait(5);
  }
  clock.advance(61_000);
  while (service.requests("tracking").length < 2) await wait(5);
  asking[0]?.own.cancel();
  while (service.requests("tracking").length < 3) await wait(5);
  await wait(50);
  expect(service.requests("tracking").map(idOf)).toEqual(["a", "a", "b"]);
  for (const { own } of asking) own.cancel();
  for (const result of await Promise.all(asked)) expect(failureOf(result).kind).toBe("cancelled");
});
