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
    ["nonsense", "the fault script is not JSON"],
    ["{}", "the fault script should be a list of faults"],
    ["[7]", "fault 1 should be an object of product, kind, times, "],
    ['[{"kind":"reset"}]', "fault 1, product should be one of token, alerts, "],
    ['[{"product":"alerts","kind":"explode"}]', "fault 1, kind should be one of status, rate-limit, "],
    ['[{"product":"any","kind":"reset"},{"product":"x","kind":"reset"}]', "fault 2, product should be one of token, "],
    ['[{"product":"any","kind":"status","status":99}]', "fault 1, status should be a status from 200 to 599"],
    ['[{"product":"any","kind":"reset","times":-1}]', "fault 1, times should be a whole number, 0 or more"],
    ['[{"product":"any","kind":"reset","times":"often"}]', '0 or more, or "always"'],
    ['[{"product":"any","kind":"slow","delayMs":1.5}]', "fault 1, delayMs should be a whole number, 0 or more"],
    ['[{"product":"any","kind":"html","headers":{"a":1}}]', "fault 1, headers, a should be a text"],
    ['[{"product":"any","kind":"reset","time":2}]', "fault 1 has no time, but product, kind, times, "],
  ])("refuses %s", (text, wrong) => {
    expect(readFaultScript(text)).toEqual({ wrong: expect.stringContaining(wrong) });
  });
});
