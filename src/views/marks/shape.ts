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

/** Widths of characters in a sans-serif font, in parts of its size; rather too wide than too narrow. */
const WIDTHS: readonly (readonly [RegExp, number])[] = [
  [/[ijl.,:;'|!()[\]]/, 0.35],
  [/[ frt-]/, 0.41],
  [/[mwMW@%]/, 0.96],
  [/[A-Z]/, 0.72],
  [/[ -\u024f]/, 0.62],
];

/** The width of a text, estimated: a drawing is made where nothing can be measured, too. */
export function widthOf(text: string, size: number = 12): number {
  let width = 0;
  for (const char of text) width += WIDTHS.find(([chars]) => chars.test(char))?.[1] ?? 1;
  return width * size;
}

/** `text` as it fits into `width`, the rest told by an ellipsis. */
export function fitted(text: string, width: number, size: number = 12): string {
  if (widthOf(text, size) <= width) return text;
  const chars = Array.from(text);
  while (chars.length > 0 && widthOf(`${chars.join("")}…`, size) > width) chars.pop();
  return chars.length === 0 ? "" : `${chars.join("").trimEnd()}…`;
}

/** `text` in lines of at most `width`. */
export function wrapped(text: string, width: number, size: number): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const longer = `${lines.at(-1) ?? ""} ${word}`;
    if (lines.length > 0 && widthOf(longer, size) <= width) lines[lines.length - 1] = longer;
    else lines.push(fitted(word, width, size));
  }
  return lines;
}
