import { readFileSync } from "node:fs";
import type { Plugin } from "rolldown";

const INDEX_FILE = "us-zip-codes.br";

/** Puts the index of ZIP codes beside the bundle, where `src/places/zip-codes.ts` looks for it. */
export function placeData(): Plugin {
  return {
    name: "place-data",
    generateBundle() {
      this.emitFile({ type: "asset", fileName: INDEX_FILE, source: readFileSync(`src/places/${INDEX_FILE}`) });
    },
  };
}
