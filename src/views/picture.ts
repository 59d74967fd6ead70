import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { renderToString } from "preact-render-to-string";
import type { ChartName } from "../domain/tool-list.ts";
import { type Display, displayOf } from "./charts/display.ts";
import { marks } from "./marks/mark.ts";
import { moved, type Shape, textAt, widthOf, wrapped } from "./marks/svg.ts";

/** In CSS pixels. The PNG has `ZOOM` times as many in each direction. */
const WIDTH = 800;
const ZOOM = 1.5;
const MARGIN = 16;
const ROOM = WIDTH - 2 * MARGIN;

/** The fonts in the bundle's folder. The renderer drops a text whose letters no font has. */
const FONTS = ["Inter_400Regular.ttf", "Inter_600SemiBold.ttf"];
/** Characters that the fonts may lack. */
const UNCERTAIN = /[^ -~\u00a1-\u024f\u2010-\u2026\u2190-\u2193]/gu;

/** `error` is present if drawing failed. */
export type Picture = { readonly png: Uint8Array } | { readonly none: string; readonly error?: unknown };

export const NO_RENDERER = "the optional package @resvg/resvg-js cannot be loaded";

/** Draws an answer as PNG, like the page. Needs the optional package @resvg/resvg-js. Never rejects. */
export async function pictureOf(
  chart: ChartName | undefined,
  structuredContent: unknown,
  meta: unknown,
): Promise<Picture> {
  try {
    const display = displayOf(chart, structuredContent, meta);
    if (display === undefined) return { none: "there is nothing to draw" };
    const Renderer = await loadRenderer();
    if (Renderer === undefined) return { none: NO_RENDERER };
    const fontFiles = FONTS.map((name) => fileURLToPath(new URL(name, import.meta.url)));
    const font = { fontFiles, loadSystemFonts: false, defaultFontFamily: "Inter" };
    return { png: new Renderer(svgOf(display), { font, fitTo: { mode: "zoom", value: ZOOM } }).render().asPng() };
  } catch (error) {
    return { none: "drawing it failed", error };
  }
}

/** The renderer; undefined if the optional package is missing, or was built for another machine. */
export async function loadRenderer() {
  return (await import("@resvg/resvg-js").catch(() => undefined))?.Resvg;
}

function svgOf({ warning, title, legend, styles, draw, remarks, source }: Display): string {
  const shapes: Shape[] = [];
  let y = MARGIN;
  const write = (words: string, size: number, look: string): void => {
    for (const line of words === "" ? [] : wrapped(words, ROOM, size * 0.94)) {
      y += size * 1.4;
      shapes.push(textAt(0, y, line, look));
    }
  };
  write(warning, 15, "title alarm strong");
  write(title, 15, "title strong");
  if (legend.names.length > 0) {
    y += 26;
    shapes.push(textAt(0, y, legend.heading, "soft"));
  }
  let x = widthOf(legend.heading) + 12;
  for (const name of legend.names) {
    const words = `${name} ${legend.counts?.get(name) ?? ""}`.trim();
    const nameWidth = widthOf(words) + 36;
    if (x + nameWidth > ROOM) {
      x = 0;
      y += 22;
    }
    shapes.push(marks(styles.get(name), [[x + 7, y - 4]], 6), textAt(x + 18, y, words));
    x += nameWidth;
  }
  const drawing = draw({ width: ROOM, styles, chosen: 0 });
  shapes.push(moved(0, y + 14, drawing.shapes));
  y += drawing.height + 22;
  for (const words of [...remarks, source]) write(words, 11, "soft small");
  const drawn = renderToString(moved(MARGIN, 0, shapes)).replaceAll(UNCERTAIN, "?");
  return `<svg xmlns="http://www.w3.org/2000/svg" class="drawing" width="${WIDTH}" height="${Math.ceil(y + MARGIN)}" font-family="Inter"><style>${lightStyle()}</style><rect width="100%" height="100%" fill="white"/>${drawn}</svg>`;
}

/** The style sheet with light colours instead of variables, because the renderer does not know variables. */
function lightStyle(): string {
  const sheet = readFileSync(new URL("drawing.css", import.meta.url), "utf8");
  const colours = new Map(
    Array.from(sheet.matchAll(/--(\w+): light-dark\((#\w+)/g), ([, name, light]) => [name, light]),
  );
  return sheet.replace(/var\(--(\w+)\)/g, (_, name: string) => colours.get(name) ?? "");
}
