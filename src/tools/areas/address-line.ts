import { z } from "zod";
import { holdsCanadianCode, withoutUsAfter } from "../../domain/country.ts";
import { readZip } from "../../domain/zip.ts";
import { readState } from "../../places/states.ts";
import { placeOfZip } from "../../places/zip-codes.ts";
import { isPlaceholder } from "../parameter.ts";
import { ASK_FOR_ZIP, ASK_WHICH, CANADIAN_CODE, type Context, placeOutside, refuse, UNKNOWN_ZIP } from "./refusals.ts";

/** A ZIP, or a line such as `1 Main St, Phoenix, AZ 85001`, as an Address. */
export const addressLine = z.string().transform((given, context) => {
  const text = given.trim().replace(/\s+/g, " ");
  const reading = readZip(text);
  if (reading.ok) return placeOfZip(reading.zip) ? { zipCode: reading.zip } : refuse(context, UNKNOWN_ZIP);
  const address = readLine(text);
  if (address === undefined) return refuseLine(context, text, reading.message);
  const elsewhere = placeOutside(address.zipCode, address.state);
  if (elsewhere === undefined) return address;
  return refuse(context, `names a state other than that of its ZIP, ${elsewhere}`, [], ASK_WHICH);
});

/**
 * Undefined unless the line ends in a city, a state and a ZIP. The street is optional; so are commas if the ZIP's city
 * precedes the state. Of `Dock 2, 1 Main St Phoenix AZ 85001-1234, USA` it makes:
 *
 *     beforeZip   "Dock 2, 1 Main St Phoenix AZ"     beforeState   "1 Main St Phoenix"
 *     line1       "Dock 2, 1 Main St"                city          "Phoenix"
 */
function readLine(text: string) {
  const [, beforeZip = "", last = ""] = /^(.*) (\S+)$/.exec(withoutUsAfter(text)) ?? [];
  const reading = readZip(last);
  if (!reading.ok) return undefined;
  const { zip } = reading;
  const withComma = beforeZip.replace(/,$/, "").replace(/,? ([A-Z]{2})$/i, ", $1");
  const parts = withComma.split(",").map((part) => part.trim());
  const state = readState(parts.pop() ?? "");
  const beforeState = parts.pop() ?? "";
  const { street, city } = streetAndCity(beforeState, placeOfZip(zip)?.city);
  if (state === undefined || isPlaceholder(city) || /\d/.test(city)) return undefined;
  if (street !== "") parts.push(street);
  const line1 = parts.join(", ");
  // The order of an Address's members: equal requests are the same text.
  return { zipCode: zip, ...(line1 && { line1 }), city, state: state.code };
}

/** Parts `1 Main St Phoenix` before the ZIP's city. A text without a number, or with another city, is a city. */
function streetAndCity(text: string, cityOfZip: string | undefined) {
  const isOfZip = cityOfZip !== undefined && text.toLowerCase().endsWith(` ${cityOfZip.toLowerCase()}`);
  if (!isOfZip || !/\d/.test(text)) return { street: "", city: text };
  const cityStart = text.length - cityOfZip.length;
  return { street: text.slice(0, cityStart).trim(), city: text.slice(cityStart) };
}

function refuseLine(context: Context, text: string, zipMessage: string) {
  if (holdsCanadianCode(text)) return refuse(context, `holds ${CANADIAN_CODE}`);
  if (!/\p{L}/u.test(text)) return refuse(context, zipMessage);
  if (!/\d{5}/.test(text)) return refuse(context, "has no ZIP", [], ASK_FOR_ZIP);
  return refuse(
    context,
    "is not understood. Put name and phone in their own fields; the line holds street, City, ST ZIP",
  );
}
