import fc from "fast-check";
import { expect, test } from "vitest";
import { retryAfterMs } from "../../src/api/retry-after.ts";

const NOW_MS = Date.UTC(2026, 6, 9, 12);

/** A wait in seconds as a header may ask for it, given the response's own date. */
const asked = fc.record({
  seconds: fc.integer({ min: 0, max: 400_000 }),
  form: fc.constantFrom("seconds", "fraction", "date"),
});

function written({ seconds, form }: { seconds: number; form: string }, sentMs: number): string {
  if (form === "date") return new Date(sentMs + seconds * 1_000).toUTCString();
  return form === "seconds" ? String(seconds) : `${seconds}.5`;
}

const junk = fc.oneof(fc.constantFrom("-5", "soon", "1e3", "0x10", "NaN", "∞", ""), fc.string());

test("of any list the wait is never less than one of its members asks, whatever the local clock shows", () => {
  fc.assert(
    fc.property(
      fc.array(asked, { minLength: 1, maxLength: 4 }),
      fc.array(junk, { maxLength: 2 }),
      fc.integer({ min: -400_000, max: 400_000 }),
      (waits, others, clockOffS) => {
        const headers = [...waits.map((one) => written(one, NOW_MS)), ...others];
        const waitMs = retryAfterMs(headers, new Date(NOW_MS).toUTCString(), NOW_MS + clockOffS * 1_000);
        for (const { seconds, form } of waits) {
          expect(waitMs).toBeGreaterThanOrEqual(seconds * 1_000 + (form === "fraction" ? 500 : 0));
        }
      },
    ),
  );
});

test("numbers joined by commas count like headers of their own", () => {
  fc.assert(
    fc.property(fc.array(fc.nat(100_000), { minLength: 1 }), (seconds) => {
      expect(retryAfterMs(seconds.join(", "), undefined, NOW_MS)).toBe(Math.max(...seconds) * 1_000);
    }),
  );
});

test("a date that has passed asks for no wait, and never for less", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10 ** 9 }), fc.boolean(), (agoS, hasDate) => {
      const header = new Date(NOW_MS - agoS * 1_000).toUTCString();
      expect(retryAfterMs(header, hasDate ? new Date(NOW_MS).toUTCString() : undefined, NOW_MS)).toBe(0);
    }),
  );
});
