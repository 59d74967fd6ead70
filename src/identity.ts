import packageJson from "../package.json" with { type: "json" };

/** Who coldroute is, to a client (`initialize`) and to a person (`--version`). */
export const IDENTITY = {
  name: packageJson.name,
  title: "coldroute",
  version: packageJson.version,
  instructions:
    "Heat alerts, five-day temperature risk, shipment plans and package tracking for temperature-sensitive goods. " +
    "Each answer ends with its age and what it billed. No alert is no proof of safe temperatures; estimates are not promises.",
} as const;
