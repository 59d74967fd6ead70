import { describe, expect, test } from "vitest";
import { readFaultScript } from "../../src/sandbox/fault-script.ts";

describe("a fault script", () => {
  test("is read with every field as written", () => {
    const faults = [
      { product: "alerts", kind: "rate-limit", retryAfterS: 2, times: 2 },
      { product: "any", kind: "status", status: 502, headers: { "Retry-After": "2" }, detail: "later" },
      { product: "planning", kind: "reset", processed: false, delayMs: 50, times: "always" },
    ];
    expect(readFaultScript(JSON.stringify(faults))).toEqual({ faults });
  });

  test.each([
    ["nonsense", "not JSON"],
    ["{}", "the fault script: "],
    ["[7]", "fault 0: "],
    ['[{"kind":"reset"}]', "fault 0: product"],
    ['[{"product":"alerts","kind":"explode"}]', 'fault 0: kind: Invalid option: expected one of "status"'],
    ['[{"product":"alerts","kind":"reset"},{"product":"x","kind":"reset"}]', "fault 1: product"],
    ['[{"product":"alerts","kind":"status","status":99}]', "fault 0: status"],
    ['[{"product":"alerts","kind":"reset","times":-1}]', "fault 0: times"],
    ['[{"product":"alerts","kind":"reset","time":2}]', 'Unrecognized key: "time"'],
  ])("refuses %s", (text, wrong) => {
    expect(readFaultScript(text)).toEqual({ wrong: expect.stringContaining(wrong) });
  });
});
