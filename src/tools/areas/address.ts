import { z } from "zod";
import { countryCode, hasZips, holdsCanadianCode } from "../../domain/country.ts";
import { readZip, shortZip } from "../../domain/zip.ts";
import { readState } from "../../places/states.ts";
import { placeOfZip } from "../../places/zip-codes.ts";
import { evenIfRefused, tellingText } from "../parameter.ts";
import { addressLine } from "./address-line.ts";
import { ASK_FOR_ZIP, ASK_WHICH, CANADIAN_CODE, type Context, placeOutside, refuse, UNKNOWN_ZIP } from "./refusals.ts";

const ABROAD = "for an address abroad name its country";
const NOT_CANADA = "is Canada, whose postal codes begin with a letter; for California country is US, state CA";

const anyText = z.string();
const telling = tellingText("leave it out, or ask the user");

const zipSchema = anyText.transform((text, context) => {
  const short = shortZip(text);
  if (short.length >= 1 && short.length <= 5) return short;
  if (holdsCanadianCode(short)) return refuse(context, `is ${CANADIAN_CODE}`);
  const reading = readZip(short);
  if (/^\d+$/.test(short) && !reading.ok) return refuse(context, reading.message, [], "ask the user");
  return refuse(context, "should have 1 to 5 characters, such as 85001");
});

const countrySchema = anyText.transform(
  (text, context) => countryCode(text) ?? refuse(context, "should be a two-letter country code"),
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

const addressObject = addressFields
  .superRefine(refuseVague, evenIfRefused)
  .superRefine(refuseContradictions, evenIfRefused)
  .transform(withStateCode);

/** An object, or a line such as `1 Main St, Phoenix, AZ 85001`. */
export const addressSchema = z.union([addressLine, addressObject]);

function refuseVague(address: Address, context: Context): void {
  if (address.zipCode !== undefined || namesCity(address)) return;
  refuse(context, "has no ZIP", [], countryOf(address) === "US" ? ASK_FOR_ZIP : "ask the user, or send a city");
}

/** Whether an Address says enough without its ZIP: a city and, in the US, a state. */
function namesCity(address: Address): boolean {
  return address.city !== undefined && (address.state !== undefined || countryOf(address) !== "US");
}

function countryOf({ country = "US" }: Address): string {
  return country;
}

function refuseContradictions(given: Address, context: Context): void {
  // This runs also after a member was refused, which then need not be a text.
  const address: Address = Object.fromEntries(Object.entries(given).filter(([, value]) => typeof value === "string"));
  const { zipCode = "", state } = address;
  const country = countryOf(address);
  if (hasZips(country)) refuseUsAddress(address, context);
  else if (country === "CA" && /^\d/.test(zipCode)) refuse(context, NOT_CANADA, ["country"]);
  else if (state !== undefined && state.length !== 2) refuse(context, "should have 2 characters", ["state"]);
}

/** Refuses a ZIP that nothing confirms or that contradicts its state, because the service bills a wrong plan too. */
function refuseUsAddress(address: Address, context: Context): void {
  const { zipCode, state } = address;
  const stateCode = readState(state ?? "")?.code;
  if (state !== undefined && stateCode === undefined) refuse(context, `is not a US state; ${ABROAD}`, ["state"]);
  if (zipCode === undefined) return;
  const reading = readZip(zipCode);
  if (!reading.ok) {
    refuse(context, `${reading.message}; ${ABROAD}`, ["zipCode"]);
    return;
  }
  const { zip } = reading;
  // A ZIP that the file of places lacks may be new.
  if (placeOfZip(zip) === undefined && !namesCity(address)) refuse(context, UNKNOWN_ZIP, ["zipCode"]);
  const country = countryOf(address);
  // A territory has the same code as a country and as a state.
  if (country !== "US") refuseElsewhere("country", zip, country, context);
  if (stateCode !== undefined) refuseElsewhere("state", zip, stateCode, context);
}

function refuseElsewhere(member: "country" | "state", zip: string, code: string, context: Context): void {
  const elsewhere = placeOutside(zip, code);
  if (elsewhere !== undefined) refuse(context, `is not the ${member} of ${zip} ${elsewhere}`, [member], ASK_WHICH);
}

/** `Arizona` → `AZ`; abroad as given. */
function withStateCode(address: Address): Address {
  const { state } = address;
  if (state === undefined || !hasZips(countryOf(address))) return address;
  return { ...address, state: readState(state)?.code };
}
