import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ALLOWED_LICENSES, NOTICES_FILE } from "../../scripts/bundle/third-party-notices.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "coldroute-bundle-"));
  execFileSync("node_modules/.bin/rolldown", ["-c", "--no-minify", "--dir", folder]);
});
afterAll(() => rmSync(folder, { recursive: true }));

/** The packages in the chunks of the client or of the server, from the bundler's comments in unminified code. */
function bundledPackages(part: "client" | "server"): readonly string[] {
  const isClient = (file: string) => file === "client.cjs";
  const chunks = readdirSync(folder).filter((file) => file.endsWith(".cjs") && isClient(file) === (part === "client"));
  const code = chunks.map((file) => readFileSync(join(folder, file), "utf8")).join("\n");
  const modules = code.matchAll(/^\/\/ .*node_modules\/((?:@[^/\s]+\/)?[^/\s]+)\//gm);
  return [...new Set([...modules].map(([, name = ""]) => name))].toSorted();
}

describe("the bundle", () => {
  test("includes the name, licence and licence text of every bundled package", () => {
    const sections = readFileSync(join("dist", NOTICES_FILE), "utf8")
      .split(`\n${"-".repeat(80)}\n`)
      .slice(1);
    expect(sections.pop()).toMatch(/us-places\.txt.*GeoNames.*Creative Commons Attribution 4\.0.*Dav Glass/s);
    const listed = sections.map((section) => /^(\S+) \S+\nLicence: (\S+)\n\n(.{200,})/s.exec(section.trim()));
    const bundled = bundledPackages("server");
    expect(listed.map((match) => match?.[1]).toSorted()).toEqual(bundled.toSorted());
    for (const match of listed) expect(ALLOWED_LICENSES).toContain(match?.[2]);
    expect(bundled).toEqual(expect.arrayContaining(["@modelcontextprotocol/sdk", "zod", "undici", "pino"]));
  });

  test("has a client for programs that loads neither an MCP SDK nor a logger", () => {
    expect(bundledPackages("client")).toEqual([
      "fastest-levenshtein",
      "i18n-iso-countries",
      "lru-cache",
      "undici",
      "zod",
    ]);
  });
});
