import { CARRIER_SERVICES, CARRIERS, TRANSIT_SERVICE_CLASSES, TRANSIT_SERVICES } from "../api/contract/enumerations.ts";
import type { FreeResource } from "./resource.ts";

/** The service's enumerations in words (service.md 2.7). */
export const carrierServices: FreeResource = {
  uri: "coldroute://reference/carrier-services",
  name: "carrier-services",
  title: "Carriers and carrier services",
  description: "The names of carriers, carrier services, transit services and their classes, in words. Free.",
  mimeType: "text/markdown",
  read: async () =>
    [
      "# Carriers and carrier services",
      "",
      "Names in a plan, as the specification of the service lists them; a plan may hold others. The words only spell the",
      "names out: the service does not define what a carrier promises.",
      ...section("carrier", CARRIERS),
      ...section("carrierService", CARRIER_SERVICES),
      ...section("transitService", TRANSIT_SERVICES),
      ...section("transitServiceClass", TRANSIT_SERVICE_CLASSES),
      "",
    ].join("\n"),
};

function section(field: string, names: readonly string[]): string[] {
  return ["", `## ${field}`, "", ...names.map((name) => `- ${name}${inWords(name)}`)];
}

/** `: CarrierA, two day, a.m.` for `CarrierATwoDayAm`; empty for a bare carrier, whose name needs no words. */
function inWords(name: string): string {
  if (name === "Unknown") return ": not known, or none";
  const [, carrier = "", service = name] = /^(Carrier[A-I])?(.*)$/.exec(name) ?? [];
  const words = service
    .replace(/(?<=[a-z])(?=[A-Z])/g, " ")
    .toLowerCase()
    .replace(/ am$/, ", a.m.")
    .replace(/ pm$/, ", p.m.");
  if (words === "") return "";
  if (words === "operator") return ": the operator of the service itself";
  return carrier === "" ? `: ${words}` : `: ${carrier}, ${words}`;
}
