import { describe, expect, test } from "vitest";
import { type Fault, readFaultScript } from "../../src/sandbox/faults.ts";
import type { Client } from "./client.ts";
import { PLAN } from "./plan.ts";
import { running } from "./running.ts";

/** The outcome of one look-up: its status, `unreadable`, or `broken`. */
async function outcome(client: Client): Promise<string> {
  return client.package("10042").then(
    ({ status, json }) => `${status}${"orderNumber" in json ? "" : " unreadable"}`,
    () => "broken",
  );
}

describe("the sandbox's faults", () => {
  test.each<[Fault["kind"], string, boolean]>([
    ["reset", "broken", true],
    ["truncate", "200 unreadable", true],
    ["html", "200 unreadable", true],
    ["status", "503 unreadable", false],
    ["rate-limit", "429 unreadable", false],
  ])(
    "[1.5-retries] %s looks like %s to the client and is billed: %s; the repetition is billed anew",
    async (kind, looks, billed) => {
      const { sandbox, client } = await running({ faults: [{ product: "tracking", kind }] });
      expect(await outcome(client)).toBe(looks);
      expect(sandbox.requestsOf("tracking")[0]).toMatchObject({ fault: kind, billed });
      expect(sandbox.ledger.billed("tracking")).toBe(billed ? 1 : 0);
      expect(await outcome(client)).toBe("200");
      expect(sandbox.ledger.billed("tracking")).toBe(billed ? 2 : 1);
    },
  );

  test("hit their product in order, each as often as scripted", async () => {
    const { sandbox, client } = await running({
      faults: [
        { product: "tracking", kind: "status", status: 500, times: 2 },
        { product: "alerts", kind: "status", status: 503, detail: "try later", times: "always" },
      ],
    });
    sandbox.inject({ product: "any", kind: "status", status: 502 });
    const statuses = [];
    for (let turn = 0; turn < 4; turn += 1) statuses.push((await client.package("10042")).status);
    expect(statuses).toEqual([500, 500, 502, 200]);
    for (let turn = 0; turn < 3; turn += 1)
      expect((await client.alerts()).json).toMatchObject({ status: 503, detail: "try later" });
    expect((await client.risk()).status).toBe(200);
    sandbox.clearFaults();
    expect((await client.alerts()).status).toBe(200);
  });

  test("leave a plan in place if its answer is lost, unless the fault comes before the plan", async () => {
    const { sandbox, client } = await running({
      faults: [
        { product: "planning", kind: "reset" },
        { product: "planning", kind: "reset", processed: false },
        { product: "planning", kind: "status", status: 504, processed: true },
      ],
    });
    await expect(client.plan(PLAN)).rejects.toThrow();
    expect(sandbox.ledger.billed("planning")).toBe(1);
    await expect(client.plan(PLAN)).rejects.toThrow();
    // This plan exists, but its record has an error: not billed (service.md 1.5).
    expect((await client.plan(PLAN)).status).toBe(504);
    expect(sandbox.ledger.billed("planning")).toBe(1);
    expect((await client.plan(PLAN)).json["shipmentId"]).toMatch(/0003$/);
  });
});

describe("a fault script", () => {
  test("is read with every field as written", () => {
    const faults = [
      { product: "alerts", kind: "rate-limit", retryAfterS: 2, times: 2 },
      { product: "any", kind: "status", status: 502 },
      { product: "planning", kind: "reset", delayMs: 50, times: "always" },
    ];
    expect(readFaultScript(JSON.stringify(faults))).toEqual({ faults });
  });

  test.each([
    ["nonsense", "the fault script is not JSON"],
    ['[{"product":"any","kind":"reset"},{"product":"x","kind":"reset"}]', "fault 2, product: Invalid option: "],
    [
      '[{"product":"alerts","kind":"explode"}]',
      'fault 1, kind: Invalid option: expected one of "status"|"rate-limit"|',
    ],
    ['[{"product":"any","kind":"reset","times":"often"}]', 'fault 1, times: expected a whole number, or "always"'],
    ['[{"product":"any","kind":"reset","time":2}]', 'fault 1: Unrecognized key: "time"'],
  ])("refuses %s", (text, wrong) => {
    expect(readFaultScript(text)).toEqual({ wrong: expect.stringContaining(wrong) });
  });
});
