import { describe, expect, test } from "vitest";
import { readFaultScript } from "../../src/sandbox/faults.ts";

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
    ["{}", "the fault script: Invalid input: expected array"],
    ['[{"product":"any","kind":"reset"},{"product":"x","kind":"reset"}]', "fault 2, product: Invalid option: "],
    [
      '[{"product":"alerts","kind":"explode"}]',
      'fault 1, kind: Invalid option: expected one of "status"|"rate-limit"|',
    ],
    ['[{"product":"any","kind":"status","status":99}]', "fault 1, status: Too small: expected number to be >=200"],
    ['[{"product":"any","kind":"reset","times":"often"}]', 'fault 1, times: expected a whole number, or "always"'],
    ['[{"product":"any","kind":"reset","time":2}]', 'fault 1: Unrecognized key: "time"'],
  ])("refuses %s", (text, wrong) => {
    expect(readFaultScript(text)).toEqual({ wrong: expect.stringContaining(wrong) });
  });
});
