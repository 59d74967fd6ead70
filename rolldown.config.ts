import { defineConfig } from "rolldown";
import { placeData } from "./scripts/bundle/place-data.ts";
import { thirdPartyNotices } from "./scripts/bundle/third-party-notices.ts";
import { withoutUnusedModules } from "./scripts/bundle/unused-modules.ts";

// CommonJS with chunks: of the layouts measured it starts fastest, since unused code is never parsed.
export default defineConfig({
  input: { main: "src/main.ts" },
  platform: "node",
  plugins: [withoutUnusedModules(), thirdPartyNotices(), placeData()],
  output: {
    dir: "dist",
    format: "cjs",
    cleanDir: true,
    minify: false,
    entryFileNames: "[name].cjs",
    chunkFileNames: "[name].cjs",
    banner: (chunk) => (chunk.isEntry ? "#!/usr/bin/env node" : ""),
  },
});
