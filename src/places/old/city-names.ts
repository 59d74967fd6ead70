import { editsBetween } from "./edits.ts";
import { directionSpeltOut, fullKeyOf, isOtherDirection, keyOf, wordsOf } from "./place-name.ts";
import { type City, ZipCodes } from "./zip-codes.ts";

/** Cities of one name in one state: the post writes some in two ways (`Dekalb` and `De Kalb`). */
export interface NamedCity {
  /** `Phoenix, AZ`. */
  readonly label: string;
  readonly state: string;
  readonly populationThousands: number;
  /** Whether all of its ZIP codes, or some, bear its name at the post. */
  readonly isPostal: boolean;
  readonly isPartlyPostal: boolean;
  readonly spellings: readonly City[];
}

/** A city whose name is nearly what is written. */
interface NearCity {
  readonly city: NamedCity;
  /** Letters between the two; a wrong first letter is rarer than another, and counts for two. */
  readonly edits: number;
  readonly isFirstWrong: boolean;
  /** Whether it is near with the first letter spelt out as a direction, which counts for a letter. */
  readonly isSpeltOut: boolean;
}

/** How far a misspelt name may be from the right one: longer names bear more. */
const LONG_KEY = 7;
const MIN_KEY = 4;
const MIN_FAR_THOUSANDS = 10;
const MIN_NEAR_THOUSANDS = 2;

/** How many times larger than a city nearly of a name one is that this name may be the beginning of. */
const CLIPPED = 5;

/** The names of all cities, by their keys. Made at the first question about a name, once. */
export class CityNames {
  static #made: CityNames | undefined;

  readonly #byKey = new Map<string, City[]>();
  /** The keys of a state's cities, from the first search of that state on. */
  readonly #byState = new Map<string, readonly string[]>();
  /** Names in which the key has shortened a word, in full. */
  readonly #inFull = new Map<string, string>();

  private constructor(cities: readonly City[]) {
    for (const city of cities) {
      const words = wordsOf(city.name);
      const key = keyOf(words);
      const full = fullKeyOf(words);
      if (full !== key) this.#inFull.set(key, full);
      const same = this.#byKey.get(key);
      if (same === undefined) this.#byKey.set(key, [city]);
      else same.push(city);
    }
  }

  /** The names, made at the first call. */
  static open(): CityNames {
    CityNames.#made ??= new CityNames(ZipCodes.open().cities());
    return CityNames.#made;
  }

  /** Cities of this key, of one state or of all, the largest first. */
  named(key: string, state?: string): readonly NamedCity[] {
    const byState = new Map<string, NamedCity>();
    for (const city of this.#byKey.get(key) ?? []) {
      if (state === undefined || city.state === state)
        byState.set(city.state, mergedWith(byState.get(city.state), city));
    }
    return [...byState.values()].sort(largestFirst);
  }

  /** `Phoenix, AZ` for every city, the largest first. */
  labels(): readonly string[] {
    const all = [...this.#byKey.keys()].flatMap((key) => this.named(key));
    return all.sort(largestFirst).map(({ label }) => label);
  }

  /** The ZIP codes of all cities of a key in a state. */
  zipsNamed(key: string, state: string): readonly string[] {
    return this.named(key, state).flatMap(zipsOf);
  }

  /** Cities whose names begin with these words, the last of which may be cut short, the largest first. */
  beginning(words: readonly string[], state?: string): readonly NamedCity[] {
    const [key, full] = [keyOf(words), fullKeyOf(words)];
    const keys = [...this.#keysIn(state)].filter((other) => {
      return other.startsWith(key) || this.#inFull.get(other)?.startsWith(full) === true;
    });
    return keys.flatMap((other) => this.named(other, state)).sort(largestFirst);
  }

  /** Cities whose names are nearly these words, the nearest first, then the largest. */
  close(words: readonly string[], state: string | undefined, maxEdits: number): readonly NearCity[] {
    const found: NearCity[] = [];
    const typed = { key: keyOf(words), full: fullKeyOf(words) };
    const speltOut = directionSpeltOut(words);
    for (const other of this.#keysIn(state)) {
      // A misspelt `Saint` is not shortened, and so is near the name in full alone.
      const full = this.#inFull.get(other) ?? other;
      const isFirstWrong = !beginAlike(typed.full, full);
      const inFull = editsWithin(isFirstWrong ? maxEdits - 1 : maxEdits, typed.full, full) + (isFirstWrong ? 1 : 0);
      // `Ft` and `Mt` are a letter apart, and nobody takes one for the other.
      const isAlike = typed.key[0] === other[0] && (typed.key !== typed.full || other !== full);
      const asTyped = isAlike ? Math.min(inFull, editsWithin(maxEdits, typed.key, other)) : inFull;
      const asDirection = speltOut === undefined ? Number.POSITIVE_INFINITY : 1 + editsAfter(speltOut, other, full);
      const isSpeltOut = asDirection < asTyped;
      const edits = Math.min(asTyped, asDirection);
      if (edits > maxEdits) continue;
      const how = { edits, isFirstWrong, isSpeltOut };
      found.push(...this.named(other, state).map((city) => ({ city, ...how })));
    }
    return found.sort((a, b) => a.edits - b.edits || b.city.populationThousands - a.city.populationThousands);
  }

  /** The one city of a state that a misspelt name can only mean: near, and nothing else nearly as near. */
  meant(words: readonly string[], state: string): NamedCity | undefined {
    const key = keyOf(words);
    if (key.length < MIN_KEY) return undefined;
    const most = key.length >= LONG_KEY ? 2 : 1;
    const near = this.close(words, state, most + 1);
    const [best, next] = near;
    if (best === undefined || best.edits > most) return undefined;
    // `Edmond, WA` is Edmonds or Redmond.
    const oneOff = near.filter(({ edits, isFirstWrong }) => edits - (isFirstWrong ? 1 : 0) === 1);
    if (oneOff.length > 1) return undefined;
    // Ashville is elsewhere, and Nashville seldom written so.
    if ((best.isFirstWrong || best.isSpeltOut) && this.named(key).length > 0) return undefined;
    if (this.#isKnownElsewhere(key, best.city) || this.#isClipped(words, best.city)) return undefined;
    if (isOtherDirection(words, wordsOf(best.city.label))) return undefined;
    // A village is seldom what was meant, the less the further away.
    if (best.city.populationThousands < (best.edits > 1 ? MIN_FAR_THOUSANDS : MIN_NEAR_THOUSANDS)) return undefined;
    return next === undefined || next.edits > best.edits + 1 || (best.edits === 1 && next.edits > 1)
      ? best.city
      : undefined;
  }

  /** The keys of the cities of a state, or of all. */
  #keysIn(state: string | undefined): Iterable<string> {
    if (state === undefined) return this.#byKey.keys();
    const known = this.#byState.get(state);
    if (known !== undefined) return known;
    const keys = [...this.#byKey].flatMap(([key, cities]) =>
      cities.some((city) => city.state === state) ? [key] : [],
    );
    this.#byState.set(state, keys);
    return keys;
  }

  /** Whether a name is as it stands that of a larger place than a city nearly of that name: Delhi is not Delphi, IN. */
  #isKnownElsewhere(key: string, { populationThousands }: NamedCity): boolean {
    const [largest] = this.named(key);
    const thousands = Math.max(largest?.populationThousands ?? 0, ZipCodes.open().abroadThousands(key));
    return thousands > populationThousands;
  }

  /** Whether a name is the beginning of a much larger city's in the same state: `Cleve, OH` is perhaps Cleveland. */
  #isClipped(words: readonly string[], { label, state, populationThousands }: NamedCity): boolean {
    const [largest] = this.beginning(words, state);
    return (
      largest !== undefined && largest.label !== label && largest.populationThousands >= CLIPPED * populationThousands
    );
  }
}

/** Whether the first letters are the same, or the first two in the other order. */
function beginAlike(key: string, other: string): boolean {
  return key[0] === other[0] || (key[0] === other[1] && key[1] === other[0]);
}

/** The letters between a name with a direction before it and a city's; infinite where the city's begins otherwise. */
function editsAfter(words: readonly string[], key: string, full: string): number {
  const [direction = "", first = ""] = words;
  return key.startsWith(direction + first.charAt(0))
    ? Math.min(editsBetween(keyOf(words), key), editsBetween(fullKeyOf(words), full))
    : Number.POSITIVE_INFINITY;
}

/** The letters between two keys; infinite where they are surely more than `maxEdits`. */
function editsWithin(maxEdits: number, key: string, other: string): number {
  const cannot = maxEdits < 1 || Math.abs(other.length - key.length) > maxEdits;
  return cannot ? Number.POSITIVE_INFINITY : editsBetween(key, other);
}

/** Whether a city is the military's post: which of the three has a ZIP code depends on the unit, and changes. */
export function isMilitaryPost({ label }: NamedCity): boolean {
  return /^[AFD]PO, A[AEP]$/.test(label);
}

/** The ZIP codes of a city under all its spellings, in order; of the military's post all of its region. */
export function zipsOf(city: NamedCity): readonly string[] {
  const codes = ZipCodes.open();
  const { spellings, state } = city;
  if (isMilitaryPost(city)) return codes.zipsIn(state);
  return [...new Set(spellings.flatMap((spelling) => codes.zipsOf(spelling)))].sort();
}

function largestFirst(a: NamedCity, b: NamedCity): number {
  return b.populationThousands - a.populationThousands;
}

function mergedWith(named: NamedCity | undefined, city: City): NamedCity {
  const { name, state, populationThousands, isPostal } = city;
  if (named === undefined) {
    return {
      label: `${name}, ${state}`,
      state,
      populationThousands,
      isPostal,
      isPartlyPostal: isPostal,
      spellings: [city],
    };
  }
  return {
    ...named,
    populationThousands: Math.max(named.populationThousands, populationThousands),
    isPostal: named.isPostal && isPostal,
    isPartlyPostal: named.isPartlyPostal || isPostal,
    spellings: [...named.spellings, city],
  };
}
