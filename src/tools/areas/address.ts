import { z } from "zod";
import { countryCode, hasZips, holdsCanadianCode } from "../../domain/country.ts";
import { readZip, shortZip } from "../../domain/zip.ts";
import { readState } from "../../places/states.ts";
import { placeOfZip, zipsUnder } from "../../places/zip-codes.ts";
import { evenIfRefused, tellingText } from "../parameter.ts";
import { readAddressLine } from "./address-line.ts";

const anyText = z.string();

const CANADIAN_CODE =
  "a Canadian postal code; the service takes at most 5 characters, so no plan can be made. Do not shorten it";
const UNKNOWN_ZIP = "is not a known ZIP: ask the user. If it is right, send it as an Address with its city and state";
const ASK_FOR_ZIP = "ask the user. If there is none, send an Address with line1, city and state";
const ASK_WHICH = "ask the user which is right";
const ABROAD = "for an address abroad name its country";
const NOT_CANADA = "is Canada, whose postal codes begin with a letter; for California country is US, state CA";

type Context = Pick<z.core.$RefinementCtx, "addIssue">;

/** `message` follows the value's name: `destination: has no ZIP`. The operator's log omits `next`, what to do. */
function addIssue(context: Context, message: string, path: readonly string[] = [], next?: string) {
  context.addIssue({ code: "custom", message, path: [...path], params: { next } });
  return z.NEVER;
}

const zipSchema = anyText.transform((text, context) => {
  const short = shortZip(text);
  if (short.length >= 1 && short.length <= 5) return short;
  if (holdsCanadianCode(short)) return addIssue(context, `is ${CANADIAN_CODE}`);
  const reading = readZip(short);
  if (/^\d+$/.test(short) && !reading.ok) return addIssue(context, reading.message, [], "ask the user");
  return addIssue(context, "should have 1 to 5 characters, such as 85001");
});

const telling = tellingText("leave it out, or ask the user");

const countrySchema = anyText.transform(
  (text, context) => countryCode(text) ?? addIssue(context, "should be a two-letter country code"),
);

/** An Address (service.md 2.3, bounds of 8.5). Its required fields are not documented: see `refuseVague`. */
const addressFields = z.strictObject({
  zipCode: zipSchema.optional(),
  line1: telling.optional(),
  line2: telling.optional(),
  city: telling.optional(),
  state: anyText.optional().describe("two letters"),
  country: countrySchema.optional().describe("two letters, default US"),
  name: anyText.optional(),
  company: anyText.optional(),
  phone: anyText.optional(),
  email: anyText.optional(),
  isResidential: z.boolean().optional(),
});

type Address = z.output<typeof addressFields>;

function countryOf({ country = "US" }: Address): string {
  return country;
}

/** The object. Its state becomes a code: `Arizona` → `AZ`. */
const addressObject = addressFields
  .superRefine(refuseVague, evenIfRefused)
  .superRefine(refuseContradictions, evenIfRefused)
  .transform((address) => {
    const { state } = address;
    return hasZips(countryOf(address)) && state !== undefined ? { ...address, state: readState(state)?.code } : address;
  });

function refuseVague(address: Address, context: Context): void {
  if (address.zipCode !== undefined || namesCity(address)) return;
  addIssue(context, "has no ZIP", [], countryOf(address) === "US" ? ASK_FOR_ZIP : "ask the user, or send a city");
}

/** Whether an Address says enough without its ZIP: a city and, in the US, a state. */
function namesCity(address: Address): boolean {
  return address.city !== undefined && (address.state !== undefined || countryOf(address) !== "US");
}

function refuseContradictions(given: Address, context: Context): void {
  // This runs also after a member was refused, which then need not be a text.
  const address: Address = Object.fromEntries(Object.entries(given).filter(([, value]) => typeof value === "string"));
  const { zipCode: zip = "", state } = address;
  const country = countryOf(address);
  if (hasZips(country)) refuseUsAddress(address, context);
  else if (country === "CA" && /^\d/.test(zip)) addIssue(context, NOT_CANADA, ["country"]);
  else if (state !== undefined && state.length !== 2) addIssue(context, "should have 2 characters", ["state"]);
}

/** Refuses a ZIP that nothing confirms or that contradicts its state, because the service bills a wrong plan too. */
function refuseUsAddress(address: Address, context: Context): void {
  const { zipCode, state } = address;
  const stateCode = readState(state ?? "")?.code;
  if (state !== undefined && stateCode === undefined) addIssue(context, `is not a US state; ${ABROAD}`, ["state"]);
  if (zipCode === undefined) return;
  const reading = readZip(zipCode);
  if (!reading.ok) {
    addIssue(context, `${reading.message}; ${ABROAD}`, ["zipCode"]);
    return;
  }
  const { zip } = reading;
  // A ZIP that the file of places lacks may be new.
  if (placeOfZip(zip) === undefined && !namesCity(address)) addIssue(context, UNKNOWN_ZIP, ["zipCode"]);
  const country = countryOf(address);
  // A territory has the same code as a country and as a state.
  if (country !== "US") refuseElsewhere("country", zip, country, context);
  if (stateCode !== undefined) refuseElsewhere("state", zip, stateCode, context);
}

function refuseElsewhere(member: "country" | "state", zip: string, code: string, context: Context): void {
  const elsewhere = placeOutside(zip, code);
  if (elsewhere !== undefined) addIssue(context, `is not the ${member} of ${zip} ${elsewhere}`, [member], ASK_WHICH);
}

/** Where a ZIP lies if that is certainly not in `state`: its place or, for an unknown ZIP, the states of its area. */
function placeOutside(zip: string, state: string): string | undefined {
  const known = placeOfZip(zip);
  if (known !== undefined) return known.state === state ? undefined : `${known.city}, ${known.state}`;
  const area = zip.slice(0, 3);
  const states = new Set(zipsUnder(area).flatMap((other) => placeOfZip(other)?.state ?? []));
  return states.size === 0 || states.has(state) ? undefined : `in area ${area}, ${[...states].join(" or ")}`;
}

const addressLine = anyText.transform((given, context) => {
  const text = given.trim().replace(/\s+/g, " ");
  const reading = readZip(text);
  if (reading.ok) return placeOfZip(reading.zip) ? { zipCode: reading.zip } : addIssue(context, UNKNOWN_ZIP);
  const address = readAddressLine(text);
  if (address === undefined) return refuseLine(context, text, reading.message);
  const elsewhere = placeOutside(address.zipCode, address.state);
  if (elsewhere === undefined) return address;
  return addIssue(context, `names another state than that of its ZIP, ${elsewhere}`, [], ASK_WHICH);
});

function refuseLine(context: Context, text: string, zipMessage: string) {
  if (holdsCanadianCode(text)) return addIssue(context, `holds ${CANADIAN_CODE}`);
  if (!/\p{L}/u.test(text)) return addIssue(context, zipMessage);
  if (!/\d{5}/.test(text)) return addIssue(context, "has no ZIP", [], ASK_FOR_ZIP);
  return addIssue(
    context,
    "is not understood. Put name and phone in their own fields; the line holds street, City, ST ZIP",
  );
}

/** An object, or a line such as `1 Main St, Phoenix, AZ 85001`. */
export const addressSchema = z.union([addressLine, addressObject]);
