import type { Town } from "./sources.ts";

/** People that a place abroad has at least to make its name doubtful. */
const MIN_PEOPLE = 50_000;

/** Countries, provinces and cities with an English name abroad, by key. */
const BY_HAND =
  "alberta angelescity angola anguilla antwerp belgium bolivia bombay brazil calcutta canada china cologne cuba " +
  "denmark egypt england finland gibraltar greece greenland grenada guernsey hague havre holland ireland italy " +
  "jamaica jersey jordan lebanon macedonia madras malta marseilles mexico morocco newbrunswick newfoundland " +
  "norway nuremberg palestine panama panamacity peking persia peru poland rangoon russia saigon samoa sanmarino scotland " +
  "seville sonora sainthelena saintmartin sudan syria turkey wales yukon";

/** The keys of names that without a state mean a place abroad: one with more people than any of the United States. */
export function namesAbroad(towns: readonly Town[]): readonly string[] {
  const people = new Map<string, { us: number; abroad: number }>();
  for (const { key, state, population } of towns) {
    const known = people.get(key) ?? { us: 0, abroad: 0 };
    if (state === undefined) known.abroad = Math.max(known.abroad, population);
    else known.us = Math.max(known.us, population);
    people.set(key, known);
  }
  const larger = [...people].filter(([, { us, abroad }]) => abroad >= MIN_PEOPLE && abroad > us);
  return [...new Set([...BY_HAND.split(" "), ...larger.map(([key]) => key)])].sort();
}
