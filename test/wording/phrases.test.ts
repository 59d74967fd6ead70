import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { CAVEATS } from "../../src/tools/answer/caveats.ts";

interface Committed {
  readonly name: string;
  readonly text: string;
  readonly json: Readonly<Record<string, unknown>>;
}

const folder = new URL("texts/", import.meta.url);

/** The committed texts, parted into the call, the text and the JSON below it. */
const texts: readonly Committed[] = readdirSync(folder).map((file) => {
  const whole = readFileSync(new URL(file, folder), "utf8");
  const [start, end] = [whole.indexOf("\n\n") + 2, whole.lastIndexOf("\n\n")];
  return { name: file.replace(".txt", ""), text: whole.slice(start, end), json: JSON.parse(whole.slice(end)) };
});
const answers = texts.filter(({ json }) => "answer" in json);
const failures = texts.filter(({ json }) => !("answer" in json));

/** Fails with the names of the texts that break a rule. */
function all(checked: readonly Committed[], keepsRule: (committed: Committed) => boolean): void {
  expect(checked.length).toBeGreaterThan(4);
  expect(checked.filter((committed) => !keepsRule(committed)).map(({ name }) => name)).toEqual([]);
}

const countOf = (text: string, phrase: string): number => text.split(phrase).length - 1;

describe("every text", () => {
  test("holds no undefined, NaN or [object Object]", () => {
    all(texts, ({ text }) => !/\bundefined\b|\bnull\b|\[object|\bNaN\b|Infinity/.test(text));
  });

  test("writes no field with an equals sign", () => {
    all(texts, ({ text }) => !/\w=\S/.test(text));
  });

  test("calls nothing safe and gives no advice on goods", () => {
    all(texts, ({ text }) => !/\b(?:un)?safe\b/i.test(text.replaceAll("proof of safe temperatures", "")));
    const advice = /\b(?:spoil|melt|cook|ruin|do not ship|don't ship|should ship|we recommend|you should)/i;
    all(texts, ({ text }) => !advice.test(text));
  });

  test("is punctuated as prose is", () => {
    all(texts, ({ text }) => !/[.?!:;,]\.(?:\s|$)| [,.;:]|\(\)|""/.test(text));
  });
});

describe("every answer", () => {
  test("opens with the headline that programs get", () => {
    all(answers, ({ text, json }) => text.split("\n")[0] === json["answer"]);
  });

  test("ends with its source and its bill", () => {
    const source =
      /^(?:Sandbox data, not the real service\. )?(?:Live|Cached \d+ \w+ ago|STALE)(?:, .*)?, billed \d+(?:, perhaps \d+ more)?\.$/;
    all(answers, ({ text }) => source.test(text.split("\n").at(-1) ?? ""));
  });

  test("tells each note in both channels", () => {
    all(answers, ({ text, json }) => (json["notes"] as string[]).every((note) => text.includes(note)));
  });

  test("tells each caveat at most once", () => {
    all(answers, ({ text }) => Object.values(CAVEATS).every((caveat) => countOf(text, caveat) <= 1));
  });

  test("opens with STALE where its own data is stale, and only there", () => {
    const isStale = ({ json }: Committed): boolean => (json["source"] as { data: string }).data === "stale";
    expect(answers.filter(isStale).length).toBeGreaterThan(1);
    all(answers, (answer) => answer.text.startsWith("STALE, ") === isStale(answer));
  });
});

describe("the absence of an alert [G-wording]", () => {
  const absent = answers.filter(({ text }) => /\bno alert|[A-Z]{2} none/i.test(text.replaceAll(CAVEATS.noProof, "")));

  test("is called no proof of safe temperatures, once", () => {
    all(absent, ({ text }) => countOf(text, "no proof of safe temperatures") === 1);
  });

  test("is told of this data, of a level, or of what was read so far", () => {
    const told = /^(?: anywhere)? in this data|^ at or above \w+|^ found so far|^ anywhere so far/;
    all(absent, ({ text }) =>
      [...text.replaceAll(CAVEATS.noProof, "").matchAll(/\bno alert\b(.{0,24})/gi)].every(([, rest = ""]) =>
        told.test(rest),
      ),
    );
  });
});

describe("an answer read in part", () => {
  const partial = answers.filter(({ text }) => text.startsWith("PARTIAL: "));

  test("claims no absence and says that more may be missing", () => {
    all(partial, ({ text }) => !/in this data|None elsewhere|: no record(?! so far)/i.test(text));
    all(partial, ({ text }) => /may hold more|there is more/.test(text));
    all(partial, ({ json }) => json["complete"] === false);
  });
});

describe("every failure", () => {
  test("says what to do next", () => {
    const next =
      /Nothing was sent|Nothing more is sent|[Cc]all again|[Cc]heck|ask the operator|Give the reference|do not simply/;
    all(failures, ({ text }) => next.test(text));
  });

  test("names no source of data", () => {
    all(failures, ({ text }) => !/^(?:Live|Cached|STALE)/m.test(text));
  });
});
