import { execFileSync, spawnSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { ALLOWED_LICENSES, NOTICES_FILE } from "../../scripts/bundle/third-party-notices.ts";
import { emptyFolder } from "../support/per-test.ts";

interface Tarball {
  readonly filename: string;
  readonly files: readonly { readonly path: string }[];
}

const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };

/** The packages in chunks with this extension, from the bundler's comments in unminified code. */
function bundledPackages(extension: ".cjs" | ".mjs"): readonly string[] {
  const folder = emptyFolder();
  execFileSync("node_modules/.bin/rolldown", ["-c", "--no-minify", "--dir", folder]);
  const chunks = readdirSync(folder).filter((file) => file.endsWith(extension));
  const code = chunks.map((file) => readFileSync(join(folder, file), "utf8")).join("\n");
  const modules = code.matchAll(/^\/\/ .*node_modules\/((?:@[^/\s]+\/)?[^/\s]+)\//gm);
  return [...new Set([...modules].map(([, name = ""]) => name))].toSorted();
}

function npm(folder: string, ...args: readonly string[]): string {
  const quiet = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  return execFileSync("npm", [...args, ...quiet], { cwd: folder, encoding: "utf8" });
}

describe("the bundle", () => {
  test("includes the name, licence and licence text of every bundled package", () => {
    const sections = readFileSync(join("dist", NOTICES_FILE), "utf8")
      .split(`\n${"-".repeat(80)}\n`)
      .slice(1);
    expect(sections.pop()).toMatch(/us-places\.txt.*GeoNames.*Creative Commons Attribution 4\.0.*Dav Glass/s);
    const listed = sections.map((section) => /^(\S+) \S+\nLicence: (\S+)\n\n(.{200,})/s.exec(section.trim()));
    const bundled = bundledPackages(".cjs");
    expect(listed.map((match) => match?.[1]).toSorted()).toEqual(bundled.toSorted());
    for (const match of listed) expect(ALLOWED_LICENSES).toContain(match?.[2]);
    expect(bundled).toEqual(expect.arrayContaining(["@modelcontextprotocol/sdk", "zod", "undici", "pino"]));
  });

  test("has a client for programs that loads neither an MCP SDK nor a logger", () => {
    expect(bundledPackages(".mjs")).toEqual(["lru-cache", "undici", "zod"]);
  });
});

describe("the packed package", () => {
  test("holds the bundle with its data, the documents and the licences, and nothing else", () => {
    const [tarball] = JSON.parse(npm(".", "pack", "--dry-run", "--json")) as readonly Tarball[];
    const paths = tarball?.files.map(({ path }) => path) ?? [];
    const others = paths
      .filter((path) => !/^dist\/[\w.-]+\.cjs$|^dist\/client\/\w+\.mjs$|^docs\/[\w-]+\.md$/.test(path))
      .toSorted();
    expect(others).toEqual([
      "LICENSE",
      "NOTICE",
      "README.md",
      "dist/Inter_400Regular.ttf",
      "dist/Inter_600SemiBold.ttf",
      `dist/${NOTICES_FILE}`,
      "dist/client/client.d.mts",
      "dist/drawing.css",
      "dist/us-places.txt",
      "dist/view.html",
      "package.json",
    ]);
    expect(paths).toEqual(expect.arrayContaining(["dist/main.cjs", "docs/known-limits.md"]));
  });

  test("installs into an empty folder without its optional package, and answers --version there", () => {
    const folder = emptyFolder();
    const [tarball] = JSON.parse(npm(".", "pack", "--json", `--pack-destination=${folder}`)) as readonly Tarball[];
    writeFileSync(join(folder, "package.json"), "{}");
    npm(folder, "install", "--offline", "--omit=optional", `./${tarball?.filename ?? ""}`);
    expect(readdirSync(join(folder, "node_modules")).filter((name) => !name.startsWith("."))).toEqual(["coldroute"]);
    const answer = execFileSync(join(folder, "node_modules/.bin/coldroute"), ["--version"], {
      cwd: folder,
      encoding: "utf8",
    });
    expect(answer).toContain(version);
    const asked = ["--sandbox", "call", "track_package", '{"ids":["10045"]}', "--png", "out.png"];
    const drawn = spawnSync(join(folder, "node_modules/.bin/coldroute"), asked, { cwd: folder, encoding: "utf8" });
    expect(drawn.stdout).toContain("10045");
    expect(drawn.stderr).toBe("coldroute: no picture: the optional package @resvg/resvg-js is not installed\n");
    const told = execFileSync(
      join(folder, "node_modules/.bin/coldroute"),
      ["--sandbox", "call", "track_package", '{"ids":["10045"],"picture":true}'],
      { cwd: folder, encoding: "utf8", env: { ...process.env, COLDROUTE_PICTURES: "1" } },
    );
    expect(told).toMatch(/10045.*No picture: the optional package @resvg\/resvg-js is not installed\./s);
  });
});
