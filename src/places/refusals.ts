import { citiesWithKey, keyOf } from "./city-names.ts";
import { placeFile } from "./place-file.ts";
import { type NameAndState, readState } from "./states.ts";
import { didYouMean, either, HOW_TO_WRITE } from "./suggest.ts";

const MOST_CHOICES = 5;
/** The file of places adds US namesakes to some. */
const ABROAD = "names a place abroad: only US places are known";

const COUNTY = /\S\s+(?:county|counties|parish|borough)[\s,]*$|^(?:county|parish) of /i;
const PROVINCE =
  /^\s*(?:AB|BC|MB|NB|NL|NS|NT|NU|ON|PE|QC|SK|YT|British Columbia|Manitoba|Nova Scotia|Nunavut|Ontario|Qu[eé]bec|Saskatchewan)\s*$/i;
const BETWEEN_PLACES = /[;/&+|,→]|-+>?| (?:and|or|to|via) /;

/** The refusal of a name that the file of places refuses: `Washington`, `LA`, `Ukraine`. */
export function refusalOf(key: string): string | undefined {
  const { refusals, abroad } = placeFile();
  return abroad.has(key) ? `${ABROAD}${abroad.get(key)}` : refusals.get(key);
}

/** Offers the places that a name may mean. */
export function couldBe(places: readonly { readonly label: string; readonly refusal?: string | undefined }[]): string {
  const labels = places.filter(({ refusal }) => refusal === undefined).map(({ label }) => label);
  const more = labels.length - MOST_CHOICES;
  if (more > 0) {
    const first = either([...labels.slice(0, MOST_CHOICES), `${more} more`]);
    return `could be ${first}: write City, ST; only US places are known`;
  }
  const write = labels.length === 1 ? "its state too" : "one of them";
  return `could be ${either(labels)}: write ${write}; only US places are known`;
}

/** Why a text names no place. `split` is one way to part a name in it from a state. */
export function whyUnknown(text: string, split: NameAndState | undefined, suggests: boolean): string {
  if (endsAbroad(text)) return ABROAD;
  const name = split?.name ?? text;
  if (COUNTY.test(name)) return "is a county: name its cities, ZIP prefixes or the state";
  if (namesSeveral(text)) return "names several places: give each its own entry";
  const advice = suggests ? didYouMean(name, split?.state) : HOW_TO_WRITE;
  if (split !== undefined) return `is not a known place in ${split.state.name}; ${advice}`;
  return `${text.includes(",") ? "does not end in a US state" : "is not a known US place"}; ${advice}`;
}

/** True for `Toronto, ON`: after the comma stands a Canadian province, or a place abroad. */
function endsAbroad(text: string): boolean {
  const [, last = ""] = /,([^,]+)$/.exec(text) ?? [];
  return readState(last) === undefined && (placeFile().abroad.has(keyOf(last)) || PROVINCE.test(last));
}

/** True for several states or cities: `TX, OK`, `Dallas and Houston`. */
function namesSeveral(text: string): boolean {
  const parts = text.split(BETWEEN_PLACES).filter((part) => part.trim() !== "");
  const names = parts.filter((part) => readState(part) === undefined);
  return parts.length > 1 && names.length !== 1 && names.every((name) => citiesWithKey(keyOf(name)).length > 0);
}
