import packageJson from "../../package.json" with { type: "json" };

/** The name of a server and its instructions. Clients get them before any catalogue is loaded. */
export type Identity = Readonly<Record<"name" | "title" | "version" | "instructions", string>>;

/** coldroute's name and version, for clients (`initialize`) and people (`--version`). */
export const IDENTITY: Identity = {
  name: packageJson.name,
  title: "coldroute",
  version: packageJson.version,
  instructions:
    "Heat alerts, five-day temperature risk, shipment plans and package tracking for heat-sensitive goods. " +
    "Each answer ends with its age and what it billed. No alert does not mean that temperatures are safe; estimates are not promises.",
};
