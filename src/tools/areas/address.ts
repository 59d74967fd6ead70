import { z } from "zod";
import { compact } from "../../domain/collections.ts";
import { countryCode, hasZips } from "../../domain/country.ts";
import { readZip, shortZip } from "../../domain/zip.ts";
import { readState } from "../../places/states.ts";
import { placeOfZip, zipsUnder } from "../../places/zip-codes.ts";
import { evenIfRefused, isPlaceholder, tellingText } from "../parameter.ts";

// An address parameter has two forms: an object (`addressObject`), and a line such as `1 Main St, Phoenix, AZ 85001`
// (`addressLine`). `addressSchema`, at the end of the file, takes either; both are checked against the file of places.

const anyText = z.string();

/** A Canadian postal code, with or without its blank, alone or at the end of a line. */
const CANADIAN = /(?:^| )[A-Z]\d[A-Z] ?\d[A-Z]\d$/i;
const CANADIAN_CODE =
  "a Canadian postal code; the service takes at most 5 characters, so no plan can be made. Do not shorten it";
const UNKNOWN_ZIP = "is not a known ZIP: ask the user. If it is right, send it as an Address with its city and state";
const ASK_FOR_ZIP = "ask the user. If there is none, send an Address with line1, city and state";
const ASK_WHICH = "ask the user which is right";
const ABROAD = "for an address abroad name its country";
const NOT_CANADA = "is Canada, whose postal codes begin with a letter; for California country is US, state CA";

type Context = Pick<z.core.$RefinementCtx, "addIssue">;

/** Refuses a value. `message` follows its name: `destination: has no ZIP`. The operator's log omits `next`, what to do. */
function refuse(context: Context, message: string, path: readonly string[] = [], next?: string) {
  context.addIssue({ code: "custom", message, path: [...path], params: { next } });
  return z.NEVER;
}

const zipSchema = anyText.transform((text, context) => {
  const short = shortZip(text);
  if (short.length >= 1 && short.length <= 5) return short;
  if (CANADIAN.test(short)) return refuse(context, `is ${CANADIAN_CODE}`);
  const reading = readZip(short);
  const isLong = /^\d{6,}$/.test(short) && !reading.ok;
  return isLong
    ? refuse(context, reading.message, [], "ask the user")
    : refuse(context, "should have 1 to 5 characters, such as 85001");
});

const telling = tellingText("leave it out, or ask the user");

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

/** The object: its members, and what they must say of one place. Returns the code of its state: `AZ`. */
const addressObject = addressFields
  .superRefine((address, context) => {
    // A refused member may be anything.
    const texts: Texts = Object.fromEntries(Object.entries(address).filter(([, value]) => typeof value === "string"));
    refuseVague(address, context);
    const { country = "US", zipCode: zip = "", state } = texts;
    if (hasZips(country)) refuseUsAddress(texts, context);
    else if (country === "CA" && /^\d/.test(zip)) refuse(context, NOT_CANADA, ["country"]);
    else if (state !== undefined && state.length !== 2) refuse(context, "should have 2 characters", ["state"]);
  }, evenIfRefused)
  .transform((address) => {
    const { state, country = "US" } = address;
    return hasZips(country) && state !== undefined ? { ...address, state: readState(state)?.code } : address;
  });

/** The members of an Address that are texts. */
type Texts = { readonly [name in keyof Address]?: string };

/** Refuses an Address that names no place: it needs a ZIP, or a city and (in the US) a state. */
function refuseVague({ zipCode: zip, city, state, country = "US" }: Address, context: Context): void {
  if (zip !== undefined || (city !== undefined && (state !== undefined || country !== "US"))) return;
  refuse(context, "has no ZIP", [], country === "US" ? ASK_FOR_ZIP : "ask the user, or send a city");
}

/** Refuses a ZIP that nothing confirms or that contradicts its state, because the service bills a wrong plan too. */
function refuseUsAddress({ zipCode: zip, city, state, country = "US" }: Texts, context: Context): void {
  const stateCode = readState(state ?? "")?.code;
  if (state !== undefined && stateCode === undefined) refuse(context, `is not a US state; ${ABROAD}`, ["state"]);
  if (zip === undefined) return;
  const reading = readZip(zip);
  if (!reading.ok) {
    refuse(context, `${reading.message}; ${ABROAD}`, ["zipCode"]);
    return;
  }
  // A ZIP that the file of places lacks may be new, if a city and its state stand beside it.
  const isBare = city === undefined || (state === undefined && country === "US");
  if (isBare && placeOfZip(reading.zip) === undefined) refuse(context, UNKNOWN_ZIP, ["zipCode"]);
  const outsideCountry = country === "US" ? undefined : placeOutside(reading.zip, country);
  if (outsideCountry !== undefined)
    refuse(context, `is not the country of ${zip} ${outsideCountry}`, ["country"], ASK_WHICH);
  const outsideState = stateCode === undefined ? undefined : placeOutside(reading.zip, stateCode);
  if (outsideState !== undefined) refuse(context, `is not the state of ${zip} ${outsideState}`, ["state"], ASK_WHICH);
}

/**
 * Where a ZIP lies if that is certainly not in `state`: its place or, for an unknown ZIP, the states of its area. `state`
 * may also be the country of a territory, which has the same code as a state: `PR`.
 */
function placeOutside(zip: string, state: string): string | undefined {
  const known = placeOfZip(zip);
  if (known !== undefined) return known.state === state ? undefined : `${known.city}, ${known.state}`;
  const area = zip.slice(0, 3);
  const states = new Set(zipsUnder(area).flatMap((each) => placeOfZip(each)?.state ?? []));
  return states.size === 0 || states.has(state) ? undefined : `in area ${area}, ${[...states].join(" or ")}`;
}

/** The line: a bare ZIP, or `street, City, ST ZIP`. */
const addressLine = anyText.transform((given, context) => {
  const text = given.trim().replace(/\s+/g, " ");
  const reading = readZip(text);
  if (reading.ok) return placeOfZip(reading.zip) ? { zipCode: reading.zip } : refuse(context, UNKNOWN_ZIP);
  const read = readLine(text);
  if (read === undefined) return refuseLine(context, text, reading.message);
  const outsideState = placeOutside(read.zipCode, read.state);
  if (outsideState === undefined) return read;
  return refuse(context, `names another state than that of its ZIP, ${outsideState}`, [], ASK_WHICH);
});

/**
 * Reads a line with single blanks. Street is optional; so are commas if the ZIP's city precedes the state. Of
 * `Dock 2, 1 Main St Phoenix AZ 85001-1234, USA` the steps make:
 *
 *     ending   " 85001-1234"                         before   "1 Main St Phoenix"
 *     head     "Dock 2, 1 Main St Phoenix, AZ"       street   "1 Main St"
 *     parts    "Dock 2", "1 Main St Phoenix", "AZ"   line1    "Dock 2, 1 Main St"
 */
function readLine(text: string) {
  // Each pattern is anchored at the end and bounded in length, so hostile input cannot make it backtrack.
  const domestic = text.replace(/,? USA?$/i, "");
  const [ending = "", zip = ""] = /,? (\d{5})(?:-\d{4})?$/.exec(domestic) ?? [];
  const head = domestic.slice(0, domestic.length - ending.length).replace(/,? ([A-Z]{2})$/i, ", $1");
  const parts = head.split(",").map((part) => part.trim());
  const [state, before = ""] = [readState(parts.at(-1) ?? ""), parts.at(-2)];
  const cityOfZip = placeOfZip(zip)?.city ?? "";
  const isAtEnd = cityOfZip !== "" && before.toLowerCase().endsWith(` ${cityOfZip.toLowerCase()}`);
  const street = isAtEnd && /\d/.test(before) ? before.slice(0, -cityOfZip.length).trim() : "";
  const city = street === "" ? before : before.slice(-cityOfZip.length);
  if (zip === "" || state === undefined || isPlaceholder(city) || /\d/.test(city)) return undefined;
  const line1 = [...parts.slice(0, -2), ...compact(street)].join(", ");
  // The order of an Address's members: equal requests are the same text.
  return { zipCode: zip, ...(line1 === "" ? {} : { line1 }), city, state: state.code };
}

function refuseLine(context: Context, text: string, zipMessage: string) {
  if (CANADIAN.test(text)) return refuse(context, `ends in ${CANADIAN_CODE}`);
  if (!/\p{L}/u.test(text)) return refuse(context, zipMessage);
  if (!/\d{5}/.test(text)) return refuse(context, "has no ZIP", [], ASK_FOR_ZIP);
  return refuse(
    context,
    "is not understood. Put name and phone in their own fields; the line holds street, City, ST ZIP",
  );
}

/** An address parameter: the object or the line. */
export const addressSchema = z.union([addressLine, addressObject]);
