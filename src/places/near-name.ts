import { didYouMean } from "./candidates.ts";
import { CityNames, type NamedCity } from "./city-names.ts";
import { isCountyLikeCity } from "./counties.ts";
import { readExactly } from "./exact-name.ts";
import type { NameAndState } from "./name-and-state.ts";
import { keyOf, wordsOf } from "./place-name.ts";
import { type PlaceReading, read, SEVERAL, unread } from "./place-reading.ts";
import { readAs } from "./remark.ts";
import { stateAfterCity, stateLike, statesLike } from "./states.ts";

/** How large a town is at least to be offered because its name is longer than what is written. */
const MIN_LONGER_THOUSANDS = 20;

/** A misspelt or unknown name. */
export function readNearly(options: readonly NameAndState[], text: string): PlaceReading {
  const names = CityNames.open();
  const [option] = options;
  const key = keyOf(option?.name ?? []);
  const state = option?.state;
  if (state === undefined) {
    const parts = text.split(",");
    const meant = withStateElsewhere(wordsOf(text));
    if (parts.length > 1) {
      const isUs = stateAfterCity(wordsOf(parts.at(-1) ?? "")) !== undefined;
      const quarter = meant.length > 0 ? undefined : readInCity(parts);
      if (quarter !== undefined) return quarter;
      const way = meant.length > 0 ? didYouMean(meant) : "; only US places can be asked for";
      return unread(isUs ? SEVERAL : `ends in no US state that is known here${way}`);
    }
    if (meant.length > 0) return unread(`is no US place that is known here${didYouMean(meant)}`);
    const states = statesLike(wordsOf(text));
    const cities = near(key, undefined, key.length < 7 ? 1 : 2);
    return unread(`is no US place that is known here${didYouMean([...states, ...cities])}`);
  }
  // `Kansas City MO/KS`.
  const between = stateAfterCity(option?.name.slice(-1) ?? []);
  if (between !== undefined && between.code !== state.code) return unread(SEVERAL);
  const isCounty = isCountyLikeCity(key, state.code);
  const meant = isCounty ? undefined : names.meant(key, state.code);
  if (meant !== undefined) return read(meant, readAs(meant, "the only name close to it"));
  const why = isCounty ? "is a county; counties are not understood" : `is no place in ${state.name} that is known here`;
  return unread(why + didYouMean(near(key, state.code, 3)));
}

/** A quarter that is named with a city, but no state: `Williamsburg, Brooklyn`. */
function readInCity([name = "", city = "", ...more]: readonly string[]): PlaceReading | undefined {
  const around = more.length > 0 ? undefined : readExactly({ name: wordsOf(city), isPlain: false });
  if (around?.kind !== "place") return undefined;
  const state = stateAfterCity(wordsOf(around.place.label.slice(-2)));
  if (state === undefined) return undefined;
  const option = { name: wordsOf(name), state, isPlain: true, within: [wordsOf(city)] };
  const reading = readExactly(option);
  const [quarter] = CityNames.open().named(keyOf(option.name), state.code);
  return reading?.kind === "place" && quarter !== undefined
    ? read(quarter, readAs(quarter, `in ${around.place.label}`))
    : reading;
}

/** Cities whose state is misspelt, or stands before them: `Boston, Massachusets`, `TX, Houston`. */
function withStateElsewhere(words: readonly string[]): readonly NamedCity[] {
  const names = CityNames.open();
  const cuts = words.slice(1, 4).map((_, index) => index + 1);
  return cuts.flatMap((count) => {
    const before = stateAfterCity(words.slice(0, count));
    const after = stateLike(words.slice(-count));
    return [
      ...(before === undefined ? [] : names.named(keyOf(words.slice(count)), before.code)),
      ...(after === undefined ? [] : names.named(keyOf(words.slice(0, -count)), after.code)),
    ];
  });
}

/** What may be offered for an unknown name: towns that begin with it, then names nearly like it. */
function near(key: string, state: string | undefined, maxEdits: number): readonly NamedCity[] {
  if (key.length < 4) return [];
  const names = CityNames.open();
  const longer = names
    .beginning(key, state)
    .filter(({ populationThousands }) => populationThousands >= MIN_LONGER_THOUSANDS);
  return [...longer, ...names.close(key, state, maxEdits).map(({ city }) => city)];
}
