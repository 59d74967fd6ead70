import { defineConfig, type Plugin } from "rolldown";
import { dataFiles } from "./scripts/bundle/data-files.ts";
import { declarations } from "./scripts/bundle/declarations.ts";
import { thirdPartyNotices } from "./scripts/bundle/third-party-notices.ts";
import { withoutUnusedModules } from "./scripts/bundle/unused-modules.ts";
import { viewPage } from "./scripts/bundle/view-page.ts";

/** Writes a file beside the bundle. */
function textFile(fileName: string, source: string): Plugin {
  return {
    name: "text-file",
    generateBundle() {
      this.emitFile({ type: "asset", fileName, source });
    },
  };
}

const notices = thirdPartyNotices();
const code = {
  minify: {
    compress: { keepNames: { class: true, function: true } },
    mangle: { keepNames: true },
    codegen: { removeWhitespace: false },
  },
  comments: { legal: true, annotation: false, jsdoc: false },
  // Characters beyond Latin-1 double the memory of a file in V8, and slow its reading. Kept licences may still hold some.
  charset: "ascii",
} as const;

export default defineConfig([
  // The fastest start of the layouts measured: CommonJS chunks, whose unused code is never parsed, and short variable
  // names. Function names and line breaks stay, so that a stack in the log is readable.
  {
    input: { main: "src/main.ts", "picture-worker": "src/server/picture-worker.ts" },
    platform: "node",
    // Optional: a machine without it draws no PNG.
    external: ["@resvg/resvg-js"],
    // The other build of jsonc-parser hides its imports from a bundler.
    resolve: { mainFields: ["module", "main"] },
    plugins: [withoutUnusedModules(), notices, dataFiles()],
    output: {
      dir: "dist",
      format: "cjs",
      cleanDir: true,
      ...code,
      entryFileNames: "[name].cjs",
      chunkFileNames: "[name].cjs",
      // Each file adds about 0.3 ms to a start, so small modules that most commands need share one.
      codeSplitting: { groups: [{ name: "shared", test: /[\\/]src[\\/]/, minShareCount: 4 }] },
      banner: (chunk) => (chunk.name === "main" ? "#!/usr/bin/env node" : ""),
    },
  },
  // The client for programs. If the server shared chunks with it, each start of the server would read more files. Node
  // links all ES modules before it runs one, so only CommonJS lets the check of Node's version come first.
  {
    input: { client: "src/client/client.ts", "node-check": "src/client/node-check.ts" },
    platform: "node",
    plugins: [
      withoutUnusedModules(),
      declarations("src/client/client.ts", "client.d.mts"),
      textFile("client.mjs", 'import "./node-check.cjs";\nexport { createClient } from "./client.cjs";\n'),
    ],
    output: { dir: "dist/client", format: "cjs", ...code, entryFileNames: "[name].cjs" },
  },
  // The page that hosts of MCP Apps show, one file beside the bundle.
  {
    input: "src/views/page/main.tsx",
    platform: "browser",
    plugins: [notices, viewPage("view.html")],
    output: { dir: "dist", format: "iife", minify: true },
  },
]);
