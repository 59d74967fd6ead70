import { cleanText } from "../../domain/clean.ts";
import { compact } from "../../domain/compact.ts";
import { ageText } from "../../domain/hours.ts";
import { stylesOf } from "../marks/mark.ts";
import { clockLabel } from "../marks/time.ts";
import { alertsChart } from "./alerts.ts";
import { type AnswerChart, joined } from "./answer-chart.ts";
import { type Json, membersOf, numberOf, shownText, textsOf } from "./json.ts";
import { packagesChart } from "./packages.ts";
import { plansChart } from "./plans.ts";
import { riskChart } from "./risk.ts";

/** The chart of the first of these members that an answer has. Hosts may not give the tool's name. */
const CHARTS: readonly (readonly [member: string, make: (answer: Json, view: Json) => AnswerChart])[] = [
  ["alerts", alertsChart],
  ["plans", plansChart],
  ["packages", packagesChart],
  ["places", riskChart],
];

/** The opening of a stale or partial answer. Its reason, in parentheses, may quote anything. */
const OPENINGS =
  /((?:STALE|PARTIAL|ALERTS NOT CHECKED)\b:?(?:[^():;."]|"[^"]*"|\((?:[^()"]|"[^"]*"|\([^()"]*\))*\))*)[:;.] /gy;
/** The note on rows that the text omits. A drawing still has them. */
const LISTING = /^\d+ of \d+ listed;/;
const MAX_TITLE_CHARS = 300;

export type Display = NonNullable<ReturnType<typeof displayOf>>;

/**
 * The content of a picture: the drawing of the answer's chart, and the words around it. Undefined if no chart draws the
 * answer. `meta` is the result's `_meta`, which may be missing.
 */
export function displayOf(structuredContent: unknown, meta: unknown) {
  const answer = membersOf(structuredContent);
  const make = CHARTS.find(([member]) => Array.isArray(answer[member]))?.[1];
  if (make === undefined) return undefined;
  const chart = make(answer, membersOf(membersOf(meta)["coldroute/view"]));
  const headline = shownText(answer["answer"], 2_000);
  const legend = chart.legend.filter(({ names }) => names.length > 0);
  const notes = textsOf(answer["notes"]).filter((note) => !LISTING.test(note));
  return {
    ...chart,
    /** Why the answer is partial or stale; empty if it is neither. */
    warning: Array.from(headline.matchAll(OPENINGS), ([, words]) => words).join("; "),
    title: cleanText(chart.title || headline.replace(OPENINGS, ""), MAX_TITLE_CHARS),
    legend,
    styles: stylesOf(legend.flatMap(({ names }) => names)),
    remarks: compact(...chart.remarks, notes.join(" ")),
    source: sourceText(answer),
  };
}

/** `Live, data of Mon 11-23 08:03 UTC, billed 1.` */
function sourceText(answer: Json): string {
  const source = membersOf(answer["source"]);
  const [age, bill, perhaps] = ["ageSeconds", "billableRequests", "maybeBilled"].map((name) => numberOf(source[name]));
  const [dataOf, window] = [shownText(source["dataOf"]), numberOf(answer["windowHours"])];
  const parts = joined([
    age === undefined ? source["data"] === "live" && "Live" : `Fetched ${ageText(age)} ago`,
    dataOf && `data of ${clockLabel(dataOf)} UTC`,
    window !== undefined && `${window} h window`,
    bill !== undefined && `billed ${bill}${perhaps === undefined ? "" : `, perhaps ${perhaps} more`}`,
  ]);
  return joined([source["sandbox"] === true && "Sandbox data, not the real service.", parts && `${parts}.`], " ");
}
