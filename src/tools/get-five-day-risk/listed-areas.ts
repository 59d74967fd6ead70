import { addTo } from "../../domain/collections.ts";
import { Slices } from "../answer/slices.ts";
import { type AnsweredDay, type AreaRisk, areaRisk } from "./area-risk.ts";
import type { PlaceRisk } from "./place-risk.ts";

/**
 * Shares the rows of `limit`. First each place takes a row for each of its few areas, or one of counts; the rest goes to
 * areas of counted places, by `listedValues`. With a limit of 5, Texas (52 areas) takes 1 and Phoenix (2 areas) 2: so two
 * areas of Texas are listed. With a limit of 2, Phoenix has no room: only Texas is shown, without areas.
 */
export async function listAreas(
  places: readonly PlaceRisk[],
  listedValues: readonly string[],
  answered: readonly AnsweredDay[],
  limit: number,
) {
  const { shown, spareRows } = placesWithRoom(places, limit);
  if (shown.length < places.length) return { places, shown, matchingAreaCount: 0 };
  const counted = places.filter(({ isCounted }) => isCounted);
  const matching = listedValues.flatMap((value) =>
    counted.map((place) => ({ place, areas: place.areasByLeadingValue.get(value) ?? [] })),
  );
  const rows = matching.flatMap(({ place, areas }) => areas.slice(0, spareRows).map((area) => ({ place, area })));
  const areasByPlace = new Map<PlaceRisk, AreaRisk[]>();
  const slices = new Slices();
  for (const { place, area } of rows.slice(0, spareRows)) {
    addTo(areasByPlace, place, areaRisk(area, answered));
    await slices.afterLookUp();
  }
  const listed = places.map((place) => ({ ...place, listedAreas: areasByPlace.get(place) ?? place.listedAreas }));
  const matchingAreaCount = matching.reduce((sum, { areas }) => sum + areas.length, 0);
  return { places: listed, shown: listed, matchingAreaCount };
}

function placesWithRoom(places: readonly PlaceRisk[], limit: number) {
  let spareRows = limit;
  for (const [index, { location, listedAreas }] of places.entries()) {
    // The country's counts stand apart.
    const needed = location === undefined ? 0 : Math.max(1, listedAreas.length);
    if (needed > spareRows) return { shown: places.slice(0, index), spareRows };
    spareRows -= needed;
  }
  return { shown: places, spareRows };
}
