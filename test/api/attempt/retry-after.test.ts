import { describe, expect, test } from "vitest";
import { retryAfterMs } from "../../../src/api/attempt/retry.ts";

const NOW_MS = Date.UTC(2026, 6, 9, 12);
const DATE = "Thu, 09 Jul 2026 12:00:00 GMT";

describe("Retry-After (RFC 9110 section 10.2.3; service.md 8.2)", () => {
  test.each<[string | string[] | undefined, number | undefined]>([
    ["7", 7_000],
    [" 7 ", 7_000],
    ["0", 0],
    // Epoch seconds within a day of now are an instant.
    [String(NOW_MS / 1000 + 20), 20_000],
    [String(NOW_MS / 1000 + 20.5), 20_500],
    [String(NOW_MS / 1000 + 86_400), 86_400_000],
    [String(NOW_MS / 1000 - 60), 0],
    [String(NOW_MS / 1000 + 90_000), NOW_MS + 90_000_000],
    ["86400", 86_400_000],
    ["1.2341", 1_235],
    ["9".repeat(400), Number.MAX_SAFE_INTEGER],
    [["30", "Thu, 09 Jul 2026 12:00:20 GMT"], 30_000],
    ["Thu, 09 Jul 2026 12:00:20 GMT", 20_000],
    ["Thu Jul  9 12:00:20 2026", undefined],
    ["Thu, 09 Jul 2026 11:59:00 GMT", 0],
    ["-5", undefined],
    ["soon", undefined],
    ["tomorrow", undefined],
    ["2026-07-10T12:00:00Z", undefined],
    ["", undefined],
    [undefined, undefined],
  ])("%j asks for %s ms", (header, waitMs) => {
    expect(retryAfterMs({ "retry-after": header, date: DATE }, NOW_MS)).toBe(waitMs);
  });

  test("a date counts from the response's own Date, or from our clock if that is unreadable", () => {
    const headers = { "retry-after": "Thu, 09 Jul 2026 12:00:20 GMT" };
    expect(retryAfterMs({ ...headers, date: "Thu, 09 Jul 2026 12:00:15 GMT" }, NOW_MS)).toBe(5_000);
    expect(retryAfterMs({ ...headers, date: "now" }, NOW_MS - 1_000)).toBe(21_000);
  });
});
