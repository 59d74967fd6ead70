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

  test("the last year that a two-digit one may mean is fifty ahead", () => {
    expect(parseHttpDate("Friday, 10-Jul-76 12:00:00 GMT", now)).toBe(Date.UTC(2076, 6, 10, 12));
    expect(parseHttpDate("Sunday, 10-Jul-77 12:00:00 GMT", now)).toBe(Date.UTC(1977, 6, 10, 12));
    expect(parseHttpDate("Friday, 10-Jul-05 12:00:00 GMT", Date.UTC(2150, 0, 1))).toBe(Date.UTC(2105, 6, 10, 12));
  });

  test("each month is known, in any case, and blanks around are not looked at", () => {
    for (const [month, name] of "Jan feb MAR Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ").entries()) {
      expect(parseHttpDate(` Fri, 10 ${name} 2026 23:59:59 gmt `, now)).toBe(Date.UTC(2026, month, 10, 23, 59, 59));
    }
  });

  test.each([
    "Tue, 31 Feb 2026 10:00:00 GMT",
    "Fri, 10 Jul 2026 24:00:00 GMT",
    "Fri, 10 Jul 2026 12:60:00 GMT",
    "Fri, 00 Jul 2026 12:00:00 GMT",
    "Fri, 10 Jol 2026 12:00:00 GMT",
    "Fri, 1 Jul 2026 12:00:00 GMT",
    "Fri, 10 Jul 26 12:00:00 GMT",
    "Fri, 10 Jul 2026 1:00:00 GMT",
    "Fri, 10 Jul 2026 12:0:00 GMT",
    "Fri, 10 Jul 2026 12:00:0 GMT",
    "Fri, 10 Jul 2026 12:00:00",
    "Fri, 10 Jul 2026 12:00:00 GMT+1",
    "on Fri, 10 Jul 2026 12:00:00 GMT",
    "Friday, 10 Jul 2026 12:00:00 GMT",
    "Fri, 10-Jul-26 12:00:00 GMT",
    "Wednesdays, 10-Jul-26 12:00:00 GMT",
    "on Friday, 10-Jul-26 12:00:00 GMT",
    "Friday, 10-Jul-26 12:00:00 GMT x",
    "Friday, 1-Jul-26 12:00:00 GMT",
    "Friday, 10-Jul-2026 12:00:00 GMT",
    "Friday Jul 10 12:00:30 2026",
    "on Fri Jul 10 12:00:30 2026",
    "Fri Jul 10 12:00:30 2026 GMT",
    "Fri Jul 1 12:00:30 2026",
    "Fri Jul 10 12:00:30 26",
    "F5i Jul 10 12:00:30 2026",
    "tomorrow",
    "",
    "2026-07-10T12:00:00Z",
  ])("%j is no HTTP-date", (text) => {
    expect(parseHttpDate(text, now)).toBeUndefined();
  });

  test.each<[string | string[] | undefined, number | undefined]>([
    ["120", 120_000],
    [" 7 ", 7_000],
    ["0", 0],
    ["1.2341", 1_235],
    ["2, 7", 7_000],
    ["2,7,", 7_000],
    ["Thu, 09 Jul 2026 12:00:20 GMT", 20_000],
    [["Thu, 09 Jul 2026 12:00:20 GMT", "30"], 30_000],
    ["2, soon", undefined],
    ["soon 5, 7", undefined],
    ["-5", undefined],
    ["5 s", undefined],
    ["s 5", undefined],
    ["1.", undefined],
    [".5", undefined],
    ["1.5.5", undefined],
    ["1e3", undefined],
    ["", undefined],
    [[], undefined],
    [undefined, undefined],
  ])("%j asks for %j ms", (value, expected) => {
    expect(retryAfterMs(value, undefined, now)).toBe(expected);
  });

  test("a Date that cannot be read does not count", () => {
    expect(retryAfterMs("Thu, 09 Jul 2026 12:00:20 GMT", "yesterday", now)).toBe(20_000);
  });

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
    const seconds = fc.integer({ min: 0, max: Date.UTC(2150, 0, 1) / 1000 });
    const date = fc.tuple(seconds, fc.nat(2)).map(([atS, form]) => httpDates(atS * 1000)[form] ?? "");
    const number = fc
      .tuple(fc.constantFrom("", "+", "-"), fc.oneof(fc.nat(), fc.double()))
      .map((parts) => parts.join(""));
    const one = fc.oneof(fc.string(), date, number);
    const list = fc.array(one);
    const header = fc.oneof(
      one,
      list,
      list.map((values) => values.join(", ")),
    );
    fc.assert(
      fc.property(header, fc.option(fc.oneof(fc.string(), date), { nil: undefined }), (value, sent) => {
        expect(retryAfterMs(value, sent, now) ?? 0).toBeGreaterThanOrEqual(0);
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
        for (const form of httpDates(seconds * 1000)) {
          expect(retryAfterMs(form, new Date(now).toUTCString(), now)).toBe(seconds * 1000 - now);
        }
      }),
    );
  });
});

/** A time in each form of an HTTP-date (RFC 9110 section 5.6.7). */
function httpDates(epochMs: number): readonly string[] {
  const imf = new Date(epochMs).toUTCString();
  const [, day = "", month = "", year = "", time = ""] = /, (\d\d) (\w{3}) (\d{4}) (\S+) GMT/.exec(imf) ?? [];
  const asctime = `${imf.slice(0, 3)} ${month} ${day.replace(/^0/, " ")} ${time} ${year}`;
  return [imf, asctime, `Thursday, ${day}-${month}-${year.slice(2)} ${time} GMT`];
}
