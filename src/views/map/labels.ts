import { groupBy } from "../../domain/collections.ts";
import { fitted, type Point, type Shape, STRONG_SIZE, textAt, widthOf } from "../marks/svg.ts";
import { type Box, boxOf, type Frame, isFree, type Placed } from "./us-map.ts";

const LINE_HEIGHT = 14;
const MAX_LABELS = 8;
const MAX_LABEL_WIDTH = 190;

interface Label {
  readonly lines: readonly string[];
  readonly box: Box;
}

export function boxesAlong(route: readonly Point[]): readonly Box[] {
  return route.flatMap(([x, y], index) => {
    const [fromX, fromY] = route[index - 1] ?? [x, y];
    const steps = Array.from({ length: 40 }, (_, step) => step / 40);
    return steps.map((part) => ({ x: x + (fromX - x) * part, y: y + (fromY - y) * part, across: 4, down: 4 }));
  });
}

/** The labels that overlap nothing in `taken`: of the places asked first, then of those with the most points. */
export function labelsIn(frame: Frame, points: readonly Placed[], radius: number, taken: readonly Box[]): Label[] {
  const named = points.filter(({ lines }) => lines.length > 0);
  // Each area has a name or count of its own; other points with equal names are one place.
  const groups = [...groupBy(named, ({ zip, lines, isArea }) => (isArea ? zip : lines.join(" "))).values()];
  const rank = ([point]: readonly Placed[]): number => (point?.isAsked ? 2 : 0) + (point?.isArea ? 1 : 0);
  const labels: Label[] = [];
  for (const group of groups.sort((a, b) => rank(b) - rank(a) || b.length - a.length)) {
    const [first] = group;
    // The map names only some places, but every area.
    if (first === undefined || (labels.length >= MAX_LABELS && !first.isArea)) continue;
    const lines = first.lines.map((line) => fitted(line, MAX_LABEL_WIDTH));
    const around = boxOf(group.map(({ pixel }) => pixel));
    const occupied = [...taken, ...labels.map((label) => label.box)];
    // A name alone may fit where its other text does not, and the name of an asked place may stand farther away: of
    // Phoenix, Mesa and Glendale on one map, Phoenix has a name only at a distance.
    const candidates = (first.isAsked ? [0, 12, 24] : [0]).flatMap((gap) => [
      ...labelsBeside(around, lines, radius + gap, frame),
      ...labelsBeside(around, lines.slice(0, 1), radius + gap, frame),
    ]);
    const label = candidates.find((candidate) => isFree(frame, candidate.box, occupied));
    if (label !== undefined) labels.push(label);
  }
  return labels;
}

/** Some lines beside a box of marks, at the preferred place first. */
function labelsBeside(marked: Box, lines: readonly string[], gap: number, { width }: Frame): readonly Label[] {
  const across = Math.max(...lines.map((line) => widthOf(line, STRONG_SIZE))) / 2 + 3;
  const down = (lines.length * LINE_HEIGHT) / 2;
  const aside = marked.across + gap + across + 4;
  const away = marked.down + gap + down + 2;
  const lower = marked.y + away;
  const upper = marked.y - away;
  const middle = Math.min(Math.max(marked.x, across + 1), width - across - 1);
  // At a corner, the name of a single mark may seem to be that of the next.
  const ys = marked.across + marked.down > 0 ? [marked.y, lower, upper] : [marked.y];
  const beside = [marked.x + aside, marked.x - aside].flatMap((x) => ys.map((y): Point => [x, y]));
  const middles: readonly Point[] = [[middle, lower], [middle, upper], ...beside];
  return middles.map(([x, y]) => ({ lines, box: { x, y, across, down } }));
}

export function drawLabel({ lines, box: { x, y } }: Label): Shape {
  const top = y - (lines.length * LINE_HEIGHT) / 2 + 11;
  return lines.map((line, index) => {
    return textAt(x, top + index * LINE_HEIGHT, line, `halo middle ${index === 0 ? "strong" : "small"}`);
  });
}
