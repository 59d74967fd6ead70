import { type ComponentChildren, h } from "preact";

/** SVG elements, or nothing. The page and the PNG render them alike. A `look` names classes of drawing.css. */
export type Shape = ComponentChildren;

export type Point = readonly [x: number, y: number];

/** An outline; nothing if `d` is empty, because renderers refuse an empty path. */
export function pathOf(d: string, look: string, fill?: string): Shape {
  return d && h("path", { d, class: look, fill });
}

export function boxAt(x: number, y: number, width: number, height: number, look: string): Shape {
  return h("rect", { x: round(x), y: round(y), width: round(width), height: round(height), rx: 6, class: look });
}

/** One line of text, if there is any; `y` is its base line. */
export function textAt(x: number, y: number, words: string, look?: string): Shape {
  return words && h("text", { x: round(x), y: round(y), class: look }, words);
}

/** Moves and scales shapes. The scale does not change the width of lines. */
export function moved(x: number, y: number, shapes: Shape, scale: number = 1) {
  const transform = `translate(${x} ${y}) scale(${scale})`;
  return h("g", { transform, "stroke-width": round(1 / scale) }, shapes);
}

export function clipped(width: number, height: number, shapes: Shape): Shape {
  return h("svg", { width, height, viewBox: `0 0 ${width} ${height}` }, shapes);
}

/** Rounds pixels to a tenth, so that drawings stay small. */
export function round(pixels: number): number {
  return Math.round(pixels * 10) / 10;
}

/** Widths of characters in a sans-serif font, as fractions of its size. They err on the wide side. */
const WIDTHS: readonly (readonly [RegExp, number])[] = [
  [/[ijl.,:;'|!()[\]]/, 0.35],
  [/[ frt-]/, 0.41],
  [/[mwMW@%]/, 0.96],
  [/[A-Z]/, 0.72],
  [/[ -\u024f]/, 0.62],
];

/** The size for measuring strong text, which is 5 % wider than other text of 12 pixels. */
export const STRONG_SIZE = 12.6;

/** The estimated width of a text: nothing can measure it while the process draws a PNG. */
export function widthOf(text: string, size: number = 12): number {
  let width = 0;
  for (const char of text) width += WIDTHS.find(([chars]) => chars.test(char))?.[1] ?? 1;
  return width * size;
}

/** An ellipsis replaces what does not fit. */
export function fitted(text: string, width: number, size: number = 12): string {
  if (widthOf(text, size) <= width) return text;
  const chars = Array.from(text);
  while (chars.length > 0 && widthOf(`${chars.join("")}…`, size) > width) chars.pop();
  return chars.length === 0 ? "" : `${chars.join("").trimEnd()}…`;
}

/** Lines of at most `width`. Wider words break anywhere. */
export function wrapped(text: string, width: number, size: number): readonly string[] {
  const pieces = text.split(/(?= )/).flatMap((word) => (widthOf(word, size) > width ? Array.from(word) : word));
  const lines: string[] = [];
  for (const piece of pieces) {
    const longer = `${lines.at(-1) ?? ""}${piece}`;
    if (lines.length === 0 || widthOf(longer, size) > width) lines.push(piece.trimStart());
    else lines[lines.length - 1] = longer;
  }
  return lines;
}
