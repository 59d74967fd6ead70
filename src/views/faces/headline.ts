import { ageText } from "../../domain/hours.ts";
import { dayClock } from "../marks/clock.ts";
import { joined } from "./face.ts";
import { type Json, membersOf, numberOf, shownText } from "./json.ts";

/** An answer that is stale or partial opens with it. */
const PARTS = /^(?:(STALE.*?): )?(?:(PARTIAL.*?)[;.] )?(.*)$/s;

/** The words around a drawing; the title holds at most `maxChars` of the answer's finding, in whole sentences or words. */
export function shortHeadline(answer: Json, maxChars: number) {
  const whole = shownText(answer["answer"], 2_000);
  const [, stale, partial, finding = ""] = PARTS.exec(whole) ?? [];
  const head = finding.slice(0, maxChars);
  const sentence = head.lastIndexOf(". ");
  const short = sentence > maxChars / 2 ? head.slice(0, sentence + 1) : `${head.slice(0, head.lastIndexOf(" "))} …`;
  return {
    /** Why the answer is not whole or not fresh, in its own words; empty where it is both. */
    warning: joined(
      [
        stale ?? (membersOf(answer["source"])["data"] === "stale" && "STALE"),
        partial ?? (answer["complete"] === false && "PARTIAL"),
      ],
      "; ",
    ),
    title: head === finding ? finding : short,
    source: sourceText(answer),
  };
}

const FRESHNESS = new Map<unknown, string>([
  ["live", "Live"],
  ["cached", "From memory"],
  ["stale", "STALE"],
]);

/** `Live, data of Mon 11-23 08:03 UTC, billed 1.` */
function sourceText(answer: Json): string {
  const source = membersOf(answer["source"]);
  const [age, bill, perhaps] = ["ageSeconds", "billableRequests", "maybeBilled"].map((name) => numberOf(source[name]));
  const window = numberOf(answer["windowHours"]);
  const dataOf = shownText(source["dataOf"]);
  const told = joined([
    FRESHNESS.get(source["data"]),
    age !== undefined && `fetched ${ageText(age)} ago`,
    dataOf && `data of ${dayClock(dataOf, "UTC")} UTC`,
    window !== undefined && `${window} h window`,
    bill !== undefined && `billed ${bill}${perhaps === undefined ? "" : `, perhaps ${perhaps} more`}`,
  ]);
  return joined([source["sandbox"] === true && "Sandbox data, not the real service.", told && `${told}.`], " ");
}
