import { ENUMERATIONS } from "../api/contract/enumerations.ts";
import { cleanText } from "../domain/clean.ts";
import type { FreeResource } from "./resource.ts";

export const status: FreeResource = {
  uri: "coldroute://status",
  name: "status",
  title: "Status",
  description:
    "Of this server process alone, since it began: age of the access token, seconds of cool-down by product, answers in memory, requests billed by UTC day and product with their sum, whether it shares the account's state with other processes, the levels configured and those seen in answers, and where the service departs from its specification. Free; holds no secret.",
  mimeType: "application/json",
  async read({ api, sandbox, alertLevels, riskLevels }) {
    // Only completions use the dates and granularities seen in answers.
    const { seen, drift, ...standing } = (await api()).status();
    const bills = standing.usage.flatMap(({ products }) => Object.values(products));
    const state = {
      scope: "this server process alone; days and times are UTC",
      ...(sandbox && { sandbox }),
      ...standing,
      usageSum: {
        billed: bills.reduce((sum, { billed }) => sum + billed, 0),
        maybeBilled: bills.reduce((sum, { maybeBilled }) => sum + maybeBilled, 0),
      },
      levels: {
        alerts: { configured: alertLevels ?? null, seen: seen.levels.map((level) => cleanText(level)) },
        risk: { configured: riskLevels ?? null, seen: seen.risks.map((risk) => cleanText(risk)) },
      },
      contractDrift: Object.fromEntries(drift),
    };
    return JSON.stringify(state, undefined, 2);
  },
};

/** The service's enumerations (service.md 2.7). */
export const carrierServices: FreeResource = {
  uri: "coldroute://reference/carrier-services",
  name: "carrier-services",
  title: "Carriers and carrier services",
  description: "The names of carriers, carrier services, transit services and their classes. Free.",
  mimeType: "text/markdown",
  read: async () =>
    [
      "# Carriers and carrier services",
      "",
      "Names in a plan, as the specification of the service lists them; a plan may hold others. The service does not define",
      "what a carrier promises.",
      ...Object.entries(ENUMERATIONS).flatMap(([field, names]) => section(field, names)),
      "",
    ].join("\n"),
};

function section(field: string, names: readonly string[]): string[] {
  return ["", `## ${field}`, "", ...names.map((name) => `- ${name}`)];
}
