import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { packageEndpoint } from "../../../src/api/contract/endpoint.ts";

/** Path segments made to lead elsewhere, as a URL parser or a proxy may read them. */
const segment = fc
  .array(
    fc.oneof(
      fc.constantFrom("..", ".", "/", "\\", "%2e", "%2F", "%00", "?", "#", ";", "@", ":", "//", "\t", "\n", "\r", " "),
      fc.constantFrom("https://evil.example", "%252e%252e", "．．", "／", "\u2024", "\ud800", "x", "10045"),
      fc.string({ unit: "binary", maxLength: 3 }),
    ),
    { minLength: 1, maxLength: 6 },
  )
  .map((parts) => parts.join(""))
  .filter((text) => !["", ".", ".."].includes(text));

/*
 * An order number once went into a path unencoded: `../../v1/other?x=` then reads another resource with the client's
 * token. So an id is encoded whole, and one that a URL parser would fold away is refused.
 */
describe("path encoding (service.md 4.5)", () => {
  test("whatever the id holds, the path stays below its base and ends with one segment", () => {
    fc.assert(
      fc.property(segment, (id) => {
        const url = `https://a.example/b${packageEndpoint(id).path}`;
        const prefix = "https://a.example/b/v1/packages/";
        expect(url.startsWith(prefix)).toBe(true);
        const last = url.slice(prefix.length);
        expect(decodeURIComponent(last)).toBe(id.toWellFormed());
        // A parse, which folds dots and splits off a query, must change nothing.
        const parsed = new URL(url);
        expect(parsed.href).toBe(url);
        expect(parsed.username + parsed.password + parsed.search + parsed.hash).toBe("");
        expect(last).not.toMatch(/[/\\;@:?#\s]/);
      }),
      { numRuns: 2_000 },
    );
  });

  test.each(["", ".", ".."])("the id '%s', which a URL parser would fold away, is refused", (id) => {
    expect(() => packageEndpoint(id)).toThrow(RangeError);
  });
});
