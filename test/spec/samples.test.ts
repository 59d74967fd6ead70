import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parcel, shipment } from "../support/samples.ts";
import { valueAt } from "./path.ts";

const text = readFileSync("docs/service.md", "utf8");

/** The fields that a section of service.md lists, each by its id: `2.9-tier`, or `2.9-event.code` below `event.`. */
function listed(section: string, prefix: string = ""): readonly string[] {
  const ids = [...text.matchAll(/^\| `([\d.]+)-([\w.]+)` \| (.*) \|$/gm)];
  const fields = ids.flatMap(([, number, id = "", statement = ""]) =>
    number === section && id.startsWith(prefix) && statement.includes(`\`${id.slice(prefix.length)}\``)
      ? [id.slice(prefix.length)]
      : [],
  );
  return [...new Set(fields)].toSorted();
}

test.each([
  ["package", parcel(), "", "2.9", ""],
  ["event of a package", parcel(), "events[0]", "2.9", "event."],
  ["shipment", shipment({ deliveryByDate: "2026-11-28", externalShipmentId: "7" }), "", "2.5", ""],
  ["parcel", shipment(), "parcel", "2.4", ""],
  ["address", shipment(), "destination", "2.3", ""],
  ["shipment service", shipment(), "recommendedShipmentService", "2.6", ""],
  ["route point", shipment(), "recommendedShipmentService.risk.predictedRoute[0]", "2.8", "predictedRoute."],
])("the sample of a %s has exactly the fields that docs/service.md lists", (_, sample, path, section, prefix) => {
  expect(Object.keys(Object(valueAt(sample, path))).toSorted()).toEqual(listed(section, prefix));
});
