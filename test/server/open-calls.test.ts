import { expect, test } from "vitest";
import { OpenCalls } from "../../src/server/open-calls.ts";

test("giving up cancels open calls and later ones, and each still ends with its answer", async () => {
  const calls = new OpenCalls();
  const context = { signal: new AbortController().signal };
  let letEnd: () => void = () => undefined;
  const open = calls.run(context, async ({ signal }) => {
    await new Promise<void>((resolve) => {
      letEnd = resolve;
    });
    return signal.aborted;
  });
  calls.giveUp();
  expect(await calls.run(context, async ({ signal }) => signal.aborted)).toBe(true);
  letEnd();
  expect(await open).toBe(true);
  await calls.idle();
});
