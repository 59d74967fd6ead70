import { didYouMean } from "./candidates.ts";
import type { NamedCity } from "./city-names.ts";
import { type Remark, readAs } from "./remark.ts";

/** A name with a word that says what kind of place it is: `City of Phoenix`, `Greenwich Village`, `Edison Township`. */
export interface OfKind {
  readonly name: readonly string[];
  readonly kind: string;
  readonly isBefore: boolean;
}

const BEFORE = /^(city and county|city|town|village|borough|island|municipality|township|twp) of /;
const AFTER = / (?:charter )?(city|town|village|township|twp)$/;

/** Where a town is part of a county, and mostly larger than the place at whose post office its name is. */
const TOWNS_ARE_AREAS = ["NY", "WI"];

/** Where a town is what a city is elsewhere, and is called one after its name. */
const NEW_ENGLAND = ["CT", "MA", "ME", "NH", "RI", "VT"];

/** Townships that are the only one of their name in their state, and the place of that name at the post. */
const TOWNSHIPS = new Set(
  [
    ...["Belleville", "Bloomfield", "Brick", "Bridgewater", "Cherry Hill", "Cranford", "Edison", "Hillsborough"],
    ...["Howell", "Irvington", "Jackson", "Lakewood", "Livingston", "Mahwah", "Manalapan", "Maplewood", "Marlboro"],
    ...["Millburn", "Montclair", "Mount Laurel", "North Brunswick", "Nutley", "Old Bridge", "Pennsauken", "Piscataway"],
    ...["Teaneck", "Toms River", "Voorhees", "Wayne", "West Orange", "Willingboro"],
  ]
    .map((name) => `${name}, NJ`)
    .concat("Bensalem, PA", "Canton, MI", "Lower Merion, PA", "Redford, MI", "Upper Darby, PA", "Waterford, MI")
    .concat("West Chester, OH"),
);

/** How large a place is at least that may be called a city after its name, with its state and without. */
const MIN_CITY_THOUSANDS = 20;
const MIN_CITY_ALONE_THOUSANDS = 100;

/** A name's word for its kind taken off, where it has one. */
export function withoutKind(words: readonly string[]): OfKind | undefined {
  const text = words.join(" ");
  const [before, kindBefore] = BEFORE.exec(text) ?? [];
  const [after, kindAfter] = AFTER.exec(text) ?? [];
  const kind = kindBefore ?? kindAfter;
  if (kind === undefined) return undefined;
  const isBefore = before !== undefined;
  const name = isBefore ? text.slice(before.length) : text.slice(0, -(after ?? "").length);
  return { name: name.split(" "), kind: kind === "twp" ? "township" : kind, isBefore };
}

/**
 * What to say where a city is answered for a name with a word of its kind; or, where that name is perhaps another place's,
 * why it is not.
 */
export function remarkOnKind(
  { kind, isBefore }: OfKind,
  city: NamedCity,
  hasState: boolean,
): { readonly how: Remark } | { readonly refusal: string } {
  const how = readAs(city, `without the word ${kind}`);
  const { label, state, populationThousands } = city;
  if (kind === "township") {
    const refusal = `is a township not known here, perhaps far from places of its name${didYouMean([city])}`;
    return TOWNSHIPS.has(label) ? { how } : { refusal };
  }
  if (kind === "town" && isBefore) {
    const refusal = `is a town, larger than the place of its name or elsewhere${didYouMean([city])}`;
    return TOWNS_ARE_AREAS.includes(state) ? { refusal } : { how };
  }
  const isCity =
    kind === "city" &&
    (state === "VA" || populationThousands >= (hasState ? MIN_CITY_THOUSANDS : MIN_CITY_ALONE_THOUSANDS));
  if (isBefore || isCity || (kind === "town" && NEW_ENGLAND.includes(state))) return { how };
  return { refusal: `is perhaps another place than the one without the word ${kind}${didYouMean([city])}` };
}
