import { spawnSync } from "node:child_process";
import { cpSync } from "node:fs";
import { basename } from "node:path";
import { rolldown } from "rolldown";

/** Programs of this repository, each with its modules: the one to start, then those that it starts as processes. */
const PROGRAMS = {
  audit: ["scripts/audit/main.ts"],
  bench: ["test/bench/main.ts", "test/bench/service.ts"],
  "bench:http": [
    "test/bench/http-load.ts",
    "test/bench/bare-server.ts",
    "test/bench/busy-caller.ts",
    "test/bench/service.ts",
  ],
  conformance: ["test/conformance/main.ts", "test/conformance/server.ts"],
  docs: ["scripts/docs/main.ts"],
  fuzz: ["test/fuzz/main.ts"],
  map: ["scripts/map/main.ts"],
  package: ["scripts/package/main.ts"],
  performance: ["scripts/performance/main.ts"],
  pictures: ["scripts/pictures/main.ts"],
  places: ["scripts/places/main.ts"],
  simulate: ["test/simulation/main.ts"],
};

const [name, ...args] = process.argv.slice(2);
const modules = PROGRAMS[name];
if (modules === undefined) {
  console.error(`usage: npm run script -- ${Object.keys(PROGRAMS).join(" | ")} [ARGUMENT…]`);
  process.exit(2);
}

// Node 20 runs no TypeScript. Packages stay outside the bundle.
const dir = `node_modules/.${name.replace(":", "-")}`;
const bundle = await rolldown({ input: modules, platform: "node", external: /^[^./][^:]*$/ });
await bundle.write({ dir, format: "esm", cleanDir: true });
// The module that reads it looks beside itself.
cpSync("src/places/us-places.txt", `${dir}/us-places.txt`);
const main = `${dir}/${basename(modules[0], ".ts")}.js`;
const { status } = spawnSync(process.execPath, ["--expose-gc", main, ...args], { stdio: "inherit" });
process.exit(status ?? 1);
