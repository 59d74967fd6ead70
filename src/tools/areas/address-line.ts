import { withoutUsAfter } from "../../domain/country.ts";
import { readZip } from "../../domain/zip.ts";
import { readState } from "../../places/states.ts";
import { placeOfZip } from "../../places/zip-codes.ts";
import { isPlaceholder } from "../parameter.ts";

/**
 * Reads a line with single blanks as an Address; undefined unless it ends in a city, a state and a ZIP. The street is
 * optional; so are commas if the ZIP's city precedes the state. Of `Dock 2, 1 Main St Phoenix AZ 85001-1234, USA` it makes:
 *
 *     head    "Dock 2, 1 Main St Phoenix, AZ"         last          "85001-1234"
 *     parts   "Dock 2", "1 Main St Phoenix", "AZ"     beforeState   "1 Main St Phoenix"
 *     line1   "Dock 2, 1 Main St"                     city          "Phoenix"
 */
export function readAddressLine(text: string) {
  const [, beforeZip = "", last = ""] = /^(.*) (\S+)$/.exec(withoutUsAfter(text)) ?? [];
  const reading = readZip(last);
  if (!reading.ok) return undefined;
  const { zip } = reading;
  const head = beforeZip.replace(/,$/, "").replace(/,? ([A-Z]{2})$/i, ", $1");
  const parts = head.split(",").map((part) => part.trim());
  const state = readState(parts.pop() ?? "");
  const beforeState = parts.pop() ?? "";
  const cityOfZip = placeOfZip(zip)?.city ?? "";
  const endsInCity = cityOfZip !== "" && beforeState.toLowerCase().endsWith(` ${cityOfZip.toLowerCase()}`);
  const hasStreet = endsInCity && /\d/.test(beforeState);
  const cityStart = hasStreet ? beforeState.length - cityOfZip.length : 0;
  const city = beforeState.slice(cityStart);
  if (state === undefined || isPlaceholder(city) || /\d/.test(city)) return undefined;
  if (hasStreet) parts.push(beforeState.slice(0, cityStart).trim());
  const line1 = parts.join(", ");
  // The order of an Address's members: equal requests are the same text.
  return { zipCode: zip, ...(line1 && { line1 }), city, state: state.code };
}
