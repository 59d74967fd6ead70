import { cleanText } from "../../domain/clean.ts";
import { ageText } from "../../domain/hours.ts";
import { stylesOf } from "../marks/style.ts";
import { box, text } from "../marks/svg.tsx";
import { clockLabel } from "../marks/time.ts";
import { alertsFace } from "./alerts.ts";
import { type Drawing, type Face, joined, told } from "./face.ts";
import { type Json, membersOf, numberOf, recordsOf, shownText, textsOf } from "./json.ts";
import { packagesFace } from "./packages.ts";
import { plansFace } from "./plans.ts";
import { riskFace } from "./risk.ts";

/** The faces by the member that tells them apart: the name of the tool may be missing. */
const FACES: readonly (readonly [member: string, make: (answer: Json, view: Json) => Face])[] = [
  ["alerts", alertsFace],
  ["plans", plansFace],
  ["packages", packagesFace],
  ["places", riskFace],
];

/** An answer that is stale or partial opens with it. */
const PARTS = /^(?:(STALE.*?): )?(?:(PARTIAL.*?)[;.] )?(.*)$/s;
const MAX_TITLE_CHARS = 200;

export type Display = NonNullable<ReturnType<typeof displayOf>>;

/**
 * An answer as it is shown: the drawing of its face, and the words around it. Undefined for an answer that no face draws.
 * `meta` is the result's `_meta`, which may be missing.
 */
export function displayOf(structuredContent: unknown, meta: unknown) {
  const answer = membersOf(structuredContent);
  const make = FACES.find(([member]) => Array.isArray(answer[member]))?.[1];
  if (make === undefined) return undefined;
  const face = make(answer, membersOf(membersOf(meta)["coldroute/view"]));
  const [, stale, partial, finding = ""] = PARTS.exec(shownText(answer["answer"], 2_000)) ?? [];
  const isStale = membersOf(answer["source"])["data"] === "stale";
  const legend = face.legend.filter(({ names }) => names.length > 0);
  const refused = recordsOf(answer["places"]).filter(({ problem }) => problem !== undefined);
  const refusals = refused.map(
    ({ asked, problem }) => `${shownText(asked)} was not checked: ${shownText(problem, 200)}`,
  );
  const { empty, draw, choice } = face;
  return {
    /** Why the answer is not whole or not fresh; empty where it is both. */
    warning: joined([stale ?? (isStale && "STALE"), partial ?? (answer["complete"] === false && "PARTIAL")], "; "),
    title: face.title || cleanText(finding, MAX_TITLE_CHARS),
    legend,
    styles: stylesOf(legend.flatMap(({ names }) => names)),
    choice,
    draw: empty ? ({ width }: { readonly width: number }) => emptyDrawing(empty, width) : draw,
    remarks: told([...refusals, ...face.remarks, textsOf(answer["notes"]).join(" ")]),
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

function emptyDrawing(words: string, width: number): Drawing {
  const shapes = [box(1, 8, width - 2, 100, "cell none"), text(width / 2, 63, words, "strong middle")];
  return { height: 116, shapes, spots: [] };
}
