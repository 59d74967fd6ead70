import { DAY_MS } from "../../domain/time-units.ts";
import { dayLabel } from "./clock.ts";
import { path, round, type Shape, words } from "./shape.ts";
import type { Theme } from "./theme.ts";

/** Wall-clock times across a drawing, from 0 to its width. */
export interface TimeScale {
  x(ms: number): number;
  /** A line at each midnight, with its date at the top where there is room. */
  dayLines(top: number, bottom: number, theme: Theme): readonly Shape[];
}

const MAX_DAYS = 400;
/** The width of a date, in pixels. */
const LABEL_WIDTH = 66;

/** A scale on which all known times are in sight, with some room at both ends. */
export function timeScale(times: readonly (number | undefined)[], width: number): TimeScale {
  const known = times.filter((time) => time !== undefined);
  const [first, last] = [Math.min(...known), Math.max(...known)];
  const margin = Math.max((last - first) * 0.04, DAY_MS / 12);
  const [start, span] = [first - margin, last - first + 2 * margin];
  const x = (ms: number): number => round(8 + ((ms - start) * (width - 16)) / span);
  const midnight = Math.ceil(start / DAY_MS);
  const count = known.length === 0 ? 0 : Math.min(Math.floor((start + span) / DAY_MS) - midnight + 1, MAX_DAYS);
  const every = Math.max(Math.ceil((LABEL_WIDTH * span) / ((width - 16) * DAY_MS)), 1);
  const dayLines: TimeScale["dayLines"] = (top, bottom, { line, soft }) =>
    Array.from({ length: count }, (_, index) => (midnight + index) * DAY_MS).flatMap((day, index) => {
      const isNamed = index % every === 0 && x(day) + LABEL_WIDTH < width;
      const name = words(x(day) + 3, top + 9, dayLabel(new Date(day).toISOString()), { fill: soft, size: 11 });
      const rule = path(`M${x(day)} ${top}V${bottom}`, { stroke: line, width: isNamed ? 1 : 0.5 });
      return isNamed ? [rule, name] : [rule];
    });
  return { x, dayLines };
}
