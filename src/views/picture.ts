import { fileURLToPath } from "node:url";
import { faceOf } from "./faces/choose.ts";
import type { LegendGroup } from "./faces/face.ts";
import { shortHeadline } from "./faces/headline.ts";
import { membersOf } from "./faces/json.ts";
import { marks } from "./marks/mark.ts";
import { moved, type Shape, widthOf, words, wrapped } from "./marks/shape.ts";
import { LIGHT } from "./marks/theme.ts";

/** In CSS pixels; the picture has half as many again in each direction. */
const WIDTH = 800;
const ZOOM = 1.5;
const MARGIN = 16;
const ROOM = WIDTH - 2 * MARGIN;
const MAX_TITLE_CHARS = 260;

/** The fonts beside the bundle: without a font that has its letters, the renderer drops a text. */
const FONTS = ["Inter_400Regular.ttf", "Inter_600SemiBold.ttf"];
/** Characters that the fonts may lack. */
const UNCERTAIN = /[^ -~\u00a1-\u024f\u2010-\u2026\u2190-\u2193]/gu;

/** A picture, or the reason why there is none. */
export type Picture = { readonly png: Buffer } | { readonly none: string };

/** An answer as PNG, drawn as the page draws it. Needs the optional package @resvg/resvg-js. */
export async function pictureOf(structuredContent: unknown, meta: unknown): Promise<Picture> {
  const svg = svgOf(structuredContent, meta);
  if (svg === undefined) return { none: "there is nothing to draw" };
  const resvg = await import("@resvg/resvg-js").catch(() => undefined);
  if (resvg === undefined) return { none: "the optional package @resvg/resvg-js is not installed" };
  const fontFiles = FONTS.map((name) => fileURLToPath(new URL(name, import.meta.url)));
  const font = { fontFiles, loadSystemFonts: false, defaultFontFamily: "Inter" };
  return { png: new resvg.Resvg(svg, { font, fitTo: { mode: "zoom", value: ZOOM } }).render().asPng() };
}

/** The drawing under its title and legend, with remarks and source below; undefined where there is nothing to draw. */
function svgOf(structuredContent: unknown, meta: unknown): string | undefined {
  const face = faceOf(structuredContent, meta);
  if (face === undefined) return undefined;
  const { warning, title, source } = shortHeadline(membersOf(structuredContent), MAX_TITLE_CHARS);
  const shapes: Shape[] = [];
  let y = MARGIN;
  const tell = (text: string, size: number, fill: string, bold: boolean): void => {
    for (const line of text === "" ? [] : wrapped(text, ROOM, size * 0.94)) {
      y += size * 1.4;
      shapes.push(words(0, y, line, { fill, size, bold }));
    }
  };
  tell(warning, 15, LIGHT.alarm, true);
  tell(face.title ?? title, 17, LIGHT.ink, true);
  for (const group of face.legend) {
    y += 26;
    shapes.push(...legend(group, y));
  }
  const drawing = face.draw({ width: ROOM, theme: LIGHT, hidden: new Set(), chosen: 0 });
  shapes.push(moved(0, y + 14, drawing.shapes));
  y += drawing.height + 22;
  for (const text of [...face.remarks, source]) tell(text, 11, LIGHT.soft, false);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${Math.ceil(y + MARGIN)}" font-family="Inter"><rect width="100%" height="100%" fill="${LIGHT.ground}"/>${written([moved(MARGIN, 0, shapes)])}</svg>`;
}

function legend({ heading, entries }: LegendGroup, y: number): readonly Shape[] {
  let x = widthOf(heading) + 12;
  const told = entries.flatMap(({ name, style, count }) => {
    const text = count === undefined ? name : `${name} ${count}`;
    const left = x;
    x += widthOf(text) + 36;
    return [...marks(style, [[left + 7, y - 4]], 6, LIGHT), words(left + 18, y, text, { fill: LIGHT.ink })];
  });
  return [words(0, y, heading, { fill: LIGHT.soft }), ...told];
}

function written(shapes: readonly Shape[]): string {
  return shapes
    .map(({ tag, props, children = "" }) => {
      const attributes = Object.entries(props).map(([name, value]) => ` ${name}="${escaped(String(value))}"`);
      return `<${tag}${attributes.join("")}>${typeof children === "string" ? escaped(children) : written(children)}</${tag}>`;
    })
    .join("");
}

function escaped(text: string): string {
  const known = text.replace(UNCERTAIN, "?");
  return known.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
