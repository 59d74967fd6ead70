import { describe, expect, it } from "vitest";
import { readFaultScript } from "../../src/sandbox/fault-script.ts";
import { containing } from "./matchers.ts";

describe("a fault script", () => {
  it("is read from JSON", () => {
    const faults = [{ product: "alerts", kind: "status", status: 429, headers: { "Retry-After": "2" }, times: 2 }];
    expect(readFaultScript(JSON.stringify(faults))).toEqual({ faults });
  });

  it("names the kind of the short forms of DESIGN 5", () => {
    const short =
      '[{"product":"alerts","status":500,"times":2},{"product":"any","hang":true},{"product":"risk","html":true,"status":502}]';
    expect(readFaultScript(short)).toEqual({
      faults: [
        { product: "alerts", kind: "status", status: 500, times: 2 },
        { product: "any", kind: "hang" },
        { product: "risk", kind: "html", status: 502 },
      ],
    });
  });

  it.each([
    ["nonsense", "not JSON"],
    ["{}", "array"],
    ["[7]", "fault 0: must be an object"],
    ['[{"kind":"reset"}]', "fault 0: product"],
    ['[{"product":"alerts","kind":"explode"}]', "fault 0: kind"],
    ['[{"product":"alerts","kind":"reset"},{"product":"x","kind":"reset"}]', "fault 1: product"],
    ['[{"product":"alerts","kind":"status","status":99}]', "fault 0: status"],
    ['[{"product":"alerts","kind":"reset","time":2}]', "fault 0: time"],
  ])("refuses %s", (text, wrong) => {
    expect(readFaultScript(text)).toEqual({ wrong: containing(wrong) });
  });
});
