import { useMemo, useRef, useState } from "preact/hooks";
import type { Canvas, Spot } from "../charts/answer-chart.ts";
import type { Display } from "../charts/display.ts";
import { boxAt, type Shape } from "../marks/svg.ts";

/** How far from a mark, in pixels, the pointer still selects it. */
const NEAR = 12;
const HINT = "Point at a mark, or use the arrow keys.";

/** One stop of the Tab key, for pointer and arrow keys. */
export function Chart(props: { display: Display; canvas: Canvas; choose: (option: number) => void }) {
  const { display, canvas, choose } = props;
  const drawing = useMemo(() => display.draw(canvas), [display, canvas]);
  // An index, because a choice draws all spots anew.
  const [active, setActive] = useState(-1);
  const [copied, setCopied] = useState<string>();
  const isByKey = useRef(false);
  const spot = drawing.spots[active];
  const act = (): void => {
    if (spot?.chooses !== undefined) choose(spot.chooses);
    if (spot?.copies && copy(spot.copies)) setCopied(spot.copies);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === "Enter") act();
    if (event.key === "Escape") setActive(-1);
    if (!event.key.startsWith("Arrow")) return;
    event.preventDefault();
    isByKey.current = true;
    setActive(spot === undefined ? 0 : drawing.spots.indexOf(nextOf(event.key, spot, drawing.spots)));
  };
  const onPointer = ({ clientX, clientY, currentTarget }: PointerEvent): void => {
    const { left, top } = (currentTarget as SVGSVGElement).getBoundingClientRect();
    isByKey.current = false;
    setActive(nearestIndex(drawing.spots, clientX - left, clientY - top));
  };
  const reveal = (ring: SVGGElement | null): void => {
    if (isByKey.current) ring?.scrollIntoView({ block: "nearest" });
  };
  const id = `spot-${spot === undefined ? "none" : active}`;
  return (
    <div class="walk">
      {/* This list box holds only the active option, because there may be 5,000. */}
      <div
        class="chart"
        role="listbox"
        aria-label={display.title}
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
          onClick={act}
        >
          <g>{drawing.shapes}</g>
          {spot && <g ref={reveal}>{ringOf(spot)}</g>}
        </svg>
      </div>
      <div key={id} id={id} class="readout" role="option" aria-selected={spot !== undefined} tabIndex={-1}>
        {spot?.label ?? (drawing.spots.length === 0 ? "" : HINT)}
        {spot?.copies && <i>{copied === spot.copies ? `Copied ${copied}.` : actionOf(spot)}</i>}
      </div>
    </div>
  );
}

function actionOf({ copies, chooses }: Spot): string {
  return `Click or Enter copies ${copies}${chooses === undefined ? "" : " and shows its route"}.`;
}

/** Copies a text; false if it cannot. Hosts rarely give a frame the right to use `navigator.clipboard`. */
function copy(text: string): boolean {
  const put = (event: ClipboardEvent): void => {
    event.clipboardData?.setData("text/plain", text);
    event.preventDefault();
  };
  document.addEventListener("copy", put, { once: true });
  return document.execCommand("copy");
}

function ringOf({ x, y, reach: [across, down] }: Spot): Shape {
  return ["focus-ground", "focus"].map((look) => boxAt(x - across, y - down, 2 * across, 2 * down, look));
}

/** The next spot in reading order. Up and down prefer the next one in the same column. */
function nextOf(key: string, from: Spot, spots: readonly Spot[]): Spot {
  const index = spots.indexOf(from);
  const ahead = key === "ArrowRight" || key === "ArrowDown" ? spots.slice(index + 1) : spots.slice(0, index).reverse();
  const isAcross = key === "ArrowLeft" || key === "ArrowRight";
  return ahead.find(({ x }) => isAcross || Math.abs(x - from.x) < 1) ?? ahead[0] ?? from;
}

/** The spot at a point, or -1. Among several, the one with the nearest middle. */
function nearestIndex(spots: readonly Spot[], x: number, y: number): number {
  let nearest = -1;
  let least = NEAR;
  for (const [index, spot] of spots.entries()) {
    const dx = Math.abs(spot.x - x);
    const dy = Math.abs(spot.y - y);
    const beside = Math.hypot(Math.max(dx - spot.reach[0], 0), Math.max(dy - spot.reach[1], 0));
    const distance = beside + Math.hypot(dx, dy) / 100;
    if (distance >= least) continue;
    nearest = index;
    least = distance;
  }
  return nearest;
}
