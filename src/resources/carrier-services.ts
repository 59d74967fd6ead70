import { CARRIER_SERVICES, CARRIERS, TRANSIT_SERVICE_CLASSES, TRANSIT_SERVICES } from "../api/contract/enumerations.ts";
import type { FreeResource } from "./resource.ts";

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
      ...section("carrier", CARRIERS),
      ...section("carrierService", CARRIER_SERVICES),
      ...section("transitService", TRANSIT_SERVICES),
      ...section("transitServiceClass", TRANSIT_SERVICE_CLASSES),
      "",
    ].join("\n"),
};

function section(field: string, names: readonly string[]): string[] {
  return ["", `## ${field}`, "", ...names.map((name) => `- ${name}`)];
}
