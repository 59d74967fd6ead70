import { readdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { CAVEATS } from "../../src/tools/answer/caveats.ts";
import { alertSituations } from "./alert-situations.ts";
import { failureSituations, refusalSituations } from "./failure-situations.ts";
import { planSituations } from "./plan-situations.ts";
import { riskSituations } from "./risk-situations.ts";
import { committedText, putQuestion } from "./situation.ts";
import { trackSituations } from "./track-situations.ts";

const situations = [
  ...alertSituations,
  ...riskSituations,
  ...planSituations,
  ...trackSituations,
  ...failureSituations,
  ...refusalSituations,
];

/** An answer's text without the whole records below it; `json` is the structured content, or the error. */
interface Answered {
  readonly name: string;
  readonly text: string;
  readonly json: Readonly<Record<string, unknown>>;
}

/** The first tests add one answer each; the tests of phrases below read them. */
const texts: Answered[] = [];
const everyText = () => texts;
const answers = () => texts.filter(({ json }) => "answer" in json);
const failures = () => texts.filter(({ json }) => !("answer" in json));

test.each(situations)("$name reads as committed", async (situation) => {
  const told = await putQuestion(situation);
  const [prose = ""] = told.text.split(/\nWhole records?:\n/);
  texts.push({ name: situation.name, text: prose, json: { ...(told.error ?? told.structured) } });
  await expect(committedText(situation, told)).toMatchFileSnapshot(`texts/${situation.name}.txt`);
});

test("every committed text belongs to a situation, and no two share one", () => {
  const committed = readdirSync(new URL("texts/", import.meta.url)).sort();
  expect(committed).toEqual(situations.map(({ name }) => `${name}.txt`).sort());
});

/** Fails with the names of the texts that break a rule. */
function all(checked: () => readonly Answered[], keepsRule: (answered: Answered) => boolean): void {
  expect(checked().length).toBeGreaterThan(4);
  expect(
    checked()
      .filter((answered) => !keepsRule(answered))
      .map(({ name }) => name),
  ).toEqual([]);
}

const caveats = Object.values(CAVEATS).map((note) =>
  typeof note === "string" ? { text: note, structured: note } : note,
);

const countOf = (text: string, phrase: string): number => text.split(phrase).length - 1;

describe("every text", () => {
  test("holds no undefined, NaN or [object Object]", () => {
    all(everyText, ({ text }) => !/\bundefined\b|\bnull\b|\[object|\bNaN\b|Infinity/.test(text));
  });

  test("writes no field with an equals sign", () => {
    all(everyText, ({ text }) => !/\w=\S/.test(text));
  });

  test("calls nothing safe and gives no advice on goods", () => {
    all(
      everyText,
      ({ text }) => !/\b(?:un)?safe\b/i.test(text.replaceAll("does not mean that temperatures are safe", "")),
    );
    const advice = /\b(?:spoil|melt|cook|ruin|do not ship|don't ship|should ship|we recommend|you should)/i;
    all(everyText, ({ text }) => !advice.test(text));
  });

  test("is punctuated like prose", () => {
    all(everyText, ({ text }) => !/[.?!:;,]\.(?:\s|$)| [,.;:]|\(\)|""/.test(text));
  });
});

describe("every answer", () => {
  test("opens with the headline that programs get", () => {
    all(answers, ({ text, json }) => text.split("\n")[0] === json["answer"]);
  });

  test("ends with its source and its bill; only whole records may follow", () => {
    const source =
      /^(?:Sandbox data, not the real service\. )?(?:Live|From memory, fetched \d+ \w+ ago|Partly from memory \(\d+ \w+ old\)|STALE)(?:, .*)?, billed \d+(?:, perhaps \d+)?\.$/;
    all(answers, ({ text }) => source.test(text.split("\n").at(-1) ?? ""));
  });

  test("has each note in both channels, in JSON without the marks of the text", () => {
    const words = new Map(caveats.map(({ text, structured }) => [structured, text]));
    const notesOf = ({ json }: Answered): string[] => json["notes"] as string[];
    all(answers, (answer) => notesOf(answer).every((note) => answer.text.includes(words.get(note) ?? note)));
    all(answers, (answer) => notesOf(answer).every((note) => !/\*|unless stated/.test(note)));
  });

  test("has each caveat at most once", () => {
    all(answers, ({ text }) => caveats.every((caveat) => countOf(text, caveat.text) <= 1));
  });

  test("opens with STALE if its own data is stale, and only then", () => {
    const isStale = ({ json }: Answered): boolean => (json["source"] as { data: string }).data === "stale";
    expect(answers().filter(isStale).length).toBeGreaterThan(1);
    all(answers, (answer) => answer.text.startsWith("STALE, ") === isStale(answer));
  });
});

describe("the absence of an alert [G-wording]", () => {
  const withoutCaveat = (text: string) => text.replaceAll(/No alert does not mean [^.]*\./g, "");
  const absent = () => answers().filter(({ text }) => /\bno (?:other )?alert|[A-Z]{2} none/i.test(withoutCaveat(text)));

  test("is said once not to mean that temperatures are safe", () => {
    all(absent, ({ text }) => countOf(text, "not mean that temperatures are safe") === 1);
  });

  test("is limited to this data, to a level, or to what was read so far", () => {
    const told = /^(?: anywhere)? in this data|^ at or above \w+|^ found so far|^ anywhere so far/;
    all(absent, ({ text }) =>
      [...withoutCaveat(text).matchAll(/\bno (?:other )?alert\b(.{0,24})/gi)].every(([, rest = ""]) => told.test(rest)),
    );
  });
});

test("an answer read in part claims no absence and says that more may be missing", () => {
  const partial = () => answers().filter(({ text, json }) => text.startsWith("PARTIAL: ") && "complete" in json);
  all(partial, ({ text }) => !/in this data|None elsewhere|: no record(?! so far)/i.test(text));
  all(partial, ({ text }) => /may hold more|has more records than it sent/.test(text));
  all(partial, ({ json }) => json["complete"] === false);
});

describe("every failure", () => {
  test("says what to do next", () => {
    const next =
      /Nothing was sent|Nothing more is sent|[Cc]all again|[Cc]heck|[Aa]sk for another|ask the operator|can grant|Give the reference|do not simply/;
    all(failures, ({ text }) => next.test(text));
  });

  test("names no source of data", () => {
    all(failures, ({ text }) => !/^(?:Live|From memory|Partly|STALE)/m.test(text));
  });
});
