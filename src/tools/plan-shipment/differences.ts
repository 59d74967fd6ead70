import { countryCode, foreignCountry } from "../../domain/country.ts";
import { readDue } from "../../domain/due.ts";
import { flagOrNull, type JsonRecord, numberOrNull, recordOf, textOf, textOrNull } from "../../domain/record.ts";
import { shortZip } from "../../domain/zip.ts";

/** A value of the request that differs in the plan; `answered` is null if the service does not return it. */
export type Difference = {
  /** Such as `destination.zipCode` or `parcel.weight`. */
  readonly field: string;
  readonly asked: string | number | boolean;
  readonly answered: string | number | boolean | null;
};

/** The caller's values that differ in the plan. No plan returns refrigeration, so none confirms it. */
export function differencesOf(request: JsonRecord, sent: JsonRecord): Difference[] {
  return [
    ...endDifferences("origin", request, sent),
    ...endDifferences("destination", request, sent),
    ...parcelDifferences(recordOf(request["parcel"]), recordOf(sent["parcel"])),
    ...textDifference("externalShipmentId", request["externalShipmentId"], sent["externalShipmentId"]),
    // The request names a day, and a time on that day is no other day.
    ...["shipDate", "deliveryByDate"].flatMap((field) =>
      textDifference(field, request[field], readDue(sent[field]).text?.slice(0, 10)),
    ),
    ...signatureDifference(flagOrNull(request["isSignatureRequired"]), flagOrNull(sent["isSignatureRequired"])),
    ...(request["isRefrigerated"] === true ? [{ field: "isRefrigerated", asked: true, answered: null }] : []),
  ];
}

/** Equates a ZIP+4 with its first five digits, and `USA` or `PR` with `US`. */
function endDifferences(end: string, request: JsonRecord, sent: JsonRecord): Difference[] {
  const [asked, answered] = [recordOf(request[end]) ?? {}, recordOf(sent[end])];
  if (answered === undefined) return [];
  const [askedCountry, country] = [textOrNull(asked["country"]), textOrNull(answered["country"])];
  // An answered address without a country lies in the United States.
  const isSame = countryKey(askedCountry ?? "US") === countryKey(country ?? "US");
  return [
    ...(askedCountry === null || isSame ? [] : [{ field: `${end}.country`, asked: askedCountry, answered: country }]),
    ...textDifference(`${end}.zipCode`, asked["zipCode"], zipOrNull(answered["zipCode"])),
  ];
}

function countryKey(country: string): string {
  return foreignCountry({ country }) === undefined ? "US" : (countryCode(country) ?? country.toUpperCase());
}

/** A postal code of the service, a ZIP+4 as its five digits. */
export function zipOrNull(sent: unknown): string | null {
  const zip = textOrNull(typeof sent === "number" ? textOf(sent).padStart(5, "0") : sent);
  return zip === null ? null : shortZip(zip.replace(/^(\d{5})(\d{4})$/, "$1-$2"));
}

function parcelDifferences(asked: JsonRecord = {}, answered: JsonRecord = {}): Difference[] {
  return [
    ...["length", "width", "height", "weight"].flatMap((name) =>
      numberDifference(`parcel.${name}`, numberOrNull(asked[name]), numberOrNull(answered[name])),
    ),
    ...textDifference("parcel.predefinedPackage", asked["predefinedPackage"], answered["predefinedPackage"]),
  ];
}

/** Services may round a number. */
function numberDifference(field: string, asked: number | null, answered: number | null): Difference[] {
  const isKept = asked === null || answered === null || Math.abs(asked - answered) < 0.01;
  return isKept ? [] : [{ field, asked, answered }];
}

function textDifference(field: string, one: unknown, other: unknown): Difference[] {
  const [asked, answered] = [textOrNull(one), textOrNull(other)];
  const isKept = asked === null || answered === null || asked.toUpperCase() === answered.toUpperCase();
  return isKept ? [] : [{ field, asked, answered }];
}

function signatureDifference(asked: boolean | null, answered: boolean | null): Difference[] {
  const isKept = asked === null || asked === (answered ?? false);
  return isKept ? [] : [{ field: "isSignatureRequired", asked, answered }];
}
