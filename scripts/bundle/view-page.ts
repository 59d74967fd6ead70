import { readFileSync } from "node:fs";
import type { Plugin } from "rolldown";

const STYLES = ["src/views/drawing.css", "src/views/page/page.css"];

/** Combines the view's script and style sheets into one self-contained page: hosts load nothing else. */
export function viewPage(fileName: string): Plugin {
  return {
    name: "view-page",
    generateBundle(_options, bundle) {
      const [chunk, ...more] = Object.values(bundle).filter((output) => output.type === "chunk");
      if (chunk === undefined || more.length > 0) this.error("the view should be one script");
      // Inside a script, an HTML parser treats these as markup.
      const script = chunk.code.trim().replaceAll("</script", "<\\/script").replaceAll("<!--", "<\\!--");
      const styles = STYLES.map((path) => readFileSync(path, "utf8"));
      delete bundle[chunk.fileName];
      this.emitFile({ type: "asset", fileName, source: page(script, styles.join("")) });
    },
  };
}

function page(script: string, style: string): string {
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>coldroute</title>',
    '<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">',
    `<style>${style}</style></head><body><script>${script}</script></body></html>`,
  ].join("");
}
