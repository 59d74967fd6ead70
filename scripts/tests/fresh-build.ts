import { execFileSync } from "node:child_process";
import { readdirSync, statSync } from "node:fs";

const BUILT = "dist/main.cjs";
const SOURCES = ["src", "scripts", "rolldown.config.ts", "package.json", "NOTICE"];

/** Rebuilds the bundle, which some tests run, if a source is newer. */
export function setup(): void {
  if (newestMs(SOURCES.flatMap(filesOf)) <= newestMs([BUILT])) return;
  execFileSync("npm", ["run", "--silent", "build"], { stdio: ["ignore", "ignore", "inherit"] });
}

function filesOf(path: string): readonly string[] {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path, { recursive: true, encoding: "utf8" }).map((name) => `${path}/${name}`);
}

function newestMs(paths: readonly string[]): number {
  return Math.max(...paths.map((path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0));
}
