import { DAY_MS } from "../../domain/time-units.ts";
import { dayLabel } from "./clock.ts";
import { path, round, type Shape, words } from "./shape.ts";
import { widthOf } from "./text-width.ts";
import type { Theme } from "./theme.ts";

/** Wall-clock times across a drawing, from 0 to its width. */
export interface TimeScale {
  x(ms: number): number;
  /** A line at each midnight, with its date at the top where there is room. */
  dayLines(top: number, bottom: number, theme: Theme): readonly Shape[];
}

const SIZE = 11;
const MAX_DAYS = 400;

/** A scale on which all times are in sight, with some room at both ends. */
export function timeScale(times: readonly number[], width: number): TimeScale {
  const [first, last] = times.length === 0 ? [0, DAY_MS] : [Math.min(...times), Math.max(...times)];
  const margin = Math.max((last - first) * 0.04, DAY_MS / 12);
  const [start, span] = [first - margin, last - first + 2 * margin];
  const x = (ms: number): number => round(8 + ((ms - start) * (width - 16)) / span);
  const midnight = Math.ceil(start / DAY_MS);
  const count = Math.min(Math.max(Math.floor((start + span) / DAY_MS) - midnight + 1, 0), MAX_DAYS);
  const days = times.length === 0 ? [] : Array.from({ length: count }, (_, index) => (midnight + index) * DAY_MS);
  const room = widthOf("Wed 11-26", SIZE) + 8;
  const every = Math.max(Math.ceil(room / (((width - 16) * DAY_MS) / span)), 1);
  const dayLines: TimeScale["dayLines"] = (top, bottom, { line, soft }) =>
    days.flatMap((day, index) => {
      const isNamed = index % every === 0 && x(day) + room - 4 < width;
      const name = words(x(day) + 3, top + 9, dayLabel(new Date(day).toISOString()), { fill: soft, size: SIZE });
      return [
        path(`M${x(day)} ${top}V${bottom}`, { stroke: line, width: isNamed ? 1 : 0.5 }),
        ...(isNamed ? [name] : []),
      ];
    });
  return { x, dayLines };
}
