/** An element of SVG. Drawings are lists of them, which the page and the PNG render alike. */
export interface Shape {
  readonly tag: "path" | "rect" | "text" | "g" | "svg";
  readonly props: Readonly<Record<string, string | number>>;
  readonly children?: string | readonly Shape[];
}

/** How a shape is painted. Widths are in pixels; `dash` as in `4 3`. */
export interface Paint {
  readonly fill?: string;
  readonly stroke?: string;
  readonly width?: number;
  readonly dash?: string;
}

function painted({ fill = "none", stroke = "none", width = 1, dash = "none" }: Paint) {
  return { fill, stroke, "stroke-width": width, ...(dash !== "none" && { "stroke-dasharray": dash }) };
}

export function path(d: string, paint: Paint): Shape {
  return { tag: "path", props: { d, ...painted(paint) } };
}

export function box(x: number, y: number, width: number, height: number, paint: Paint, rx: number = 0): Shape {
  return {
    tag: "rect",
    props: { x: round(x), y: round(y), width: round(Math.max(width, 0)), height, rx, ...painted(paint) },
  };
}

export function moved(x: number, y: number, children: readonly Shape[], scale: number = 1): Shape {
  return { tag: "g", props: { transform: `translate(${x} ${y}) scale(${scale})` }, children };
}

interface Type {
  readonly fill: string;
  readonly size?: number;
  readonly bold?: boolean;
  readonly anchor?: "start" | "middle" | "end";
  /** The colour behind the letters, where they stand on lines. */
  readonly halo?: string;
}

/** One line of text; `y` is its base line. */
export function words(
  x: number,
  y: number,
  text: string,
  { fill, size = 12, bold = false, anchor = "start", halo }: Type,
): Shape {
  const font = { "font-size": size, "font-weight": bold ? 600 : 400, "text-anchor": anchor };
  const behind = { stroke: halo, "stroke-width": 3.5, "stroke-linejoin": "round", "paint-order": "stroke" };
  return { tag: "text", props: { x: round(x), y: round(y), fill, ...font, ...(halo && behind) }, children: text };
}

/** Pixels to a tenth, so that drawings stay small. */
export function round(pixels: number): number {
  return Math.round(pixels * 10) / 10;
}
