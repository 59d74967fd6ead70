import type { ServiceRecord } from "../api/schema.ts";
import { readDatetime } from "../domain/datetime.ts";
import { recordOf } from "./plan.ts";
import { clockAfter, fieldsText, quotedText, valueText, wordText } from "./text.ts";

const ADDRESSES = ["origin", "destination", "returnAddress"];

/** Fields of a return address that are the origin's before they are named together. */
const MIN_SHARED = 3;

/** All fields of a shipment (spec 2.5) and of its service (2.6) that are not in `told`, in a line each, and when both were made. */
export function remainingLines(
  shipment: ServiceRecord,
  service: ServiceRecord | undefined,
  told: { readonly ofShipment: ReadonlySet<string>; readonly ofService: ReadonlySet<string> },
): string[] {
  const dated = Object.entries({ shipment, service }).filter(([, record]) => isDated(record));
  const except = (record: ServiceRecord | undefined, others: Iterable<string>): ReadonlySet<string> =>
    new Set([...others, ...(isDated(record) ? ["createdAt", "updatedAt"] : [])]);
  const parts = [...ADDRESSES, "parcel"].filter((name) => recordOf(shipment[name]) !== undefined);
  const ofShipment = [
    ...parts.map((name) => partText(name, recordOf(shipment[name]) ?? {}, recordOf(shipment["origin"]))),
    fieldsText(shipment, except(shipment, [...told.ofShipment, ...parts])),
  ];
  const ofService = service === undefined ? "" : fieldsText(service, except(service, told.ofService));
  return [
    ...(ofService === "" ? [] : [`Service: ${ofService}`]),
    `Shipment: ${ofShipment.filter(Boolean).join("; ")}`,
    ...(dated.length === 0 ? [] : [`createdAt, updatedAt: ${stampsText(dated)}`]),
  ].filter((line) => line !== "Shipment: ");
}

/** Whether a record says in readable times when it was made and changed. */
function isDated(record: ServiceRecord | undefined): boolean {
  return readDatetime(record?.["createdAt"]) !== undefined && readDatetime(record?.["updatedAt"]) !== undefined;
}

/** `shipment 2026-07-09 12:03Z, 12:04Z; service 12:03Z both`: a date is said once. */
function stampsText(dated: readonly (readonly [string, ServiceRecord | undefined])[]): string {
  let before: unknown;
  return dated
    .map(([name, record]) => {
      const { createdAt, updatedAt } = record ?? {};
      const created = clockAfter(createdAt, before);
      before = updatedAt;
      return `${name} ${created}${createdAt === updatedAt ? " both" : `, ${clockAfter(updatedAt, createdAt)}`}`;
    })
    .join("; ");
}

function partText(name: string, fields: ServiceRecord, origin: ServiceRecord | undefined): string {
  if (name === "parcel") return parcelText(fields);
  const shared = name === "returnAddress" ? sharedNames(fields, origin ?? {}) : [];
  if (shared.length < MIN_SHARED) return addressText(name, fields);
  const others = fieldsText(fields, new Set(shared));
  return `${name} ${others === "" ? "" : `(${others}) `}with ${shared.map(wordText).join(", ")} of origin`;
}

function sharedNames(fields: ServiceRecord, origin: ServiceRecord): string[] {
  return Object.keys(fields).filter((name) => {
    return Object.hasOwn(origin, name) && JSON.stringify(fields[name]) === JSON.stringify(origin[name]);
  });
}

/** `origin 38118 Memphis, TN, US (line1="17 Some Street")`; as any other field where it has no ZIP, city and state. */
function addressText(name: string, address: ServiceRecord): string {
  const { zipCode, city, state, country, name: person, company } = address;
  if ([zipCode, city, state].some((part) => typeof part !== "string")) return `${name}=(${fieldsText(address)})`;
  const hasCountry = typeof country === "string";
  const place = `${valueText(zipCode)} ${valueText(city)}, ${valueText(state)}${hasCountry ? `, ${valueText(country)}` : ""}`;
  const isSame = typeof person === "string" && person === company;
  const told = ["zipCode", "city", "state", ...(hasCountry ? ["country"] : []), ...(isSame ? ["name", "company"] : [])];
  const others = [fieldsText(address, new Set(told)), isSame ? `name=company=${quotedText(person)}` : ""];
  const rest = others.filter(Boolean).join(" ");
  return `${name} ${place}${rest === "" ? "" : ` (${rest})`}`;
}

/** `parcel 12×10×8 in, 5 lb (predefinedPackage=null)` (spec 2.4: inches and pounds). */
function parcelText(parcel: ServiceRecord): string {
  const { length, width, height, weight } = parcel;
  const sides = [length, width, height];
  if ([...sides, weight].some((value) => typeof value !== "number")) return `parcel=(${fieldsText(parcel)})`;
  const rest = fieldsText(parcel, new Set(["length", "width", "height", "weight"]));
  return `parcel ${sides.map(valueText).join("×")} in, ${valueText(weight)} lb${rest === "" ? "" : ` (${rest})`}`;
}
