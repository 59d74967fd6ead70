import { type Point, round } from "../marks/svg.ts";
import { type Frame, type MapPoint, type Placed, pointOnMap } from "./us-map.ts";

/** How many pixels around its middle a mark tries until it covers no other. */
const MOST_TRIES = 4;
/** The distance of two marks that do not cover each other, in radii. They may overlap by their outlines. */
const APART_RADII = 1.7;
/** The distance of neighbours on a spiral of marks, in radii. */
const SPIRAL_RADII = 1.75;
const GOLDEN_ANGLE = Math.PI * (3 - Math.sqrt(5));

/** Each point at the middle of its area, or beside it, within the frame, if it would cover another mark. */
export function placedIn(frame: Frame, points: readonly MapPoint[], radius: number): readonly Placed[] {
  const placed: Placed[] = [];
  const leastSquare = (APART_RADII * radius) ** 2;
  const isFree = ([x, y]: Point): boolean =>
    placed.every(({ pixel: [otherX, otherY] }) => (x - otherX) ** 2 + (y - otherY) ** 2 >= leastSquare);
  const countByArea = new Map<string, number>();
  for (const point of points) {
    const middle = pointOnMap(point);
    if (middle === undefined) continue;
    const area = point.zip.slice(0, 3);
    const index = countByArea.get(area) ?? 0;
    countByArea.set(area, index + 1);
    const candidates = Array.from({ length: MOST_TRIES }, (_, more) => onSpiral(frame, middle, index + more, radius));
    placed.push({ ...point, pixel: candidates.find(isFree) ?? onSpiral(frame, middle, index, radius) });
  }
  return placed;
}

/** A pixel within the frame on a spiral whose turns are nearly a mark apart; index 0 is the middle. */
function onSpiral({ toPixels, width, height }: Frame, middle: Point, index: number, radius: number): Point {
  const distance = SPIRAL_RADII * radius * Math.sqrt(index);
  const angle = index * GOLDEN_ANGLE;
  const [x, y] = toPixels(middle);
  const within = (pixels: number, most: number): number => round(Math.min(Math.max(pixels, radius), most - radius));
  return [within(x + distance * Math.cos(angle), width), within(y + distance * Math.sin(angle), height)];
}
