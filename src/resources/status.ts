import type { FreeResource } from "./resource.ts";

/** The state of coldroute: token, cool-downs, memory, bill and contract drift. */
export const status: FreeResource = {
  uri: "coldroute://status",
  name: "status",
  title: "Status",
  description:
    "Age of the access token, seconds of cool-down by product, answers in memory, requests billed by day and product, and where the service departs from its specification. Free; holds no secret.",
  mimeType: "application/json",
  async read({ api, sandbox }) {
    // Values seen are for completions.
    const { seen: _, drift, ...standing } = (await api()).status();
    const contractDrift = Object.fromEntries(drift);
    return JSON.stringify({ ...(sandbox ? { sandbox } : {}), ...standing, contractDrift }, undefined, 2);
  },
};
