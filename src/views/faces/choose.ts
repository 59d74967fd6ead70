import { box, text } from "../marks/svg.tsx";
import { alertsFace } from "./alerts.ts";
import type { Drawing, Face } from "./face.ts";
import { type Json, membersOf, recordsOf, shownText, textsOf } from "./json.ts";
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

/** The face of an answer; undefined for one that no face draws. `meta` is the result's `_meta`, which may be missing. */
export function faceOf(answer: unknown, meta: unknown): Face | undefined {
  const record = membersOf(answer);
  const make = FACES.find(([member]) => Array.isArray(record[member]))?.[1];
  const face = make?.(record, membersOf(membersOf(meta)["coldroute/view"]));
  if (face === undefined) return undefined;
  const { legend, remarks, empty } = face;
  const unknown = recordsOf(record["places"]).filter(({ problem }) => problem !== undefined);
  const refusals = unknown.map(
    ({ asked, problem }) => `${shownText(asked)} was not checked: ${shownText(problem, 200)}`,
  );
  return {
    ...face,
    legend: legend.filter(({ names }) => names.length > 0),
    remarks: [...refusals, ...remarks, textsOf(record["notes"]).join(" ")],
    ...(empty && { draw: ({ width }) => emptyDrawing(empty, width) }),
  };
}

function emptyDrawing(words: string, width: number): Drawing {
  const shapes = [box(1, 8, width - 2, 100, "cell none"), text(width / 2, 63, words, "strong middle")];
  return { height: 116, shapes, spots: [] };
}
