import { useMemo, useState } from "preact/hooks";
import type { Canvas, Drawing, Face, Spot } from "../faces/face.ts";
import { box, type Shape } from "../marks/svg.tsx";

interface ChartProps {
  readonly face: Face;
  readonly canvas: Canvas;
  /** For those who do not see the drawing. */
  readonly title: string;
}

/** The spot of a drawing that is read; one that was reached by a key is brought into sight. */
interface Active {
  readonly drawing: Drawing;
  readonly spot: Spot | undefined;
  readonly byKey: boolean;
}

/** Pixels beside a mark that still point at it. */
const NEAR = 12;
const HINT = "Point at a mark, or use the arrow keys.";

/** A drawing that can be pointed at and walked through: one stop of the Tab key, and a readout. */
export function Chart({ face, canvas, title }: ChartProps) {
  const drawing = useMemo(() => face.draw(canvas), [face, canvas]);
  const nodes = useMemo(() => <g>{drawing.shapes}</g>, [drawing]);
  const [active, setActive] = useState<Active>();
  const { spot, byKey } = active?.drawing === drawing ? active : { spot: undefined, byKey: false };
  const onKeyDown = (event: KeyboardEvent): void => {
    const direction = DIRECTIONS[event.key];
    if (event.key === "Escape") setActive(undefined);
    if (direction === undefined) return;
    event.preventDefault();
    const next = spot === undefined ? drawing.spots[0] : nextIn(direction, spot, drawing.spots);
    setActive({ drawing, spot: next, byKey: true });
  };
  const onPointer = ({ clientX, clientY, currentTarget }: PointerEvent): void => {
    const { left, top } = (currentTarget as SVGSVGElement).getBoundingClientRect();
    setActive({ drawing, spot: nearest(drawing.spots, clientX - left, clientY - top), byKey: false });
  };
  const reveal = (ring: SVGGElement | null): void => {
    if (byKey) ring?.scrollIntoView({ block: "nearest" });
  };
  const id = `spot-${spot === undefined ? "none" : drawing.spots.indexOf(spot)}`;
  return (
    <div class="walk">
      {/* A list box of which only the active option exists: there may be 5,000. */}
      <div
        class="chart"
        role="listbox"
        aria-label={title}
        aria-owns={id}
        aria-activedescendant={id}
        tabIndex={0}
        onKeyDown={onKeyDown}
      >
        <svg
          class="drawing"
          aria-hidden="true"
          width={canvas.width}
          height={drawing.height}
          onPointerMove={onPointer}
          onPointerDown={onPointer}
        >
          {nodes}
          {spot && <g ref={reveal}>{ring(spot)}</g>}
        </svg>
      </div>
      <div key={id} id={id} class="readout" role="option" aria-selected={spot !== undefined} tabIndex={-1}>
        {spot?.label ?? (drawing.spots.length === 0 ? "" : HINT)}
      </div>
    </div>
  );
}

function ring({ x, y, reach: [across, down] }: Spot): readonly Shape[] {
  return ["focus-ground", "focus"].map((look) => box(x - across, y - down, 2 * across, 2 * down, look));
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
