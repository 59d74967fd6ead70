import { cleanText } from "../domain/clean.ts";
import type { FreeResource } from "./resource.ts";

/** The state of this process: token, cool-downs, memory, bill and contract drift. */
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
    const told = {
      scope: "this server process alone; days and times are UTC",
      ...(sandbox ? { sandbox } : {}),
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
    return JSON.stringify(told, undefined, 2);
  },
};
