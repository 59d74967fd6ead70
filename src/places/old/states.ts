import { distance } from "fastest-levenshtein";
import { editsBetween } from "./edits.ts";

/** A state, district, territory or military area. */
export interface State {
  /** Two letters, as the post writes it. */
  readonly code: string;
  readonly name: string;
}

/** Code, name, and how it is abbreviated in print, words without marks. */
const STATES: readonly (readonly [code: string, name: string, abbreviations?: string])[] = [
  ["AA", "Armed Forces Americas"],
  ["AE", "Armed Forces Europe"],
  ["AK", "Alaska"],
  ["AL", "Alabama", "ala"],
  ["AP", "Armed Forces Pacific"],
  ["AR", "Arkansas", "ark"],
  ["AS", "American Samoa"],
  ["AZ", "Arizona", "ariz"],
  ["CA", "California", "calif|cal"],
  ["CO", "Colorado", "colo"],
  ["CT", "Connecticut", "conn"],
  ["DC", "District of Columbia"],
  ["DE", "Delaware", "del"],
  ["FL", "Florida", "fla"],
  ["FM", "Micronesia", "federatedstatesofmicronesia"],
  ["GA", "Georgia"],
  ["GU", "Guam"],
  ["HI", "Hawaii"],
  ["IA", "Iowa"],
  ["ID", "Idaho"],
  ["IL", "Illinois", "ill"],
  ["IN", "Indiana", "ind"],
  ["KS", "Kansas", "kan|kans"],
  ["KY", "Kentucky"],
  ["LA", "Louisiana"],
  ["MA", "Massachusetts", "mass"],
  ["MD", "Maryland"],
  ["ME", "Maine"],
  ["MH", "Marshall Islands"],
  ["MI", "Michigan", "mich"],
  ["MN", "Minnesota", "minn"],
  ["MO", "Missouri"],
  ["MP", "Northern Mariana Islands", "cnmi"],
  ["MS", "Mississippi", "miss"],
  ["MT", "Montana", "mont"],
  ["NC", "North Carolina", "ncar"],
  ["ND", "North Dakota", "ndak"],
  ["NE", "Nebraska", "neb|nebr"],
  ["NH", "New Hampshire"],
  ["NJ", "New Jersey"],
  ["NM", "New Mexico", "nmex"],
  ["NV", "Nevada", "nev"],
  ["NY", "New York", "nyc|nys"],
  ["OH", "Ohio"],
  ["OK", "Oklahoma", "okla"],
  ["OR", "Oregon", "ore|oreg"],
  ["PA", "Pennsylvania", "penn|penna"],
  ["PR", "Puerto Rico"],
  ["PW", "Palau"],
  ["RI", "Rhode Island"],
  ["SC", "South Carolina", "scar"],
  ["SD", "South Dakota", "sdak"],
  ["TN", "Tennessee", "tenn"],
  ["TX", "Texas", "tex"],
  ["UT", "Utah"],
  ["VA", "Virginia"],
  ["VI", "Virgin Islands", "usvirginislands|usvi"],
  ["VT", "Vermont"],
  ["WA", "Washington", "wash"],
  ["WI", "Wisconsin", "wis|wisc"],
  ["WV", "West Virginia", "wva"],
  ["WY", "Wyoming", "wyo"],
];

/** The names of all that are on a map, each as it can be told from a city. */
export const STATE_NAMES: readonly string[] = STATES.filter(([code]) => !["AA", "AE", "AP"].includes(code)).map(
  ([, name]) => (name === "Washington" || name === "New York" ? `${name} State` : name),
);

/** By name or code, small letters without blanks. */
const byName = new Map<string, State>();
const byAbbreviation = new Map<string, State>();
for (const [code, name, abbreviations] of STATES) {
  const state: State = { code, name };
  byName.set(code.toLowerCase(), state);
  byName.set(name.toLowerCase().replaceAll(" ", ""), state);
  for (const abbreviation of abbreviations?.split("|") ?? []) byAbbreviation.set(abbreviation, state);
}

/** `N. Carolina`, `So. Dakota` and `W Virginia`. */
const DIRECTIONS: ReadonlyMap<string, string> = new Map(
  Object.entries({ n: "north", no: "north", s: "south", so: "south", w: "west" }),
);

/** What people put before a state's name that means all of it. */
const WHOLE =
  /^(?:(?:all|whole|entire)(?: of)? )?(?:the )?(?:(?:all|whole|entire) )?(?:(?:state|commonwealth|territory) of )?(?:the )?/;

/** The state that these words stand for after a city's name: code, name or abbreviation. */
export function stateAfterCity(words: readonly string[]): State | undefined {
  const key = words.join("");
  const [first = "", ...rest] = words;
  const direction = DIRECTIONS.get(first);
  const known = byName.get(key) ?? byAbbreviation.get(key);
  return known ?? (direction === undefined ? undefined : byName.get(direction + rest.join("")));
}

/** The state that these words stand for on their own, also `Washington State`, `State of Washington`, `all of Texas`. */
export function stateAlone(words: readonly string[]): State | undefined {
  const [text = ""] = words
    .join(" ")
    .replace(WHOLE, "")
    .split(/ state$/);
  // Where that city is another matter.
  return text === "nyc" ? undefined : stateAfterCity(text.split(" "));
}

/** How far a misspelt state's name may be from the right one, and how long it is at least. */
const MAX_EDITS = 2;
const MIN_CHARS = 5;

/** The one state whose name these words nearly spell. */
export function stateLike(words: readonly string[]): State | undefined {
  const key = words.join("");
  if (key.length < MIN_CHARS) return undefined;
  const near = STATES.filter(([, name]) => distance(key, name.toLowerCase().replaceAll(" ", "")) <= MAX_EDITS);
  const [only] = near;
  return only === undefined || near.length > 1 ? undefined : { code: only[0], name: only[1] };
}

/** How far the names of states may be from words alone, by the number of their letters. */
const LONG_CHARS = 9;
const SHORT_CHARS = 6;
const MIN_CHARS_ALONE = 4;

/** The states whose names these words most nearly spell, where they nearly spell any; of none other than a state's name. */
export function statesLike(words: readonly string[], maxEdits: number = MAX_EDITS + 1): readonly { label: string }[] {
  const key = words.join("");
  if (key.length < MIN_CHARS_ALONE) return [];
  const most = Math.min(maxEdits, key.length < SHORT_CHARS ? 1 : key.length < LONG_CHARS ? MAX_EDITS : MAX_EDITS + 1);
  const near = STATE_NAMES.map((label) => {
    const name = label
      .toLowerCase()
      .replace(/ state$/, "")
      .replaceAll(" ", "");
    return { label, edits: editsBetween(key, name) };
  });
  const fewest = Math.min(...near.map(({ edits }) => edits));
  return fewest > most ? [] : near.filter(({ edits }) => edits === fewest);
}
