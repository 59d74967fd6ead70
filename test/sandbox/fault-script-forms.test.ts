import fc from "fast-check";
import { expect, test } from "vitest";
import { readFaultScript } from "../../src/sandbox/fault-script.ts";
import { FAULT_KINDS } from "../../src/sandbox/faults.ts";

const fields = {
  times: fc.oneof(fc.constant("always"), fc.nat()),
  delayMs: fc.nat(),
  processed: fc.boolean(),
  status: fc.integer({ min: 200, max: 599 }),
  headers: fc.dictionary(fc.constantFrom("Retry-After", "Date"), fc.oneof(fc.string(), fc.array(fc.string()))),
  body: fc.jsonValue(),
  contentType: fc.string(),
  problem: fc.boolean(),
  detail: fc.string(),
  requestId: fc.boolean(),
  location: fc.string(),
  offsetBytes: fc.integer(),
};
const product = fc.constantFrom("any", "token", "alerts", "risk", "planning", "tracking");
const kind = fc.constantFrom(...Object.keys(FAULT_KINDS));
const fault = fc.record({ product, kind, ...fields }, { requiredKeys: ["product", "kind"] });

/** Through JSON, where -0 is 0. */
const asSent = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

test("a script of faults is read as it is written", () => {
  fc.assert(
    fc.property(fc.array(fault), (faults) => {
      expect(readFaultScript(JSON.stringify(faults))).toEqual({ faults: asSent(faults) });
    }),
  );
});

test("the short form of a fault means the long one", () => {
  // `body` and `status` are fields too, and `status` alone is a form of its own.
  const short = kind.filter((name) => !Object.hasOwn(fields, name));
  fc.assert(
    fc.property(product, short, fc.nat(), (where, name, times) => {
      const read = readFaultScript(JSON.stringify([{ product: where, [name]: true, times }]));
      expect(read).toEqual({ faults: [{ product: where, kind: name, times }] });
    }),
  );
});

test("one thing wrong makes the script wrong, and tells in which fault", () => {
  const wrong = fc.oneof(
    fc.constantFrom<object>(
      { product: "x" },
      { product: 1 },
      { kind: "x" },
      { kind: "toString" },
      { status: 199 },
      { status: 600 },
    ),
    fc.constantFrom<object>(
      { status: "200" },
      { times: -1 },
      { times: 1.5 },
      { times: "never" },
      { delayMs: -1 },
      { headers: [1] },
    ),
    fc.constantFrom<object>(
      { headers: { a: 1 } },
      { headers: null },
      { problem: 1 },
      { detail: null },
      { offsetBytes: 0.5 },
    ),
    fc.constantFrom("time", "constructor", "hasOwnProperty").map((name) => ({ [name]: 1 })),
  );
  fc.assert(
    fc.property(fc.array(fault, { maxLength: 3 }), fault, wrong, (before, base, change) => {
      const read = readFaultScript(JSON.stringify([...before, { ...base, ...change }]));
      expect(read).toEqual({ wrong: expect.stringMatching(`^fault ${before.length}: `) });
    }),
    { numRuns: 400 },
  );
});

test("no text at all makes the reader throw", () => {
  const text = fc.oneof(
    fc.string(),
    fc.json(),
    fc.array(fc.jsonValue()).map((value) => JSON.stringify(value)),
  );
  fc.assert(
    fc.property(text, (script) => {
      const read = readFaultScript(script);
      expect("faults" in read || typeof read.wrong === "string").toBe(true);
    }),
  );
});
