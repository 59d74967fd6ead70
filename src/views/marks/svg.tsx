import type { ComponentChildren, JSX } from "preact";

/** Elements of SVG, or nothing. The page and the PNG render them alike; a `look` is classes of drawing.css. */
export type Shape = ComponentChildren;

export function path(d: string, look: string, fill?: string): JSX.Element {
  return <path d={d} class={look} fill={fill} />;
}

export function box(x: number, y: number, width: number, height: number, look: string): JSX.Element {
  return <rect x={round(x)} y={round(y)} width={round(width)} height={round(height)} rx={6} class={look} />;
}

/** One line of text; `y` is its base line. */
export function text(x: number, y: number, words: string, look?: string): JSX.Element {
  return (
    <text x={round(x)} y={round(y)} class={look}>
      {words}
    </text>
  );
}

/** A line that is not scaled is as wide as one that is. */
export function moved(x: number, y: number, shapes: Shape, scale: number = 1): JSX.Element {
  return (
    <g transform={`translate(${x} ${y}) scale(${scale})`} stroke-width={round(1 / scale)}>
      {shapes}
    </g>
  );
}

/** Shapes that end at the edges of a sheet. */
export function clipped(width: number, height: number, shapes: Shape): JSX.Element {
  return (
    <svg aria-hidden="true" width={width} height={height} viewBox={`0 0 ${width} ${height}`}>
      {shapes}
    </svg>
  );
}

/** Pixels to a tenth, so that drawings stay small. */
export function round(pixels: number): number {
  return Math.round(pixels * 10) / 10;
}
