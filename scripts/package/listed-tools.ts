import { loadConfig } from "../../src/config/config.ts";
import { systemClock } from "../../src/runtime/clock.ts";
import { createLog } from "../../src/runtime/log.ts";
import { createCatalogue, type ToolListing } from "../../src/server/catalogue.ts";

/** The tools as the server lists them. */
export function listedTools(): readonly ToolListing[] {
  const refuse = (): Promise<never> => Promise.reject(new Error("listing tools needs no API"));
  const parts = { clock: systemClock, random: Math.random, log: createLog({ level: "silent" }) };
  return createCatalogue({ ...parts, config: loadConfig({}), api: refuse }).list();
}

/** The first sentence of a tool's description. */
export function purposeOf({ description }: ToolListing): string {
  return description.split(/(?<=\.) (?=[A-Z])/)[0] ?? "";
}
