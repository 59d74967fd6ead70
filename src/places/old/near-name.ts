import { didYouMean } from "./candidates.ts";
import { CityNames, type NamedCity } from "./city-names.ts";
import { isCountyLikeCity } from "./counties.ts";
import { readExactly } from "./exact-name.ts";
import type { NameAndState } from "./name-and-state.ts";
import { keyOf, wordsOf } from "./place-name.ts";
import { type PlaceReading, read, SEVERAL, unread } from "./place-reading.ts";
import { readAs } from "./remark.ts";
import { type State, stateAfterCity, stateLike, statesLike } from "./states.ts";

/** How large a town is at least to be offered because its name is longer than what is written. */
const MIN_LONGER_THOUSANDS = 20;

/** How large a city is at least to be offered where its name has another state after it. */
const MIN_ELSEWHERE_THOUSANDS = 100;

/** A misspelt or unknown name. */
export function readNearly(options: readonly NameAndState[], text: string): PlaceReading {
  const names = CityNames.open();
  const [option] = options;
  const name = option?.name ?? [];
  const key = keyOf(name);
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
    const cities = near(name, undefined, key.length < 7 ? 1 : 2);
    return unread(`is no US place that is known here${didYouMean([...states, ...cities])}`);
  }
  if (areTwoStates(name, state)) return unread(SEVERAL);
  const isCounty = isCountyLikeCity(key, state.code);
  // `Georgia, VT` is a town, and none that is known.
  const isState = stateAfterCity(name) !== undefined;
  const meant = isCounty || isState ? undefined : names.meant(name, state.code);
  if (meant !== undefined) return read(meant, readAs(meant, "the only name close to it"));
  const why = isCounty ? "is a county; counties are not understood" : `is no place in ${state.name} that is known here`;
  const also = isState ? "; two states need an entry each" : "";
  return unread(why + also + didYouMean([...elsewhere(key), ...near(name, state.code, 3)]));
}

/** The largest city of exactly this name, in whichever state: `Minneapolis, MI`. */
function elsewhere(key: string): readonly NamedCity[] {
  const [largest] = CityNames.open().named(key);
  return largest === undefined || largest.populationThousands < MIN_ELSEWHERE_THOUSANDS ? [] : [largest];
}

/** Whether a name says two states, or ends in another than its own where the city is too: `TX, OK`, `Kansas City MO/KS`. */
function areTwoStates(name: readonly string[], { code }: State): boolean {
  const [before, last] = [name.slice(0, -1), name.slice(-1)];
  const other = stateAfterCity(last)?.code;
  if (other === undefined || other === code) return false;
  return before.length === 0 ? last.join("").length === 2 : CityNames.open().named(keyOf(before), other).length > 0;
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
function near(name: readonly string[], state: string | undefined, maxEdits: number): readonly NamedCity[] {
  if (keyOf(name).length < 4) return [];
  const names = CityNames.open();
  const longer = names
    .beginning(name, state)
    .filter(({ populationThousands }) => populationThousands >= MIN_LONGER_THOUSANDS);
  return [...longer, ...names.close(name, state, maxEdits).map(({ city }) => city)];
}
