import { countryCode, foreignCountry } from "../../domain/country.ts";
import { readDue } from "../../domain/due.ts";
import { flagOrNull, type JsonRecord, numberOrNull, recordOf, textOrNull } from "../../domain/record.ts";
import { zipOrNull } from "./route.ts";

/** A value of the request that differs in the plan; `answered` is null if the service does not return it. */
export type Difference = {
  /** Such as `destination.zipCode` or `parcel.weight`. */
  readonly field: string;
  readonly asked: string | number | boolean;
  readonly answered: string | number | boolean | null;
};

/** How a value is read in request and plan. `otherwise` is the meaning of a plan without it, if that is known. */
type Compared = readonly [
  field: string,
  read: (value: unknown) => Difference["answered"],
  otherwise?: string | boolean,
];

const COMPARED: readonly Compared[] = [
  ["origin.country", countryOrNull, "US"],
  ["origin.zipCode", zipOrNull],
  ["destination.country", countryOrNull, "US"],
  ["destination.zipCode", zipOrNull],
  ["parcel.length", numberOrNull],
  ["parcel.width", numberOrNull],
  ["parcel.height", numberOrNull],
  ["parcel.weight", numberOrNull],
  ["parcel.predefinedPackage", textOrNull],
  ["externalShipmentId", textOrNull],
  ["shipDate", dayOrNull],
  ["deliveryByDate", dayOrNull],
  ["isSignatureRequired", flagOrNull, false],
  // No plan returns refrigeration, so none confirms it.
  ["isRefrigerated", flagOrNull, false],
];

export function differencesOf(request: JsonRecord, sent: JsonRecord): Difference[] {
  return COMPARED.flatMap(([field, read, otherwise]) => {
    const asked = read(memberAt(request, field));
    const answered = read(memberAt(sent, field));
    const planned = answered ?? otherwise;
    return asked === null || planned === undefined || isSame(asked, planned) ? [] : [{ field, asked, answered }];
  });
}

function memberAt(record: JsonRecord, field: string): unknown {
  const [outer = "", inner] = field.split(".");
  return inner === undefined ? record[outer] : recordOf(record[outer])?.[inner];
}

/** Services may round a number, and change the case of a text. */
function isSame(asked: Difference["asked"], planned: Difference["asked"]): boolean {
  if (typeof asked === "number") return Math.abs(asked - Number(planned)) < 0.01;
  return String(asked).toUpperCase() === String(planned).toUpperCase();
}

/** `US` for a territory, too. */
function countryOrNull(country: unknown): string | null {
  const name = textOrNull(country);
  if (name === null) return null;
  return foreignCountry({ country }) === undefined ? "US" : (countryCode(name) ?? name);
}

/** The day alone: the service may return a time on the requested day. */
function dayOrNull(sent: unknown): string | null {
  return readDue(sent).text?.slice(0, 10) ?? null;
}
