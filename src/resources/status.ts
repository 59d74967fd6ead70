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
    const client = await api();
    // What was seen is for completions.
    const { seen: _, ...standing } = client.status();
    const drift = Object.fromEntries(client.drift());
    return JSON.stringify({ ...(sandbox ? { sandbox } : {}), ...standing, contractDrift: drift }, undefined, 2);
  },
};
