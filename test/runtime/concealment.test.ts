import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Concealment } from "../../src/runtime/concealment.ts";

const MASK = "[secret]";

const hex = (byte: number): string => byte.toString(16).padStart(2, "0");
const bytes = (text: string): number[] => [...Buffer.from(text)];
const percent = (text: string): string =>
  bytes(text)
    .map((byte) => `%${hex(byte)}`)
    .join("");
const entities = (text: string): string => Array.from(text, (char) => `&#${char.codePointAt(0)};`).join("");
const base64 = (text: string): string => Buffer.from(text).toString("base64");

/** The ways in which a service, or what stands before it, may tell a secret back; each written anew here. */
const ENCODINGS: Readonly<Record<string, (secret: string) => string>> = {
  "as it is": (secret) => secret,
  "as JSON": (secret) => JSON.stringify(secret),
  "as JSON in JSON": (secret) => JSON.stringify(JSON.stringify(secret)),
  encodeURIComponent: encodeURIComponent,
  "encodeURIComponent, lower case": (secret) =>
    encodeURIComponent(secret).replace(/%../g, (byte) => byte.toLowerCase()),
  "every byte percent-encoded": percent,
  "every byte percent-encoded, upper case": (secret) => percent(secret).toUpperCase(),
  "every other byte percent-encoded": (secret) =>
    bytes(secret)
      .map((byte, index) =>
        index % 2 === 0 || byte > 0x7e || byte === 0x25 || byte === 0x26 ? `%${hex(byte)}` : String.fromCharCode(byte),
      )
      .join(""),
  "percent-encoded twice": (secret) => encodeURIComponent(percent(secret)),
  "percent-encoded three times": (secret) => encodeURIComponent(encodeURIComponent(percent(secret))),
  hex: (secret) => Buffer.from(secret).toString("hex"),
  "hex, upper case": (secret) => Buffer.from(secret).toString("hex").toUpperCase(),
  "decimal entities": entities,
  "hexadecimal entities": (secret) =>
    Array.from(secret, (char) => `&#x${char.codePointAt(0)?.toString(16).toUpperCase()};`).join(""),
  "entities without their semicolons": (secret) => Array.from(secret, (char) => `&#${char.codePointAt(0)}`).join(""),
  "entities, percent-encoded": (secret) => encodeURIComponent(entities(secret)),
  "percent-encoded, as entities": (secret) => entities(percent(secret)),
  base64,
  base64url: (secret) => Buffer.from(secret).toString("base64url"),
  "base64 twice": (secret) => base64(base64(secret)),
  "base64, percent-encoded": (secret) => percent(base64(secret)),
  "hex, as entities": (secret) => entities(Buffer.from(secret).toString("hex")),
};

/** As issued (RFC 6750 section 2.1), and such as people choose: no blank, quotation mark or angle bracket. */
const secrets = fc.oneof(
  fc.stringMatching(/^[A-Za-z0-9._~+/-]{20,80}={0,2}$/),
  fc.stringMatching(/^[!#-;=?-~äöß€😀]{16,40}$/u).map((secret) => secret.toWellFormed()),
);

function concealing(...some: readonly string[]): Concealment {
  const concealment = new Concealment();
  for (const secret of some) concealment.conceal(secret);
  return concealment;
}

/** What base64 leaves at either end, where characters are of neighbours, too; twice, it is as much again. */
const EDGE_CHARS = 10;

describe("a secret is taken out of a text, however it is spelt there (DESIGN 4, secrets)", () => {
  test.each(Object.entries(ENCODINGS))("%s", (_, encode) => {
    fc.assert(
      fc.property(secrets, (secret) => {
        const cleaned = concealing("another secret", secret).clean(`He said: ${encode(secret)} , twice.`);
        expect(cleaned).toMatch(/^He said: .*\[secret\].* , twice\.$/s);
        const rest = cleaned.slice("He said: ".length, -" , twice.".length).replace(MASK, "");
        expect(rest.replace(/[\\"]/g, "").length).toBeLessThanOrEqual(EDGE_CHARS);
      }),
      { examples: [["every-other-byte-of-it-\\"]] },
    );
  });

  test.each(Object.entries(ENCODINGS))(
    "%s, where another one is part of it, whichever was known first",
    (_, encode) => {
      const around = fc.stringMatching(/^[A-Za-z0-9._~+/%€-]{0,30}$/u);
      const parts = fc.oneof(secrets, fc.stringMatching(/^[A-Za-z0-9-]{4,12}$/));
      fc.assert(
        fc.property(around, parts, around, fc.boolean(), (before, part, after, isPartFirst) => {
          const whole = `${before}${part}${after}`;
          const concealment = isPartFirst ? concealing(part, whole) : concealing(whole, part);
          const cleaned = concealment.clean(`He said: ${encode(whole)} , twice.`);
          expect(cleaned).toMatch(/^He said: .*\[secret\].* , twice\.$/s);
          const rest = cleaned.slice("He said: ".length, -" , twice.".length).replaceAll(MASK, "");
          expect(rest.replace(/[\\"]/g, "").length).toBeLessThanOrEqual(EDGE_CHARS);
          expect(concealment.clean(`${encode(part)} .`)).toContain(MASK);
        }),
        { examples: [["", "tok-AbCdEfGh12345678", "-QwErTyTail99", true]] },
      );
    },
  );

  test("beside another one that is spelt alike but for its last character", () => {
    const whole = "tok-abc2-and-its-tail-2-and-its-end";
    for (const other of ["tok-abc1", "tok-abc2-and-its-tail-1"]) {
      const cleaned = concealing(other, whole).clean(base64(whole));
      expect(cleaned.replace(MASK, "").length).toBeLessThanOrEqual(EDGE_CHARS);
    }
  });

  test("with its blanks and quotation marks, in a form, in JSON and in HTML", () => {
    const phrases = fc.stringMatching(/^[a-z~+%]{2}[a-z "'&<>~+%é]{6,30}[a-z~+%]{2}$/u);
    const html = (text: string, [double, single]: readonly [string, string]): string =>
      text
        .replaceAll("&", "&amp;")
        .replaceAll("<", "&lt;")
        .replaceAll(">", "&gt;")
        .replaceAll('"', double)
        .replaceAll("'", single);
    /** Of text, of attributes, and as Go, PHP, Python and JavaScript write both. */
    const quotes = [
      ['"', "'"],
      ["&quot;", "'"],
      ["&#34;", "&#39;"],
      ["&quot;", "&#039;"],
      ["&quot;", "&#x27;"],
    ] as const;
    fc.assert(
      fc.property(phrases, (phrase) => {
        const form = new URLSearchParams({ secret: phrase, after: "x" }).toString();
        expect(concealing(phrase).clean(form)).toBe(`secret=${MASK}&after=x`);
        for (const told of [phrase, ...quotes.map((pair) => html(phrase, pair))]) {
          expect(concealing(phrase).clean(`You sent (${told}).`)).toBe(`You sent (${MASK}).`);
        }
        expect(concealing(phrase).clean(JSON.stringify([phrase]))).toBe(`["${MASK}"]`);
      }),
      { examples: [["aaaaaaaaa%"], ["aaaaaaaa&"]] },
    );
  });

  test("wherever it stands in what was encoded", () => {
    const inside = ["base64", "base64url", "base64 twice", "hex", "every byte percent-encoded", "decimal entities"];
    fc.assert(
      fc.property(secrets, fc.stringMatching(/^[a-z:]{0,7}$/), fc.constantFrom(...inside), (secret, before, name) => {
        const encode = ENCODINGS[name] ?? String;
        const cleaned = concealing(secret).clean(`{"a":"${encode(`${before}${secret}${before}`)}"}`);
        expect(cleaned).toContain(MASK);
        expect(cleaned).not.toContain(encode(secret).slice(12, 24));
      }),
    );
  });

  test("and it alone: encoded words beside it stay, whatever they would spell together", () => {
    const secret = "first-half\nsecond-half";
    const words = ["a%2Fb", "x&amp;y", percent("first-half"), percent("second-half")];
    for (const encoded of [percent(secret), entities(secret), encodeURIComponent(percent(secret))]) {
      const around = words.join(" ");
      expect(concealing(secret).clean(`${around} ${encoded} ${around}`)).toBe(`${around} ${MASK} ${around}`);
    }
  });

  test("and what holds none stays as it is", () => {
    const pieces = fc.oneof(
      fc.string({ unit: "binary", maxLength: 20 }),
      fc.constantFrom(
        "%20",
        "%",
        "%2520",
        "&amp;",
        "&#38;",
        "&#x110000;",
        "&#9999999;",
        "&#",
        "&lt;b&gt;",
        "a@b.c",
        " ",
      ),
      fc.base64String({ minLength: 30, maxLength: 60 }),
      fc.string({ minLength: 30, maxLength: 40 }).map(percent),
    );
    const concealment = concealing("a secret that nobody tells", "§§§§§§§§");
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 8 }), (some) => {
        const text = some.join("");
        expect(concealment.clean(text)).toBe(text);
      }),
      { numRuns: 50 },
    );
  });

  test("the words beside it stay, those of a long text too", () => {
    const secret = "kR7~x2/tLq+9Zw==";
    const page = (told: string) => `${"word %41 &amp; ".repeat(1_000)}${told} ${"0123456789abcdefghij,".repeat(1_000)}`;
    for (const encode of [percent, entities, ENCODINGS["percent-encoded twice"] ?? String]) {
      expect(concealing(secret).clean(page(encode(secret)))).toBe(page(MASK));
    }
    expect(concealing(secret).clean(page(Buffer.from(secret).toString("hex")))).toBe(page(MASK));
  });

  test("what is long and hostile takes no time beyond its length", () => {
    const many = 40_000;
    const chain = `%${"25".repeat(many)}`;
    const texts = ["%25", "&#", "&#38;", "a%20", "-!", "a", "a%20 ", "%41\n"].map((piece) => piece.repeat(many));
    for (const text of [chain, ...texts]) expect(concealing("a secret that nobody tells").clean(text)).toBe(text);
  });

  test("of what has too many encoded words to be looked into nothing is told", () => {
    const concealment = concealing("a secret that nobody tells");
    expect(concealment.clean("%41 ".repeat(500_001))).toBe(MASK);
    const most = "%41 ".repeat(499_999);
    expect(concealment.clean(`${most}${percent("a secret that nobody tells")}`)).toBe(`${most}${MASK}`);
  });

  test("what is too short to hide, or long out of use, is left alone", () => {
    expect(concealing("abc").clean("abc %61%62%63")).toBe("abc %61%62%63");
    expect(concealing("abcd").clean("abcd 61626364 %61bcd")).toBe(`${MASK} ${MASK} ${MASK}`);
    const others = Array.from({ length: 32 }, (_, index) => `other secret ${index}`);
    expect(concealing("the first secret", ...others).clean("the first secret")).toBe("the first secret");
    expect(concealing("the first secret", ...others.slice(1)).clean("the first secret")).toBe(MASK);
  });
});
