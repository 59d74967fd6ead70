import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { loadConfig } from "../../src/config/config.ts";
import { createLog } from "../../src/runtime/log.ts";
import { createCatalogue } from "../../src/server/catalogue.ts";
import { tools } from "../../src/server/tools.ts";
import { TOOL_NAMES } from "../support/contract.ts";
import { ManualClock } from "../support/manual-clock.ts";

/** `UPDATE_SURFACE=1 npx vitest run test/surface` writes the snapshots anew. */
const update = process.env["UPDATE_SURFACE"] === "1";

const file = (name: string, extension = "json"): URL => new URL(`${name}.${extension}`, import.meta.url);

function catalogue() {
  const refuse = (): Promise<never> => Promise.reject(new Error("listing tools needs no API"));
  const log = createLog({ level: "silent" });
  const config = loadConfig({});
  return createCatalogue({ config, api: refuse, clock: new ManualClock(), random: () => 0, log });
}

/** Each tool as a client sees it before any call. */
function surface() {
  return catalogue().list();
}

test.each(surface())("the public surface of $name is the committed one", (listing) => {
  const text = `${JSON.stringify(listing, null, 2)}\n`;
  if (update) writeFileSync(file(listing.name), text);
  expect(text).toBe(readFileSync(file(listing.name), "utf8"));
});

test("the types of coldroute/client are the committed ones, and name no package", () => {
  const text = readFileSync("dist/client/client.d.mts", "utf8");
  if (update) writeFileSync(file("client", "txt"), text);
  expect(text).toBe(readFileSync(file("client", "txt"), "utf8"));
  expect(text).not.toMatch(/\bimport\b|\bzod\b|\bpino\b|\bmcp\b/i);
});

test("there is a snapshot for each tool and no other, in the order listed [G-tools]", () => {
  const names = readdirSync(new URL(".", import.meta.url)).filter((name) => name.endsWith(".json"));
  expect(names.sort()).toEqual(tools.map((tool) => `${tool.name}.json`).sort());
  expect(surface().map((listing) => listing.name)).toEqual(TOOL_NAMES);
});
