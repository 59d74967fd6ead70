import { editsBetween } from "./edits.ts";
import { keyOf, wordsOf } from "./place-name.ts";
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

/** How far a misspelt name may be from the right one: longer names bear more. */
const LONG_KEY = 7;
const MIN_KEY = 4;
const MIN_FAR_THOUSANDS = 10;
const MIN_NEAR_THOUSANDS = 2;

/** The names of all cities, by their keys. Made at the first question about a name, once. */
export class CityNames {
  static #made: CityNames | undefined;

  readonly #byKey = new Map<string, City[]>();

  private constructor(cities: readonly City[]) {
    for (const city of cities) {
      const key = keyOf(wordsOf(city.name));
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

  /** Cities whose names begin with this key, the largest first. */
  beginning(key: string, state?: string): readonly NamedCity[] {
    const keys = [...this.#byKey.keys()].filter((other) => other.startsWith(key));
    return keys.flatMap((other) => this.named(other, state)).sort(largestFirst);
  }

  /** Cities whose names are nearly this key, the nearest first, then the largest; `edits` counts the letters between. */
  close(
    key: string,
    state: string | undefined,
    maxEdits: number,
  ): { readonly city: NamedCity; readonly edits: number }[] {
    const found: { city: NamedCity; edits: number }[] = [];
    for (const [other, cities] of this.#byKey) {
      if (Math.abs(other.length - key.length) > maxEdits || other[0] !== key[0]) continue;
      if (state !== undefined && cities.every((city) => city.state !== state)) continue;
      const edits = editsBetween(key, other);
      if (edits <= maxEdits) found.push(...this.named(other, state).map((city) => ({ city, edits })));
    }
    return found.sort((a, b) => a.edits - b.edits || b.city.populationThousands - a.city.populationThousands);
  }

  /** The one city of a state that a misspelt key can only mean: near, and nothing else nearly as near. */
  meant(key: string, state: string): NamedCity | undefined {
    if (key.length < MIN_KEY) return undefined;
    const most = key.length >= LONG_KEY ? 2 : 1;
    const [best, next] = this.close(key, state, most + 1);
    if (best === undefined || best.edits > most) return undefined;
    // A village is seldom what was meant, the less the further away.
    if (best.city.populationThousands < (best.edits > 1 ? MIN_FAR_THOUSANDS : MIN_NEAR_THOUSANDS)) return undefined;
    return next === undefined || next.edits > best.edits + 1 || (best.edits === 1 && next.edits > 1)
      ? best.city
      : undefined;
  }
}

/** The ZIP codes of a city under all its spellings, in order. */
export function zipsOf({ spellings }: NamedCity): readonly string[] {
  const codes = ZipCodes.open();
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
