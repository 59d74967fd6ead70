import { readFileSync } from "node:fs";
import { basename } from "node:path";
import type { Plugin } from "rolldown";

/** The places file, and the style sheet and fonts of pictures. */
const DATA = [
  "src/places/us-places.txt",
  "src/views/drawing.css",
  "node_modules/@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf",
  "node_modules/@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf",
];

/** Copies data files beside the bundle, where the modules that read them look for them. */
export function dataFiles(): Plugin {
  return {
    name: "data-files",
    generateBundle() {
      for (const path of DATA) this.emitFile({ type: "asset", fileName: basename(path), source: readFileSync(path) });
    },
  };
}
