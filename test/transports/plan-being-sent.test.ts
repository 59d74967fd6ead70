import { once } from "node:events";
import { describe, expect, onTestFinished, test } from "vitest";
import { startSandbox } from "../support/sandbox.ts";
import { INITIALIZE, INITIALIZED, startProcess } from "../support/server-process.ts";
import { ShiftedClock } from "../support/shifted-clock.ts";

type ServerProcess = ReturnType<typeof startProcess>;

describe("a plan that is being sent [G-plan-once]", () => {
  const PLAN = {
    id: 7,
    method: "tools/call",
    params: {
      name: "plan_shipment",
      arguments: { origin: "38118", destination: "85001", parcel: { length: 10, width: 8, height: 6, weight: 5 } },
    },
  };

  /** A server whose plan has reached the service, which answers when told to. */
  async function planning() {
    const clock = new ShiftedClock();
    const service = await startSandbox({ clock, faults: [{ product: "planning", kind: "pass", delayMs: 600_000 }] });
    onTestFinished(() => service.close());
    const server = startProcess([], {
      ...service.environment,
      COLDROUTE_TIMEOUT_MS: "60000",
      COLDROUTE_MAX_WAIT_MS: "60000",
    });
    server.send(INITIALIZE, INITIALIZED, PLAN);
    await server.line();
    await expect.poll(() => service.requestsOf("planning")).toHaveLength(1);
    return { server, service, answer: () => clock.advance(600_000) };
  }

  /** The log line of the plan's call. */
  const outcomeIn = (stderr: string): unknown =>
    stderr
      .split("\n")
      .filter((line) => line.includes('"tool call"'))
      .map((line) => JSON.parse(line))[0];

  test.each([
    ["stdin ends", ({ child }: ServerProcess) => void child.stdin.end()],
    ["SIGTERM comes", ({ child }: ServerProcess) => void child.kill("SIGTERM")],
    [
      "its client cancels it",
      (server: ServerProcess) => {
        server.send({ method: "notifications/cancelled", params: { requestId: 7 } });
        server.child.stdin.end();
      },
    ],
    [
      "nobody reads any more",
      (server: ServerProcess) => {
        server.child.stdout.destroy();
        server.send({ id: 8, method: "ping" });
      },
    ],
  ])("is finished and logged though %s", async (_, end) => {
    const { server, service, answer } = await planning();
    end(server);
    // Longer than any other open request is waited for.
    const exit = once(server.child, "exit");
    const isOver = await Promise.race([
      exit.then(() => true),
      new Promise<false>((resolve) => setTimeout(() => resolve(false), 6_000)),
    ]);
    expect(isOver).toBe(false);
    answer();
    expect((await exit)[0]).toBe(0);
    await expect.poll(() => outcomeIn(server.stderr())).toBeDefined();
    expect(service.requestsOf("planning")[0]).toMatchObject({ status: 201 });
    expect(outcomeIn(server.stderr())).toMatchObject({
      tool: "plan_shipment",
      outcome: "answered",
      billableRequests: 1,
    });
  });
});
