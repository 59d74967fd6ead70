import { expect, test } from "vitest";
import { createLog } from "../../src/runtime/log.ts";
import { ManualClock } from "../support/manual-clock.ts";

async function logged(level: "trace" | "warn" | "silent", use: (log: ReturnType<typeof createLog>) => void) {
  const lines: string[] = [];
  const log = createLog({ level, clock: new ManualClock(Date.UTC(2026, 6, 9, 12)), write: (line) => lines.push(line) });
  use(log);
  await log.flush();
  return lines;
}

test("lines are JSON with time, level, fields and message, in the order logged", async () => {
  const lines = await logged("trace", (log) => {
    log.info({ product: "alerts" }, "first");
    log.error({}, "second");
  });
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { time: "2026-07-09T12:00:00.000Z", level: 30, product: "alerts", msg: "first" },
    { level: 50, msg: "second" },
  ]);
});

test("lines below the level are not written", async () => {
  const lines = await logged("warn", (log) => {
    log.info({}, "low");
    log.warn({}, "high");
  });
  expect(lines.map((line) => JSON.parse(line).msg)).toEqual(["high"]);
  expect(await logged("silent", (log) => log.error({}, "none"))).toEqual([]);
});

test("a concealed secret appears in no field and no message", async () => {
  const secret = 'pa"ss\\wörd & more';
  const [line = "", ...others] = await logged("trace", (log) => {
    log.conceal(secret);
    log.error({ secret, nested: { body: JSON.stringify({ secret }) } }, `it is ${secret}`);
  });
  expect(others).toEqual([]);
  expect(line).not.toMatch(/wörd/);
  expect(JSON.parse(line).msg).toBe("it is [secret]");
});
