import packageJson from "../../package.json" with { type: "json" };

/** coldroute's name and version. Clients read them in `initialize`, people with `--version`. */
export const IDENTITY = { name: packageJson.name, title: "coldroute", version: packageJson.version };

/** Clients get these before coldroute loads any catalogue. */
export const INSTRUCTIONS =
  "Use these tools to ship or track goods that must stay cool, such as medicine, food, chocolate or flowers: heat alerts now, " +
  "temperature risk for five days, a shipment plan with carrier service, price and arrival, and where packages are. " +
  "No alert does not mean that temperatures are safe, and estimates are not promises.";
