import { marks } from "../marks/mark.ts";
import { box, type Shape, words } from "../marks/shape.ts";
import type { Style } from "../marks/style.ts";
import { fitted, widthOf } from "../marks/text-width.ts";
import type { DayRisk } from "./day-risk.ts";
import type { Canvas } from "./face.ts";

interface Place {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

type Styles = ReadonlyMap<string, Style>;

const SIZE = 11.5;

/** One day of one place: its value as mark and word, or the shares of its areas. `isMissing`: the day could not be had. */
export function cell(
  place: Place,
  day: DayRisk | undefined,
  isMissing: boolean,
  styles: Styles,
  canvas: Canvas,
): readonly Shape[] {
  const { x, y, width, height } = place;
  const { line, land, soft } = canvas.theme;
  if (isMissing || day === undefined || day.counts.length === 0) {
    const text = fitted(isMissing ? "not available" : "no record", width - 4, SIZE);
    const type = { fill: soft, size: SIZE, anchor: "middle" } as const;
    return [
      box(x, y, width, height, { stroke: line, dash: "3 3" }, 5),
      words(x + width / 2, y + height / 2 + 4, text, type),
    ];
  }
  const shown = day.counts.filter(([value]) => !canvas.hidden.has(value));
  const [rarest] = shown.toSorted(([, a], [, b]) => a - b);
  const frame = box(x, y, width, height, { fill: rarest === undefined ? "none" : land, stroke: line }, 5);
  if (rarest === undefined) return [frame];
  return [
    frame,
    ...(day.isCounted ? shares(place, day, rarest, styles, canvas) : value(place, rarest[0], styles, canvas)),
  ];
}

/** A mark and its word, side by side where there is room. */
function value({ x, y, width, height }: Place, name: string, styles: Styles, { theme }: Canvas): readonly Shape[] {
  const style = styles.get(name) as Style;
  const [middle, type] = [x + width / 2, { fill: theme.ink, size: SIZE }] as const;
  const start = middle - (widthOf(name, SIZE) + 18) / 2;
  if (start > x + 3)
    return [
      ...marks(style, [[start + 6, y + height / 2]], 6, theme),
      words(start + 17, y + height / 2 + 4, name, type),
    ];
  const word = fitted(name, width - 2, SIZE);
  return [
    ...marks(style, [[middle, y + 12]], 6, theme),
    words(middle, y + height - 6, word, { ...type, anchor: "middle" }),
  ];
}

/** A bar of the shares, under the rarest value. */
function shares(
  { x, y, width, height }: Place,
  { counts }: DayRisk,
  rarest: readonly [string, number],
  styles: Styles,
  { theme, hidden }: Canvas,
) {
  const unit = (width - 8) / counts.reduce((sum, [, count]) => sum + count, 0);
  let left = x + 4;
  const parts = counts.map(([name, count]) => {
    const fill = hidden.has(name) ? "none" : (styles.get(name) as Style).fill;
    left += count * unit;
    return box(left - count * unit, y + height - 13, Math.max(count * unit, 0.5), 9, {
      fill,
      stroke: theme.ink,
      width: 0.6,
    });
  });
  const text = fitted(`${rarest[0]} ${rarest[1]}`, width - 22, SIZE);
  const mark = marks(styles.get(rarest[0]) as Style, [[x + 11, y + 11]], 5, theme);
  return [...mark, words(x + 20, y + 15, text, { fill: theme.ink, size: SIZE }), ...parts];
}
