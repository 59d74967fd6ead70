import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseHttpDate, retryAfterMs } from "../../src/api/retry-after.ts";

const now = Date.UTC(2026, 6, 9, 12, 0, 0);

describe("Retry-After (RFC 9110 section 10.2.3)", () => {
  test.each([["Fri, 10 Jul 2026 12:00:30 GMT"], ["Friday, 10-Jul-26 12:00:30 GMT"], ["Fri Jul 10 12:00:30 2026"]])(
    "the HTTP-date form %s is read as UTC",
    (text) => {
      expect(parseHttpDate(text, now)).toBe(Date.UTC(2026, 6, 10, 12, 0, 30));
    },
  );

  test("a one-digit day of the third form is padded with a blank", () => {
    expect(parseHttpDate("Sun Nov  6 08:49:37 1994", now)).toBe(Date.UTC(1994, 10, 6, 8, 49, 37));
  });

  test("a two-digit year more than 50 years ahead lies in the past century", () => {
    expect(parseHttpDate("Sunday, 06-Nov-94 08:49:37 GMT", now)).toBe(Date.UTC(1994, 10, 6, 8, 49, 37));
  });

  test.each(["Tue, 31 Feb 2026 10:00:00 GMT", "Fri, 10 Jul 2026 24:00:00 GMT", "tomorrow", "", "2026-07-10T12:00:00Z"])(
    "%j is no HTTP-date",
    (text) => {
      expect(parseHttpDate(text, now)).toBeUndefined();
    },
  );

  test("a date is held against the response's own Date, not against a wrong local clock", () => {
    const anHourFast = now + 3_600_000;
    const wait = retryAfterMs("Thu, 09 Jul 2026 12:00:20 GMT", "Thu, 09 Jul 2026 12:00:05 GMT", anHourFast);
    expect(wait).toBe(15_000);
  });

  test("a date in the past asks for no wait, a negative number is unreadable", () => {
    expect(retryAfterMs("Thu, 09 Jul 2026 11:00:00 GMT", undefined, now)).toBe(0);
    expect(retryAfterMs("-5", undefined, now)).toBeUndefined();
  });

  test("of repeated headers the longest wait counts, an unreadable one beside it does not", () => {
    expect(retryAfterMs(["2", "soon", "7"], undefined, now)).toBe(7_000);
  });

  test("seconds are never shortened, however many", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 30n }), (seconds) => {
        const wait = retryAfterMs(String(seconds), undefined, now);
        expect(wait).toBeGreaterThanOrEqual(Math.min(Number(seconds) * 1000, Number.MAX_SAFE_INTEGER));
        expect(Number.isFinite(wait)).toBe(true);
      }),
    );
  });

  test("whatever the header says, the wait is missing or not negative", () => {
    fc.assert(
      fc.property(fc.string(), fc.option(fc.string(), { nil: undefined }), (value, date) => {
        expect(retryAfterMs(value, date, now) ?? 0).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  test("a date of any second of the century, in each form, waits until exactly then", () => {
    const times = fc.integer({
      min: now / 1000,
      max: Date.UTC(2070, 0, 1) / 1000,
    });
    fc.assert(
      fc.property(times, (seconds) => {
        const imf = new Date(seconds * 1000).toUTCString();
        const [, day = "", month = "", year = "", time = ""] = /, (\d\d) (\w{3}) (\d{4}) (\S+) GMT/.exec(imf) ?? [];
        const asctime = `${imf.slice(0, 3)} ${month} ${day.replace(/^0/, " ")} ${time} ${year}`;
        const rfc850 = `Thursday, ${day}-${month}-${year.slice(2)} ${time} GMT`;
        for (const form of [imf, asctime, rfc850]) {
          expect(retryAfterMs(form, new Date(now).toUTCString(), now)).toBe(seconds * 1000 - now);
        }
      }),
    );
  });
});
