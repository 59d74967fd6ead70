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
