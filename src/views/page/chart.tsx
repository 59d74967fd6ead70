import { useMemo, useRef, useState } from "preact/hooks";
import type { Canvas, Drawing, Face, Spot } from "../faces/face.ts";
import type { Theme } from "../marks/theme.ts";
import { nodesOf } from "./svg.ts";

interface ChartProps {
  readonly face: Face;
  readonly canvas: Canvas;
  /** What the drawing shows, for those who do not see it. */
  readonly title: string;
}

/** Pixels beside a mark that still point at it. */
const NEAR = 12;

/** What the readout says while nothing is pointed at. */
const HINT = "Point at a mark, or move among the marks with the arrow keys.";

/** A drawing that can be pointed at and walked through: one stop of the Tab key, and a readout. */
export function Chart({ face, canvas, title }: ChartProps) {
  const drawing = useMemo(() => face.draw(canvas), [face, canvas]);
  const nodes = useMemo(() => <g>{nodesOf(drawing.shapes)}</g>, [drawing]);
  const [active, setActive] = useState<{ readonly drawing: Drawing; readonly spot: Spot }>();
  const box = useRef<HTMLDivElement>(null);
  const spot = active?.drawing === drawing ? active.spot : undefined;
  const goTo = (next: Spot | undefined): void => setActive(next && { drawing, spot: next });
  const onKeyDown = (event: KeyboardEvent): void => {
    const direction = DIRECTIONS[event.key];
    if (event.key === "Escape") goTo(undefined);
    if (direction === undefined || drawing.spots.length === 0) return;
    event.preventDefault();
    const next = spot === undefined ? drawing.spots[0] : nextIn(direction, spot, drawing.spots);
    goTo(next);
    if (next !== undefined) reveal(box.current, next);
  };
  const onPointer = ({ clientX, clientY, currentTarget }: PointerEvent): void => {
    const { left, top } = (currentTarget as SVGSVGElement).getBoundingClientRect();
    goTo(nearest(drawing.spots, clientX - left, clientY - top));
  };
  const label = spot?.label ?? (drawing.spots.length === 0 ? "Nothing is drawn." : HINT);
  const id = `spot-${spot === undefined ? "none" : drawing.spots.indexOf(spot)}`;
  return (
    <div class="walk">
      {/* A list box of which only the active option exists: there may be 5,000. */}
      <div
        ref={box}
        class="chart"
        role="listbox"
        aria-label={title}
        aria-owns={id}
        aria-activedescendant={id}
        tabIndex={0}
        onKeyDown={onKeyDown}
      >
        <svg
          aria-hidden="true"
          width={canvas.width}
          height={drawing.height}
          viewBox={`0 0 ${canvas.width} ${drawing.height}`}
          onPointerMove={onPointer}
          onPointerDown={onPointer}
        >
          {nodes}
          {spot === undefined ? null : <Ring spot={spot} theme={canvas.theme} />}
        </svg>
      </div>
      <div key={id} id={id} class="readout" role="option" aria-selected={spot !== undefined} tabIndex={-1}>
        {label}
      </div>
    </div>
  );
}

function Ring({ spot, theme }: { readonly spot: Spot; readonly theme: Theme }) {
  const [across, down] = spot.reach;
  const place = { x: spot.x - across, y: spot.y - down, width: 2 * across, height: 2 * down, rx: 5, fill: "none" };
  return (
    <g class="ring">
      <rect {...place} stroke={theme.ground} stroke-width={5} />
      <rect {...place} stroke={theme.ink} stroke-width={2} />
    </g>
  );
}

type Direction = readonly [across: number, down: number];

const DIRECTIONS: Readonly<Record<string, Direction>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** The nearest spot in a direction; what lies aside counts double. The same spot at the edge. */
function nextIn([across, down]: Direction, from: Spot, spots: readonly Spot[]): Spot {
  let best = from;
  let least = Number.POSITIVE_INFINITY;
  for (const spot of spots) {
    const [dx, dy] = [spot.x - from.x, spot.y - from.y];
    const ahead = dx * across + dy * down;
    const distance = ahead + 2 * Math.abs(dx * down + dy * across);
    if (ahead > 0 && distance < least) [best, least] = [spot, distance];
  }
  return best;
}

function nearest(spots: readonly Spot[], x: number, y: number): Spot | undefined {
  let best: Spot | undefined;
  let least = NEAR;
  for (const spot of spots) {
    const [across, down] = spot.reach;
    const away = Math.hypot(Math.max(Math.abs(spot.x - x) - across, 0), Math.max(Math.abs(spot.y - y) - down, 0));
    const distance = away + Math.hypot(spot.x - x, spot.y - y) / 100;
    if (distance < least) [best, least] = [spot, distance];
  }
  return best;
}

/** Scrolls a chart that is higher than its place. */
function reveal(box: HTMLDivElement | null, { y, reach: [, down] }: Spot): void {
  if (box === null) return;
  if (y - down < box.scrollTop) box.scrollTop = y - down - 8;
  if (y + down > box.scrollTop + box.clientHeight) box.scrollTop = y + down + 8 - box.clientHeight;
}
