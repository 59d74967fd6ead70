import { ageText } from "../../domain/hours.ts";
import { dayClock } from "../marks/clock.ts";
import { type Json, membersOf, numberOf, shownText } from "./json.ts";

/** The words around a drawing. */
export interface Headline {
  /** Why the answer is not whole or not fresh, in its own words; empty where it is both. */
  readonly warning: string;
  /** The finding. */
  readonly title: string;
  /** `Live, data of Mon 11-23 08:03 UTC, billed 1.` */
  readonly source: string;
}

/** The words of an answer; the title holds the headline's sentences up to `maxChars`. */
export function shortHeadline(answer: Json, maxChars: number): Headline {
  const whole = shownText(answer["answer"], 2_000);
  const stale = opening(whole, "STALE", ": ") || (membersOf(answer["source"])["data"] === "stale" ? "STALE" : "");
  const fresh = whole.startsWith("STALE") ? whole.slice(stale.length + 2) : whole;
  const partial = opening(fresh, "PARTIAL", "; ", ". ") || (answer["complete"] === false ? "PARTIAL" : "");
  const finding = fresh.startsWith("PARTIAL") ? fresh.slice(partial.length + 2) : fresh;
  return {
    warning: [stale, partial].filter((part) => part !== "").join("; "),
    title: shortened(finding, maxChars),
    source: sourceText(answer),
  };
}

/** A text that begins with `word`, up to the first of `ends`; empty for any other. */
function opening(text: string, word: string, ...ends: readonly string[]): string {
  const found = ends.map((end) => text.indexOf(end)).filter((at) => at !== -1);
  return text.startsWith(word) ? text.slice(0, Math.min(text.length, ...found)) : "";
}

/** Whole sentences of at most `maxChars`, else words. */
function shortened(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text;
  const head = text.slice(0, maxChars);
  const sentence = Math.max(head.lastIndexOf(". "), head.lastIndexOf("; "));
  if (sentence > maxChars / 3) return `${head.slice(0, sentence)}.`;
  return `${head.slice(0, head.lastIndexOf(" ")).replace(/[,;:]$/, "")} …`;
}

function sourceText(answer: Json): string {
  const source = membersOf(answer["source"]);
  const age = numberOf(source["ageSeconds"]);
  const window = numberOf(answer["windowHours"]);
  const bill = numberOf(source["billableRequests"]);
  const perhaps = numberOf(source["maybeBilled"]);
  const dataOf = shownText(source["dataOf"]);
  const parts = [
    FRESHNESS[shownText(source["data"])] ?? "",
    age === undefined ? "" : `fetched ${ageText(age)} ago`,
    dataOf === "" ? "" : `data of ${dayClock(dataOf, "UTC")} UTC`,
    window === undefined ? "" : `${window} h window`,
    bill === undefined ? "" : `billed ${bill}${perhaps === undefined ? "" : `, perhaps ${perhaps} more`}`,
  ].filter((part) => part !== "");
  const sandbox = source["sandbox"] === true ? ["Sandbox data, not the real service."] : [];
  return [...sandbox, ...(parts.length === 0 ? [] : [`${parts.join(", ")}.`])].join(" ");
}

const FRESHNESS: Readonly<Record<string, string>> = { live: "Live", cached: "From memory", stale: "STALE" };
