import { expect, test } from "vitest";
import { answerOf, PACKAGE, startScripted } from "../support/client.ts";
import type { Scripted } from "../support/scripted-service.ts";

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const LIFE_S = 5;

/** An answer that comes when the test says so. */
function later(answer: Scripted) {
  let come = (): void => undefined;
  const coming = new Promise<Scripted>((resolve) => {
    come = () => resolve(answer);
  });
  return { coming, come: () => come() };
}

test("who had a place when a cool-down began, and no token yet, gives it back (DESIGN 4, rate limit)", async () => {
  const refusal = later({ status: 429, headers: { "retry-after": "1" } });
  const token = (number: number) => ({ status: 200, json: { access_token: `token-${number}`, expires_in: LIFE_S } });
  const second = later(token(2));
  let inFlight = 0;
  let most = 0;
  let isCrowded = false;
  const { service, api, call, clock } = await startScripted({
    token: ({ number }) => (number === 2 ? second.coming : token(number)),
    tracking: async ({ number }) => {
      if (number === 1) return refusal.coming;
      inFlight += 1;
      most = Math.max(most, inFlight);
      // Until it is seen how many come together.
      while (isCrowded) await wait(5);
      inFlight -= 1;
      return { status: 200, json: PACKAGE };
    },
  });
  const open = api.package("open", call(60_000));
  while (service.requests("tracking").length < 1) await wait(5);
  clock.advance(LIFE_S * 1_000);
  const others = Array.from({ length: 7 }, (_, index) => api.package(`other-${index}`, call(60_000)));
  while (service.requests("token").length < 2) await wait(5);
  refusal.come();
  while (api.status().coolDownSeconds.tracking === 0) await wait(5);
  second.come();
  await wait(50);
  expect(service.requests("tracking")).toHaveLength(1);
  clock.advance(1_500);
  for (const result of await Promise.all([open, ...others])) answerOf(result);
  most = 0;
  isCrowded = true;
  const crowd = Array.from({ length: 9 }, (_, index) => api.package(`crowd-${index}`, call(60_000)));
  while (most < 8) await wait(5);
  await wait(50);
  isCrowded = false;
  for (const result of await Promise.all(crowd)) answerOf(result);
  expect(most).toBe(8);
});
