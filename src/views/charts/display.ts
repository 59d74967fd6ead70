import { cleanText } from "../../domain/clean.ts";
import { compact } from "../../domain/collections.ts";
import { ageText } from "../../domain/time-units.ts";
import type { ChartName } from "../../domain/tool-list.ts";
import { type Style, stylesOf } from "../marks/mark.ts";
import { alertsChart } from "./alerts.ts";
import { type AnswerChart, type Legend, ordersIn, ranked } from "./answer-chart.ts";
import { type Json, membersOf, numberOf, shownText, textsOf } from "./json.ts";
import { packagesChart } from "./packages.ts";
import { plansChart } from "./plans.ts";
import { riskChart } from "./risk.ts";
import { joined, utcLabel } from "./words.ts";

const CHARTS: Readonly<Record<ChartName, (answer: Json, view: Json) => AnswerChart>> = {
  alerts: alertsChart,
  plans: plansChart,
  packages: packagesChart,
  risk: riskChart,
};

/** Of a warning, and of a title. */
const MAX_CHARS = 1_000;

export interface Display {
  /** Why the answer is partial or stale, or empty. */
  readonly warning: string;
  /** The answer's headline, without the warning and without counts that the drawing shows. */
  readonly title: string;
  readonly legend: Legend;
  readonly styles: ReadonlyMap<string, Style>;
  readonly remarks: readonly string[];
  readonly draw: AnswerChart["draw"];
  readonly source: string;
}

/** Undefined without a chart or a structured answer. `meta` is the result's `_meta`, which may be missing. */
export function displayOf(name: ChartName | undefined, structuredContent: unknown, meta: unknown): Display | undefined {
  const answer = membersOf(structuredContent);
  if (name === undefined || answer["answer"] === undefined) return undefined;
  const view = membersOf(membersOf(meta)["coldroute/view"]);
  const chart = CHARTS[name](answer, view);
  const warning = shownText(answer["warning"], 2_000);
  const headline = shownText(view["title"] ?? answer["answer"], 2_000);
  const legend = { heading: "", ...chart.legend, names: ranked(chart.legend?.names ?? [], view) };
  return {
    warning: cleanText(warning.replace(/[:;.]$/, ""), MAX_CHARS),
    title: cleanText(headline.replace(warning, ""), MAX_CHARS),
    legend,
    styles: stylesOf(legend.names, ordersIn(view)),
    remarks: compact(...chart.remarks, textsOf(answer["notes"]).join(" ")),
    draw: chart.draw,
    source: sourceText(answer),
  };
}

/** `Answer of 2026-11-23 08:24Z, live, data of 2026-11-23 08:03Z, billed 1.` */
function sourceText(answer: Json): string {
  const source = membersOf(answer["source"]);
  const age = numberOf(source["ageSeconds"]);
  const bill = numberOf(source["billableRequests"]);
  const perhaps = numberOf(source["maybeBilled"]);
  const now = shownText(source["now"]);
  const dataOf = shownText(source["dataOf"]);
  const window = numberOf(answer["windowHours"]);
  const parts = joined([
    now && `Answer of ${utcLabel(now)}`,
    age === undefined ? source["data"] === "live" && "live" : `fetched ${ageText(age)} before`,
    dataOf && `data of ${utcLabel(dataOf)}`,
    window !== undefined && `${window} h window`,
    bill !== undefined && `billed ${bill}${perhaps === undefined ? "" : `, perhaps ${bill + perhaps}`}`,
  ]);
  return joined([source["sandbox"] === true && "Sandbox data, not the real service.", parts && `${parts}.`], " ");
}
