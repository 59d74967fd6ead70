/** A point in degrees. */
export interface Coordinates {
  readonly latitude: number;
  readonly longitude: number;
}

/** A point farther than this from every other ZIP of its city is suspect. */
const MAX_WITHIN_CITY_KM = 50;

/** Kilometres between two points, exact enough within a state. */
export function distanceKm(a: Coordinates, b: Coordinates): number {
  const north = (a.latitude - b.latitude) * 111.2;
  const east = (a.longitude - b.longitude) * 111.2 * Math.cos((a.latitude * Math.PI) / 180);
  return Math.hypot(north, east);
}

/**
 * The location of a ZIP: its Census point, or the other source's point if only that one is near the city's other ZIPs.
 * Some Census points are hundreds of kilometres off.
 */
export function likelier(
  census: Coordinates | undefined,
  other: Coordinates | undefined,
  ofCity: readonly Coordinates[],
): Coordinates | undefined {
  if (census === undefined || other === undefined) return census ?? other;
  const isFar = (point: Coordinates): boolean => ofCity.every((each) => distanceKm(point, each) > MAX_WITHIN_CITY_KM);
  return isFar(census) && !isFar(other) ? other : census;
}
