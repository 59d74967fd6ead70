import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { maskReply } from "../../src/api/mask.ts";
import type { Reply } from "../../src/api/transport.ts";
import { createLog } from "../../src/runtime/log.ts";

const MASK = "[secret]";
const SECRET = "tok+en/number=1";
const log = createLog({ level: "silent" });
log.conceal(SECRET);

const masked = (text: string): string => {
  const reply = maskReply({ kind: "answer", status: 200, headers: {}, text }, log);
  if (reply.kind === "answer") return reply.text;
  return reply.kind === "broken" ? reply.cause : "";
};
const unicode = (text: string): string =>
  Array.from(text, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`).join("");

describe("an echo of a secret gets no further than the reply (DESIGN 4, secrets)", () => {
  test.each([
    ["as it is", `{"detail":"got ${SECRET}!"}`],
    ["spelled in escapes", `{"detail":"got ${unicode(SECRET)}!"}`],
    ["with an escaped slash", `{"detail":"got ${SECRET.replace("/", "\\/")}!"}`],
    ["with a character in between that does not show", `{"detail":"got tok+en\u200b/number=1!"}`],
    ["with such a character escaped", `{"detail":"got tok+en\\u200b/number=1!"}`],
    ["in hex", `{"detail":"got ${Buffer.from(SECRET).toString("hex")}!"}`],
    ["percent-encoded twice, beside what does not show", `{"detail":"got \u200b%2574ok%252Ben%252fnumber%253D1 !"}`],
    ["in JSON that is quoted, its plus escaped", `{"detail":"got ${SECRET.replace("+", "\\\\u002B")}!"}`],
    ["in JSON that is quoted, its slash escaped", `{"detail":"got ${SECRET.replace("/", "\\\\/")}!"}`],
    ["in JSON that is quoted twice", `{"detail":"got ${SECRET.replace("/", "\\\\\\\\u002f")}!"}`],
    [
      "in JSON that is quoted, beside what does not show",
      `{"detail":"got ${SECRET.replace("+", "\\\\u200b\\\\u002b")}!"}`,
    ],
    ["as entities, in escapes", `{"detail":"got ${unicode(`&#x74;ok&#43;en/number=1 !`)}"}`],
  ])("%s in a value", (_, body) => {
    expect(JSON.parse(masked(body)).detail.replaceAll(" !", "!")).toBe("got [secret]!");
  });

  test("one that holds a quotation mark and a backslash itself, whatever of them is escaped", () => {
    const secret = 'Ab3"cd\\Ef7~Gh9xYz';
    const odd = createLog({ level: "silent" });
    odd.conceal(secret);
    const quoted = JSON.stringify({ client_secret: secret });
    for (const text of [
      quoted,
      quoted.replaceAll('\\"', "\\u0022"),
      JSON.stringify(quoted),
      quoted.replace("~", "\\u007e"),
    ]) {
      const reply = maskReply({ kind: "answer", status: 400, headers: {}, text: JSON.stringify({ text }) }, odd);
      const shown = reply.kind === "answer" ? String(JSON.parse(reply.text).text) : "";
      expect(shown.replaceAll("\\", "")).toContain('"client_secret":"[secret]"');
    }
  });

  test("in JSON that is quoted three times; a fourth time is as little looked for as a millionth", () => {
    const quoted = (times: number): string => {
      let text = `got ${SECRET.replace("+", "\\u002b")}!`;
      for (let time = 1; time < times; time += 1) text = JSON.stringify(text).slice(1, -1);
      return text;
    };
    for (const times of [1, 2, 3])
      expect(JSON.parse(masked(JSON.stringify([quoted(times)])))).toEqual(["got [secret]!"]);
    const chain = `["\\u005c${"u005c".repeat(200_000)}"]`;
    for (const body of [JSON.stringify([quoted(4)]), chain]) expect(masked(body)).toBe(body);
    const broken: Reply = { kind: "broken", status: 400, headers: { a: quoted(3), b: quoted(4) }, cause: "lost" };
    expect(maskReply(broken, log)).toEqual({ ...broken, headers: { a: "got [secret]!", b: quoted(4) } });
  });

  test("one that begins with another, of which nothing is left, however the JSON spells it", () => {
    const longer = "tok+en/number=1-QwErTyTail99";
    const both = createLog({ level: "silent" });
    for (const secret of [SECRET, longer]) both.conceal(secret);
    for (const told of [
      longer,
      unicode(longer),
      `${SECRET}${unicode("-QwErTyTail99")}`,
      `${SECRET}\u200b-QwErTyTail99`,
      longer.replace("-", "\\\\u002d"),
      longer.replace("-", "%2d"),
    ]) {
      const reply = maskReply({ kind: "answer", status: 400, headers: {}, text: `{"a":"got ${told} !"}` }, both);
      expect(reply).toMatchObject({ text: '{"a":"got [secret] !"}' });
    }
    const headers = { one: `${SECRET}\u00ad-QwErTyTail99`, many: [SECRET, `${SECRET}%2dQwErTyTail99`] };
    const broken: Reply = { kind: "broken", status: 400, headers, cause: "lost" };
    expect(maskReply(broken, both)).toMatchObject({ headers: { one: MASK, many: [MASK, MASK] } });
  });

  test("over several lines, as MIME's base64 is (RFC 2045 section 6.8): such a text is masked whole", () => {
    const lines = (text: string, chars: number, brk: string): string =>
      text.match(new RegExp(`.{1,${chars}}`, "gs"))?.join(brk) ?? "";
    const spellings = [
      (text: string) => text,
      (text: string) => Buffer.from(`client-7:${text}`).toString("base64"),
      (text: string) => Buffer.from(text).toString("hex"),
      (text: string) => encodeURIComponent(Buffer.from(text).toString("base64")),
    ];
    const quotings = [String, JSON.stringify, (text: string) => JSON.stringify(JSON.stringify(text))];
    fc.assert(
      fc.property(
        fc.stringMatching(/^[A-Za-z0-9._~+/-]{20,300}={0,2}$/),
        fc.constantFrom(...spellings),
        fc.constantFrom(64, 76, 9),
        fc.constantFrom("\n", "\r\n", "\r", "\u2028", "\t"),
        fc.constantFrom(...quotings),
        (secret, spell, chars, brk, quoting) => {
          const spread = createLog({ level: "silent" });
          spread.conceal(secret);
          const detail = quoting(`You sent:\n${lines(spell(secret), chars, brk)}\nNo.`);
          const text = JSON.stringify({ title: "a\nb", detail });
          const reply = maskReply({ kind: "answer", status: 400, headers: {}, text }, spread);
          const shown = JSON.parse(reply.kind === "answer" ? reply.text : "{}");
          expect(shown.title).toBe("a\nb");
          expect(shown.detail).toContain("[secret]");
          const told = shown.detail.replace(/\\+[nrt]|\\+u2028|\s/g, "");
          expect(told).not.toContain(spell(secret).slice(12, 24));
        },
      ),
    );
  });

  test("with its blanks where lines end, beside one that is spread over lines", () => {
    const phrase = "one two three";
    const spread = createLog({ level: "silent" });
    spread.conceal(phrase);
    const echoes = ["one\ntwo\nthree", "one t\nwo three", `${phrase}, one t\nwo three`, "one two\r\nthree"];
    for (const detail of [...echoes, ...echoes.map((echo) => JSON.stringify(echo)), "one t\\u000awo three"]) {
      const reply = maskReply({ kind: "answer", status: 400, headers: {}, text: JSON.stringify([detail]) }, spread);
      expect(reply).toMatchObject({ text: '["[secret]"]' });
    }
  });

  test("in one literal of many, and the others stay", () => {
    const body = (text: string) =>
      JSON.stringify(Array.from({ length: 999 }, (_, n) => (n === 600 ? text : `\t${n}°`)));
    const escaped = body("ECHO").replace("ECHO", unicode(SECRET));
    expect(masked(escaped)).toBe(body("[secret]"));
  });

  test("that ends in an entity without its semicolon, beside one that begins with a digit", () => {
    const echo = SECRET.replace("t", unicode("t")).replace("1", "&#49");
    expect(masked(`{"a":"${echo}","b":"5\\u0041"}`)).toBe('{"a":"[secret]","b":"5\\u0041"}');
  });

  test("in more literals than can be masked in their places: those are masked whole", () => {
    const body = (echoes: number) => `["a\\n"${`,"got ${unicode(SECRET)}!"`.repeat(echoes)}]`;
    expect(JSON.parse(masked(body(1_000)))).toEqual(["a\n", ...Array(1_000).fill("got [secret]!")]);
    expect(JSON.parse(masked(body(1_001)))).toEqual(["a\n", ...Array(1_001).fill("[secret]")]);
  });

  test("in what has too many to be looked through: nothing of it is told; an accent is none of them", () => {
    const accents = `[${'"é",'.repeat(500_001)}"${unicode(SECRET)}"]`;
    expect(masked(accents)).toContain('"é","[secret]"]');
    const body = (others: number) => `[${'"\\t",'.repeat(others)}"${unicode(SECRET)}"]`;
    expect(masked(body(500_000))).toBe("unsearched");
    expect(masked(body(499_999))).toContain('\\t","[secret]"]');
  });

  test("percent-encoded before an escaped quotation mark, which stays", () => {
    for (const quote of ['\\"', '\\\\\\"']) {
      const body = (word: string) => `{"detail":"got ${quote}${word}${quote}!"}`;
      expect(masked(body("%74ok%2ben%2fnumber%3d1"))).toBe(body("[secret]"));
    }
  });

  test("one beside another that is quoted", () => {
    const body = `{"detail":"${SECRET} in {\\"a\\":\\"${SECRET.replace("/", "\\\\/")}\\"}"}`;
    expect(JSON.parse(masked(body)).detail).toBe('[secret] in {"a":"[secret]"}');
  });

  test("a long run of backslashes is looked through once", () => {
    const body = `{"detail":"\\u0041${"\\\\".repeat(1_000_000)}"}`;
    expect(JSON.parse(masked(body))).toEqual(JSON.parse(body));
  });

  test("in a name, in a list, however deep", () => {
    const body = `{"list":[{"a":[1,null,true,"${unicode(SECRET)}"]}],"${unicode(SECRET)}":{"b":2}}`;
    expect(JSON.parse(masked(body))).toEqual({ list: [{ a: [1, null, true, "[secret]"] }], "[secret]": { b: 2 } });
  });

  test("beneath more layers than can be parsed one in the other", () => {
    const layers = 200_000;
    const nested = (text: string) => `${'{"a":['.repeat(layers)}"${text}"${"]}".repeat(layers)}`;
    expect(masked(nested(unicode(SECRET)))).toBe(nested("[secret]"));
  });

  test("in a body that is no JSON, and in one that is cut short", () => {
    expect(masked(`<p>${SECRET}\\n</p>`)).toBe("<p>[secret]\\n</p>");
    expect(masked(`<p title="a\nb">\\n"${unicode(SECRET)}"</p>`)).toBe('<p title="a\nb">\\n"[secret]"</p>');
    expect(masked(`{"a":"${unicode(SECRET)}","b":"\\u0041`)).toBe('{"a":"[secret]","b":"\\u0041');
  });

  test("and what stands beside it stays as it was sent, escapes and numbers included", () => {
    const body = (text: string) => `{ "a\\"\\u0041": 1e999, "b" : [ 0.10, "\\\\" ],\n"c":"${text}","d":"\\\\\\"" }`;
    expect(masked(body(unicode(SECRET)))).toBe(body("[secret]"));
  });

  test("and what holds none stays as it is, characters that do not show included", () => {
    for (const body of ['{ "a": "b\\"c\\\\" }', '{"a":"left\u200bright","b\u200b":1}', "<html>\\n", ""]) {
      expect(masked(body)).toBe(body);
    }
    expect(JSON.parse(masked('{"a":"left\\u200bright"}'))).toEqual({ a: "left\u200bright" });
  });

  test("in headers, of a broken answer too", () => {
    const [head, tail] = [SECRET.slice(0, 5), SECRET.slice(5)];
    const split = [`${head}\u00ad${tail}`, `${head}\u0080${tail}`, `${head}\u001b[1m${tail}`];
    const headers = { one: `a ${SECRET}`, many: ['b \\"', SECRET], split, none: undefined };
    const clean = {
      one: "a [secret]",
      many: ['b \\"', "[secret]"],
      split: split.map(() => "[secret]"),
      none: undefined,
    };
    const broken: Reply = { kind: "broken", status: 400, headers, cause: "lost" };
    expect(maskReply(broken, log)).toEqual({ ...broken, headers: clean });
    const answer: Reply = { kind: "answer", status: 200, headers, text: "" };
    expect(maskReply(answer, log)).toEqual({ ...answer, headers: clean });
  });

  test("once, though the mask itself holds the secret; and nothing beside a thousand that are disguised", () => {
    const ours = createLog({ level: "silent" });
    ours.conceal("secret");
    ours.conceal("foo bar");
    const told = (text: string) => {
      const reply = maskReply({ kind: "answer", status: 200, headers: { one: "a secret!" }, text }, ours);
      return reply.kind === "answer" ? reply : undefined;
    };
    const others = [...Array.from({ length: 1_022 }, () => '"\\tx"'), '"\\tx foo"', '"\\\\u0062ar\\t"'].join(",");
    const hiding = Array.from({ length: 1_024 }, () => '"\\u0066oo bar"').join(",");
    const reply = told(`[${hiding},${others}]`);
    expect(reply?.headers).toEqual({ one: "a [secret]!" });
    expect(reply?.text.endsWith(`${others}]`)).toBe(true);
  });

  test("what is no answer holds nothing to mask", () => {
    const lost: Reply = { kind: "lost", code: "ECONNRESET" };
    expect(maskReply(lost, log)).toEqual(lost);
  });
});
