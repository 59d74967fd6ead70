import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { loadConfig } from "../../src/config.ts";
import { createLog } from "../../src/runtime/log.ts";
import { createCatalogue, type ToolListing } from "../../src/server/catalogue.ts";
import { ROWS } from "../../src/variables.ts";
import { ManualClock } from "../support/manual-clock.ts";

/** `UPDATE_SURFACE=1 npm test` writes the tables anew, as it does the tools' snapshots. */
const update = process.env["UPDATE_SURFACE"] === "1";

const readme = new URL("../../README.md", import.meta.url);

function toolTable(): string {
  const refuse = (): Promise<never> => Promise.reject(new Error("listing tools needs no API"));
  const surroundings = { config: loadConfig({}), clock: new ManualClock(), random: () => 0 };
  const catalogue = createCatalogue({ ...surroundings, api: refuse, log: createLog({ level: "silent" }) });
  return table(
    ["tool", "what it does, and bills", "parameters (`?` may be left out)"],
    catalogue.list().map((listing) => [code(listing.name), listing.description, parameters(listing)]),
  );
}

function parameters({ inputSchema }: ToolListing): string {
  const { properties = {} } = inputSchema;
  const required: readonly unknown[] = Array.isArray(inputSchema["required"]) ? inputSchema["required"] : [];
  return Object.keys(properties)
    .map((name) => code(required.includes(name) ? name : `${name}?`))
    .join(", ");
}

function environmentTable(): string {
  const rows = ROWS.map(([name, { holds, kind, fallback }]) => [
    code(name),
    kind === "http" ? `coldroute http: ${holds}` : holds,
    fallback === undefined ? "" : code(told(fallback)),
  ]);
  return table(["variable", "what it holds", "default"], rows);
}

/** A default as a person sets it. */
function told(value: unknown): string {
  return JSON.stringify(typeof value === "boolean" ? Number(value) : value).replaceAll('"', "");
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  return [line(head), `|${"---|".repeat(head.length)}`, ...rows.map(line)].join("\n");
}

function code(text: string): string {
  return `\`${text}\``;
}

test.each([
  ["tools", toolTable],
  ["environment", environmentTable],
])("the table of %s in the README is up to date", (name, generate) => {
  const text = readFileSync(readme, "utf8");
  const place = new RegExp(`(<!-- generated: ${name} -->\n)[^]*?(<!-- end -->)`);
  expect(text).toMatch(place);
  const fresh = text.replace(place, (_, start: string, end: string) => `${start}${generate()}\n${end}`);
  if (update) writeFileSync(readme, fresh);
  else expect(text).toBe(fresh);
});

test("every script that the README tells of exists", () => {
  const text = readFileSync(readme, "utf8");
  const { scripts } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")) as {
    scripts: Record<string, string>;
  };
  const told = [...text.matchAll(/npm run ([\w:]+)/g)].map((match) => match[1] ?? "");
  expect(told.length).toBeGreaterThan(0);
  for (const script of told) expect(Object.keys(scripts)).toContain(script);
});

test("every file that the README links to exists", () => {
  const links = [...readFileSync(readme, "utf8").matchAll(/\]\(([\w./-]+)\)/g)].map(([, path = ""]) => path);
  expect(links).toContain("docs/known-limits.md");
  expect(links.filter((path) => !existsSync(new URL(path, readme)))).toEqual([]);
});
