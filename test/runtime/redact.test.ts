import { describe, expect, test } from "vitest";
import { redaction } from "../../src/runtime/redact.ts";

const SECRET = 'p&ss w<rd/"it\'s"+=ü';

function redactionOf(...secrets: readonly string[]) {
  const known = redaction();
  for (const secret of secrets) known.conceal(secret);
  return known;
}

describe("redact [G-secrets]", () => {
  test.each([
    ["as it is", SECRET],
    ["as JSON", JSON.stringify(SECRET).slice(1, -1)],
    ["as JSON with its slashes escaped", JSON.stringify(SECRET).slice(1, -1).replaceAll("/", "\\/")],
    ["percent-encoded", encodeURIComponent(SECRET)],
    ["percent-encoded in small letters", encodeURIComponent(SECRET).toLowerCase()],
    ["as a form field", new URLSearchParams([["", SECRET]]).toString().slice(1)],
    ["as HTML", "p&amp;ss w&lt;rd/&quot;it&#39;s&quot;+=ü"],
    ["as HTML with a hexadecimal apostrophe", "p&amp;ss w&lt;rd/&quot;it&#x27;s&quot;+=ü"],
    ["in base64", Buffer.from(SECRET).toString("base64").replaceAll("=", "")],
    ["in base64url", Buffer.from(SECRET).toString("base64url")],
  ])("a secret is replaced %s", (_, spelling) => {
    expect(redactionOf(SECRET).redact(`before ${spelling} after`)).toMatch(/^before \[secret\]=* after$/);
  });

  test("a secret that begins with another secret is replaced whole", () => {
    expect(redactionOf("first-token-1", "first-token-1-and-more").redact("first-token-1-and-more")).toBe("[secret]");
  });

  test("secrets under twelve characters are not replaced, and the oldest of many is forgotten", () => {
    expect(redactionOf("eleven-char").redact("eleven-char")).toBe("eleven-char");
    const tokens = Array.from({ length: 9 }, (_, index) => `access-token-${index}`);
    expect(redactionOf(...tokens).redact(tokens.join())).toBe(`access-token-0${",[secret]".repeat(8)}`);
  });
});
