import { cleanText } from "../../domain/clean.ts";
import { compact } from "../../domain/compact.ts";
import { ageText } from "../../domain/hours.ts";
import type { ChartName } from "../../domain/tool-entry.ts";
import { stylesOf } from "../marks/mark.ts";
import { clockLabel } from "../marks/time.ts";
import { alertsChart } from "./alerts.ts";
import { type AnswerChart, joined } from "./answer-chart.ts";
import { type Json, membersOf, numberOf, ordersIn, ranked, shownText, textsOf } from "./json.ts";
import { packagesChart } from "./packages.ts";
import { plansChart } from "./plans.ts";
import { riskChart } from "./risk.ts";

const CHARTS: ReadonlyMap<string | undefined, (answer: Json, view: Json) => AnswerChart> = new Map<
  ChartName,
  (answer: Json, view: Json) => AnswerChart
>([
  ["alerts", alertsChart],
  ["plans", plansChart],
  ["packages", packagesChart],
  ["risk", riskChart],
]);

const MAX_TITLE_CHARS = 400;
const MAX_WARNING_CHARS = 400;

export type Display = NonNullable<ReturnType<typeof displayOf>>;

/**
 * The content of a picture: the drawing of the answer's chart, and the words around it. Undefined if there is no such
 * chart, or no structured answer. `meta` is the result's `_meta`, which may be missing.
 */
export function displayOf(chart: string | undefined, structuredContent: unknown, meta: unknown) {
  const answer = membersOf(structuredContent);
  const make = CHARTS.get(chart);
  if (make === undefined || answer["answer"] === undefined) return undefined;
  const view = membersOf(membersOf(meta)["coldroute/view"]);
  const drawn = make(answer, view);
  const warning = shownText(answer["warning"], 2_000);
  const headline = shownText(answer["answer"], 2_000);
  const legend = drawn.legend.flatMap(({ names, ...group }) => {
    return names.length === 0 ? [] : [{ ...group, names: ranked(names, view) }];
  });
  return {
    ...drawn,
    /** Why the answer is partial or stale; empty if it is neither. */
    warning: cleanText(warning.replace(/[:;.]$/, ""), MAX_WARNING_CHARS),
    title: cleanText(drawn.title || headline.replace(warning, ""), MAX_TITLE_CHARS),
    legend,
    styles: stylesOf(
      legend.flatMap(({ names }) => names),
      ordersIn(view),
    ),
    remarks: compact(...drawn.remarks, textsOf(answer["notes"]).join(" ")),
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
