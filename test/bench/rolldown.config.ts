import { defineConfig } from "rolldown";
import house from "../../rolldown.config.ts";

const [server] = house;

/** The bench, and its yardstick of a start: six lines, bundled as coldroute is. */
export default defineConfig([
  {
    input: ["test/bench/main.ts", "test/bench/service.ts"],
    platform: "node",
    // These packages load parts by name, or parts that are not JavaScript.
    external: ["@resvg/resvg-js", "playwright-core", "rolldown"],
    output: { format: "esm", dir: "node_modules/.bench" },
  },
  {
    ...server,
    input: { "six-lines": "test/bench/six-lines.ts" },
    output: { ...[server?.output].flat()[0], dir: "node_modules/.bench/six-lines" },
  },
]);
