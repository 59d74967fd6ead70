import { h, type VNode } from "preact";
import { useMemo, useRef, useState } from "preact/hooks";
import type { Canvas, Drawing, Face, Spot } from "../faces/face.ts";
import { box, type Shape } from "../marks/shape.ts";

interface ChartProps {
  readonly face: Face;
  readonly canvas: Canvas;
  /** For those who do not see the drawing. */
  readonly title: string;
}

/** Pixels beside a mark that still point at it. */
const NEAR = 12;
const HINT = "Point at a mark, or move among the marks with the arrow keys.";

/** Shapes as elements of the page. Texts become text nodes, never markup. */
export function nodesOf(shapes: readonly Shape[]): readonly VNode[] {
  return shapes.map(({ tag, props, children = "" }) =>
    h(tag, props, typeof children === "string" ? children : nodesOf(children)),
  );
}

/** A drawing that can be pointed at and walked through: one stop of the Tab key, and a readout. */
export function Chart({ face, canvas, title }: ChartProps) {
  const { width, theme } = canvas;
  const drawing = useMemo(() => face.draw(canvas), [face, canvas]);
  const nodes = useMemo(() => <g>{nodesOf(drawing.shapes)}</g>, [drawing]);
  const [active, setActive] = useState<{ readonly drawing: Drawing; readonly spot: Spot | undefined }>();
  const scrolled = useRef<HTMLDivElement>(null);
  const spot = active?.drawing === drawing ? active.spot : undefined;
  const goTo = (next: Spot | undefined): void => setActive({ drawing, spot: next });
  const onKeyDown = (event: KeyboardEvent): void => {
    const direction = DIRECTIONS[event.key];
    if (event.key === "Escape") goTo(undefined);
    if (direction === undefined) return;
    event.preventDefault();
    const next = spot === undefined ? drawing.spots[0] : nextIn(direction, spot, drawing.spots);
    goTo(next);
    if (next !== undefined) reveal(scrolled.current as HTMLDivElement, next);
  };
  const onPointer = ({ clientX, clientY, currentTarget }: PointerEvent): void => {
    const { left, top } = (currentTarget as SVGSVGElement).getBoundingClientRect();
    goTo(nearest(drawing.spots, clientX - left, clientY - top));
  };
  const id = `spot-${spot === undefined ? "none" : drawing.spots.indexOf(spot)}`;
  return (
    <div class="walk" style={{ minHeight: `${Math.min(drawing.height, 200)}px` }}>
      {/* A list box of which only the active option exists: there may be 5,000. */}
      <div
        ref={scrolled}
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
          width={width}
          height={drawing.height}
          onPointerMove={onPointer}
          onPointerDown={onPointer}
        >
          {nodes}
          {spot === undefined ? null : nodesOf([ring(spot, theme.ground, 5), ring(spot, theme.ink, 2)])}
        </svg>
      </div>
      <div key={id} id={id} class="readout" role="option" aria-selected={spot !== undefined} tabIndex={-1}>
        {spot?.label ?? (drawing.spots.length === 0 ? "" : HINT)}
      </div>
    </div>
  );
}

function ring({ x, y, reach: [across, down] }: Spot, stroke: string, width: number): Shape {
  return box(x - across, y - down, 2 * across, 2 * down, { stroke, width }, 5);
}

type Direction = readonly [across: number, down: number];

const DIRECTIONS: Readonly<Record<string, Direction>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** The spot with the least distance below `limit`. */
function least(spots: readonly Spot[], distanceTo: (spot: Spot) => number, limit: number): Spot | undefined {
  let best: Spot | undefined;
  let low = limit;
  for (const spot of spots) {
    const distance = distanceTo(spot);
    if (distance < low) [best, low] = [spot, distance];
  }
  return best;
}

/** The nearest spot in a direction; what lies aside counts double. The same spot at the edge. */
function nextIn([across, down]: Direction, from: Spot, spots: readonly Spot[]): Spot {
  const distanceTo = ({ x, y }: Spot): number => {
    const [dx, dy] = [x - from.x, y - from.y];
    const ahead = dx * across + dy * down;
    return ahead > 0 ? ahead + 2 * Math.abs(dx * down + dy * across) : Number.POSITIVE_INFINITY;
  };
  return least(spots, distanceTo, Number.POSITIVE_INFINITY) ?? from;
}

/** The spot at a point; of several the one with the nearest middle. */
function nearest(spots: readonly Spot[], x: number, y: number): Spot | undefined {
  const distanceTo = (spot: Spot): number => {
    const [dx, dy] = [Math.abs(spot.x - x), Math.abs(spot.y - y)];
    return Math.hypot(Math.max(dx - spot.reach[0], 0), Math.max(dy - spot.reach[1], 0)) + Math.hypot(dx, dy) / 100;
  };
  return least(spots, distanceTo, NEAR);
}

/** Scrolls a chart that is higher than its place. */
function reveal(scrolled: HTMLDivElement, { y, reach: [, down] }: Spot): void {
  if (y - down < scrolled.scrollTop) scrolled.scrollTop = y - down - 8;
  if (y + down > scrolled.scrollTop + scrolled.clientHeight) scrolled.scrollTop = y + down + 8 - scrolled.clientHeight;
}
