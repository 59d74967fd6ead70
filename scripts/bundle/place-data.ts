import { readFileSync } from "node:fs";
import type { Plugin } from "rolldown";

/** Copies the file of places beside the bundle, where `src/places/place-file.ts` looks for it. */
export function placeData(): Plugin {
  return {
    name: "place-data",
    generateBundle() {
      for (const path of ["src/places/us-places.txt"]) {
        this.emitFile({ type: "asset", fileName: path.slice(path.lastIndexOf("/") + 1), source: readFileSync(path) });
      }
    },
  };
}
