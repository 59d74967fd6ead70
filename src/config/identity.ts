import packageJson from "../../package.json" with { type: "json" };

/** coldroute's name and version. Clients read them in `initialize`, people with `--version`. */
export const IDENTITY = { name: packageJson.name, title: "coldroute", version: packageJson.version };

/** Clients get these before coldroute loads any catalogue. */
export const INSTRUCTIONS =
  "Heat alerts, five-day temperature risk, shipment plans and package tracking for heat-sensitive goods. " +
  "Each answer ends with its age and what it billed. No alert does not mean that temperatures are safe; estimates are not promises.";
