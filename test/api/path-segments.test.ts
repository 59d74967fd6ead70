import fc from "fast-check";
import { expect, test } from "vitest";
import { below, isSegment } from "../../src/api/endpoint.ts";

/** Ids made to lead elsewhere, as a URL parser and the proxies behind it may read them. */
const segment = fc
  .array(
    fc.oneof(
      fc.constantFrom("..", ".", "/", "\\", "%2e", "%2F", "%00", "?", "#", ";", "@", ":", "//", "\t", "\n", "\r", " "),
      fc.constantFrom("https://evil.example", "%252e%252e", "．．", "／", "\u2024", "\ud800", "x", "10045"),
      fc.string({ unit: "binary", maxLength: 3 }),
    ),
    { minLength: 1, maxLength: 6 },
  )
  .map((parts) => parts.join(""));

const base = fc.constantFrom(
  "https://a.example",
  "https://a.example/",
  "https://a.example/b/c",
  "http://127.0.0.1:8080/b//",
);

test("whatever the segments hold, the path stays below its base and has as many segments as were given", () => {
  fc.assert(
    fc.property(base, fc.array(segment.filter(isSegment), { minLength: 1, maxLength: 3 }), (root, segments) => {
      const url = below(root, ...segments);
      const prefix = `${root.replace(/\/+$/, "")}/`;
      expect(url.href.startsWith(prefix)).toBe(true);
      expect(url.username + url.password + url.search + url.hash).toBe("");
      const rest = url.href.slice(prefix.length).split("/");
      expect(rest.map((part) => decodeURIComponent(part))).toEqual(segments.map((part) => part.toWellFormed()));
      // As a proxy that decodes once, or a parser that folds dots, reads it again.
      expect(new URL(url.href).href).toBe(url.href);
      expect(rest.join("")).not.toMatch(/[\\;@:?#\s]/);
    }),
    { numRuns: 2_000 },
  );
});

test("what a URL parser would fold away is refused, wherever it stands", () => {
  fc.assert(
    fc.property(
      fc.constantFrom("", ".", ".."),
      fc.array(segment.filter(isSegment), { maxLength: 2 }),
      (folded, others) => {
        expect(() => below("https://a.example", ...others, folded)).toThrow(RangeError);
        expect(() => below("https://a.example", folded, ...others)).toThrow(RangeError);
      },
    ),
  );
});
