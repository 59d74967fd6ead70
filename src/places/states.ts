import { keyOf } from "./city-names.ts";

/** A US state, district, territory, freely associated state or military mail area. */
export interface State {
  readonly code: string;
  readonly name: string;
}

/** Each row holds a code and a name, then the keys of other spellings. */
const STATE_ROWS = (
  "AA Armed Forces Americas;AE Armed Forces Europe;AK Alaska;AL Alabama|ala;AP Armed Forces Pacific;AR Arkansas|ark;" +
  "AS American Samoa;AZ Arizona|ariz;CA California|calif|cal;CO Colorado|colo;CT Connecticut|conn;" +
  "DC District of Columbia;DE Delaware|del;FL Florida|fla;FM Micronesia|federatedstatesofmicronesia;GA Georgia;GU Guam;" +
  "HI Hawaii;IA Iowa;ID Idaho;IL Illinois|ill;IN Indiana|ind;KS Kansas|kan|kans;KY Kentucky;LA Louisiana;" +
  "MA Massachusetts|mass;MD Maryland;ME Maine;MH Marshall Islands;MI Michigan|mich;MN Minnesota|minn;MO Missouri;" +
  "MP Northern Mariana Islands|cnmi;MS Mississippi|miss;MT Montana|mont;NC North Carolina;ND North Dakota;" +
  "NE Nebraska|neb|nebr;NH New Hampshire;NJ New Jersey;NM New Mexico;NV Nevada|nev;NY New York;OH Ohio;OK Oklahoma|okla;" +
  "OR Oregon|ore;PA Pennsylvania|penn;PR Puerto Rico;PW Palau;RI Rhode Island;SC South Carolina;SD South Dakota;" +
  "TN Tennessee|tenn;TX Texas|tex;UT Utah;VA Virginia;VI Virgin Islands|usvi|usvirginislands;VT Vermont;" +
  "WA Washington|wash;WI Wisconsin|wis|wisc;WV West Virginia|westva;WY Wyoming"
)
  .split(";")
  .map((row) => row.split("|"));

export const STATES: readonly State[] = STATE_ROWS.map(([row = ""]) => ({ code: row.slice(0, 2), name: row.slice(3) }));

/** A state's name, marked with `State` if a large city shares it. */
export function stateLabel({ name }: State): string {
  return ["New York", "Washington"].includes(name) ? `${name} State` : name;
}

/** By code in capitals, and by the key of each name. */
const statesByName = new Map<string, State>();
for (const [index, state] of STATES.entries()) {
  statesByName.set(state.code, state).set(keyOf(state.name), state);
  for (const name of STATE_ROWS[index]?.slice(1) ?? []) statesByName.set(name, state);
}

/** A state as people write it: `TX`, `texas`, `Tex.`, `N. Carolina`, `State of Washington`, `Washington State`. */
export function readState(text: string): State | undefined {
  const written = statesByName.get(text);
  if (written !== undefined) return written;
  const code = text.replace(/[^\p{L}\d]/gu, "").toUpperCase();
  const name = text
    .trim()
    .replace(/^(?:all of )?(?:the )?(?:(?:state|commonwealth) of )?/i, "")
    .replace(/^(new york|washington) state$/i, "$1");
  return statesByName.get(code) ?? statesByName.get(keyOf(name));
}

export interface NameAndState {
  readonly name: string;
  readonly state: State;
}

/** Every way to split a text before a state of one to four words. The first word belongs to the name. */
export function namesWithState(text: string): readonly NameAndState[] {
  const words = [...text.matchAll(/[\p{L}\p{M}'’.]+/gu)].slice(1).slice(-4);
  return words.flatMap(({ index }) => {
    const state = readState(text.slice(index));
    return state === undefined ? [] : [{ name: text.slice(0, index), state }];
  });
}
