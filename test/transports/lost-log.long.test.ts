import { openSync } from "node:fs";
import { expect, test } from "vitest";
import { callOf, post } from "../http/running.ts";
import { PLAN, startHeldBack } from "../support/held-back.ts";
import { INITIALIZE, MAIN_FILE, parse, startProcess } from "../support/server-process.ts";

// Lines in these tests are more than a pipe of 64 KiB holds; 12,000 lines are also more than the log holds for a reader.
type Child = ReturnType<typeof startProcess>["child"];

/** Ways to lose the log: where standard error goes, and what happens to its reader. */
const LOSSES: readonly (readonly [string, { to?: "closed" | "/dev/full"; befall?: (child: Child) => void }])[] = [
  ["the log's reader has gone", { befall: ({ stderr }) => stderr?.destroy() }],
  ["the log's reader is stuck", { befall: ({ stderr }) => stderr?.pause() }],
  ["the log's disk is full", { to: "/dev/full" }],
  ["the log was closed from the start", { to: "closed" }],
];

/** A server whose log is lost, and whose service holds back every plan until `answer` is called. */
async function startLosing([, { to, befall }]: (typeof LOSSES)[number], ...args: readonly string[]) {
  const { environment, ...held } = await startHeldBack("planning");
  const stderrTo = to === "/dev/full" ? openSync(to, "w") : (to ?? "pipe");
  const server = startProcess(args, environment, MAIN_FILE, stderrTo);
  return { ...held, server, lose: () => befall?.(server.child) };
}

test.each(LOSSES)("stdio: a plan is answered and the process ends, although %s", async (...loss) => {
  const { service, server, answer, lose } = await startLosing(loss);
  lose();
  server.send(INITIALIZE, ...Array.from({ length: 1_000 }, () => "each line of junk is logged"));
  server.send({ id: 7, method: "tools/call", params: PLAN }, { id: 8, method: "tools/list" });
  await expect.poll(() => service.requestsOf("planning")).toHaveLength(1);
  server.child.kill("SIGTERM");
  answer();
  expect(await server.exited()).toBe(0);
  const answers = server.lines.map(parse);
  expect(answers.find(({ id }) => id === 7)).toMatchObject({ result: { structuredContent: { plans: [{}] } } });
});

// What befalls the log is the same for every transport: HTTP adds the drain.
test.each(LOSSES.slice(1, 3))("HTTP: a plan is answered and the drain is observed, although %s", async (...loss) => {
  const { service, server, answer, lose } = await startLosing(loss, "http", "--port", "0");
  const url = /http:\S+/.exec(await server.line())?.[0] ?? "";
  lose();
  for (let round = 0; round < 16; round += 1)
    await Promise.all(Array.from({ length: 50 }, () => fetch(new URL("/nothing", url))));
  const plan = post(url, callOf(1, PLAN.name, PLAN.arguments)).then((response) => response.text());
  await expect.poll(() => service.requestsOf("planning")).toHaveLength(1);
  server.child.kill("SIGTERM");
  await expect.poll(async () => (await fetch(new URL("/readyz", url))).status).toBe(503);
  answer();
  expect(await plan).toContain("Planned");
  expect(await server.exited()).toBe(0);
});

test("lines that nobody reads are dropped, and the next line that is read counts them", async () => {
  const { server, lose } = await startLosing(LOSSES[1] as (typeof LOSSES)[number]);
  lose();
  server.send(INITIALIZE, ...Array.from({ length: 12_000 }, () => "each line of junk is logged"));
  await expect.poll(() => server.lines.length, { timeout: 60_000 }).toBe(12_001);
  server.child.stderr?.resume();
  await expect
    .poll(() => {
      server.send("one more");
      return server.stderr();
    })
    .toMatch(/"lostLines":\d+/);
});
