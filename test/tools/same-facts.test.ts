import { describe, expect, it } from "vitest";
import { told } from "./situation.ts";
import { situations } from "./situations.ts";
import type { Told } from "./written-api.ts";

/*
 * Either channel may be all that a model sees (DESIGN 3), so both must hold the same facts. The rules of this walk:
 * - a string stands in the text as it is, or as the clock it shows ("2026-07-09 12:00" for "2026-07-09T12:00:00"), or
 *   with ' for " inside a quotation; `generatedAt` stands in the line of provenance, to the minute;
 * - a number stands as it is, as a price with two decimals, or without its sign ("2.3 h before");
 * - a `null` of the service stands as `name=null` or in words; our own `null`s, empty lists and empty objects are told
 *   in words only where they matter, which the tools' tests hold;
 * - every warning of the text stands in the notes, word for word or by its topic (below), and the notes in the text, but
 *   for those that a line of it words otherwise: these by their topic;
 * - a boolean is told by its words (below), any other as `name=value`;
 * - the other way round, every number, code, time and quotation of the text stands in the structured content or in the
 *   notes, but for counts of what is listed there, and local clocks and weekdays of its times.
 */

interface Leaf {
  readonly name: string;
  readonly value: string | number | boolean | null;
}

/** The parts of an answer that are the service's own records. */
const AS_SENT = new Set(["alerts", "records", "shipment", "package", "events"]);

function leaves(value: unknown, name = "", isSent = false): Leaf[] {
  if (value === null) return isSent ? [{ name, value }] : [];
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") return [{ name, value }];
  if (Array.isArray(value)) return value.flatMap((item) => leaves(item, name, isSent));
  if (typeof value !== "object") return [];
  return Object.entries(value).flatMap(([key, item]) => leaves(item, key, isSent || AS_SENT.has(key)));
}

/** What a warning is about: where one channel speaks of it, the other does. */
const WARNINGS: readonly RegExp[] = [
  /no proof of safe temperatures/,
  /no proof of low risk/,
  /no proof of movement/,
  /meaning (?:is|of .*) not documented/,
  /\bforecast/i,
  /no label bought/,
  /is an estimate/,
  /no scans?\b.*predicted|predicted.*no scans?\b/i,
  /carry no zone|zone not given/,
  /zone unknown/,
  /clock change/,
  /some US zones/,
  /readable ZIP/,
  /deadline \w{0,3} ?\d|deliveryByDate/i,
  /left out for size/,
  /not that ZIP alone/,
  /route points? with an alert/,
];

const WORDS: Readonly<Record<string, readonly [whenTrue: RegExp, whenFalse: RegExp]>> = {
  complete: [/Everywhere/, /pages? read/],
  arrivesInTime: [/met by estimate/, /missed by estimate/],
  found: [/: /, /the service knows no such package/],
  overdue: [/OVERDUE/, /not overdue|delivered|passed in some US zones/],
  refrigerated: [/(?<!not )refrigerated/, /not refrigerated/],
  reIced: [/(?<!not )re-iced/, /not re-iced/],
};

/** What says in words that the service sent `null`. */
const NULLS: Readonly<Record<string, string>> = { status: "no status", deliveryByDate: "no deadline" };

function isTold({ name, value }: Leaf, text: string): boolean {
  if (value === null) return text.includes(`${name}=null`) || (name in NULLS && text.includes(NULLS[name] ?? ""));
  if (typeof value === "boolean") {
    const words = WORDS[name];
    return words === undefined ? text.includes(`${name}=${String(value)}`) : words[value ? 0 : 1].test(text);
  }
  if (typeof value === "number") {
    return [String(value), value.toFixed(2), String(Math.abs(value))].some((form) => text.includes(form));
  }
  return forms(value).some((form) => text.includes(form)) || isTimeBesideDate(value, text);
}

/** A time of a day that the text names elsewhere: `; 04:10Z`, `, 00:00:01.456Z`. */
function isTimeBesideDate(value: string, text: string): boolean {
  const [, date = "", time = ""] = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d.*)$/.exec(value) ?? [];
  const told = time.replace(/^(.{5}):00(?:\.0+)?(?=Z|$)/, "$1");
  return time !== "" && text.includes(date) && [` ${told}`, `(${told})`].some((form) => text.includes(form));
}

function forms(value: string): string[] {
  const clock = value.replace("T", " ").replace(/^(.{16}):00$/, "$1");
  const time = /^.{11}(\d\d:\d\d):00Z$/.exec(value)?.[1];
  return [
    ...(time === undefined ? [] : [`(${time}Z)`]),
    value,
    clock,
    value.replaceAll('"', "'"),
    `${value.slice(0, 16).replace("T", " ")}Z`,
  ];
}

/** Numbers that only count what the structured content lists or sums up. */
function counts({ structured }: Told): Set<string> {
  const numbers = new Set<number>([0]);
  const walk = (value: unknown): void => {
    if (typeof value !== "object" || value === null) return;
    if (Array.isArray(value)) for (let count = 0; count <= value.length; count += 1) numbers.add(count);
    else {
      const summed = Object.values(value).filter((item) => typeof item === "number");
      numbers.add(summed.reduce((sum, item) => sum + item, 0));
    }
    for (const item of Object.values(value)) walk(item);
  };
  walk(structured);
  return new Set([...numbers].map(String));
}

/** Times of the text that are local clocks of an instant in the structured content. */
function localClocks(text: string): string {
  return text.replaceAll(/(Estimated arrival|estimated pickup) \w{3} [\d-]+ [\d:]+( \S+ \(\d\d:\d\dZ\))?/g, "");
}

describe("both channels", () => {
  it.each(situations)("$name: whatever the structured content says, the text says", async (situation) => {
    const { text, structured } = await told(situation);
    expect(leaves(structured).filter((leaf) => leaf.name !== "matched" && !isTold(leaf, text))).toEqual([]);
  });

  it.each(situations)("$name: whatever the text says, the structured content or its notes say", async (situation) => {
    const answer = await told(situation);
    const json = JSON.stringify({ ...answer.structured, notes: answer.notes });
    const known = [
      json,
      json.replaceAll(/(\d)T(\d\d:\d\d)(:00(?:\.0+(?=Z))?(?!\.))?/g, "$1 $2"),
      json.replaceAll('\\"', "'"),
    ].join("\n");
    const counted = counts(answer);
    // The line of provenance is the call boundary's.
    const text = localClocks(answer.text.split("\n").slice(0, -1).join("\n"));
    const quotations = (text.match(/"[^"]*"/gu) ?? []).map((part) => part.slice(1, -1));
    const codes = text.replaceAll(/"[^"]*"/gu, " ").match(/[\p{L}\d_.:+-]*\d[\p{L}\d_.:+-]*/gu) ?? [];
    const facts = [...quotations, ...codes.map((code) => code.replace(/[.:]+$/, ""))];
    const missing = facts.filter(
      (fact) => !known.includes(fact) && !known.includes(fact.replace(/0$/, "")) && !counted.has(fact),
    );
    expect(missing).toEqual([]);
  });

  it.each(situations)("$name: warns in the notes of whatever the text warns of", async (situation) => {
    const { text, structured, notes, reworded } = await told(situation);
    const json = JSON.stringify({ ...structured, notes }).replaceAll('\\"', "'");
    for (const note of notes.filter((each) => !reworded.includes(each))) expect(text).toContain(note);
    // Quotations are the service's words, no warnings of ours.
    const said = text.replaceAll(/"[^"]*"/gu, " ");
    expect(WARNINGS.filter((warning) => warning.test(said) && !warning.test(json))).toEqual([]);
    expect(WARNINGS.filter((warning) => warning.test(reworded.join(" ")) && !warning.test(said))).toEqual([]);
    expect(reworded.filter((note) => !WARNINGS.some((warning) => warning.test(note)))).toEqual([]);
  });
});
