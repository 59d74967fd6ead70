/** A state, district, territory or military area. */
export interface State {
  /** Two letters, as the post writes it. */
  readonly code: string;
  readonly name: string;
}

/** Code and name, then what print shortens the name to. */
const ROWS = (
  "AA Armed Forces Americas;AE Armed Forces Europe;AK Alaska;AL Alabama|ala;AP Armed Forces Pacific;AR Arkansas|ark;" +
  "AS American Samoa;AZ Arizona|ariz;CA California|calif|cal;CO Colorado|colo;CT Connecticut|conn;" +
  "DC District of Columbia;DE Delaware|del;FL Florida|fla;FM Micronesia|federatedstatesofmicronesia;GA Georgia;GU Guam;" +
  "HI Hawaii;IA Iowa;ID Idaho;IL Illinois|ill;IN Indiana|ind;KS Kansas|kan|kans;KY Kentucky;LA Louisiana;" +
  "MA Massachusetts|mass;MD Maryland;ME Maine;MH Marshall Islands;MI Michigan|mich;MN Minnesota|minn;MO Missouri;" +
  "MP Northern Mariana Islands|cnmi;MS Mississippi|miss;MT Montana|mont;NC North Carolina;ND North Dakota;" +
  "NE Nebraska|neb|nebr;NH New Hampshire;NJ New Jersey;NM New Mexico;NV Nevada|nev;NY New York;OH Ohio;OK Oklahoma|okla;" +
  "OR Oregon|ore;PA Pennsylvania|penn;PR Puerto Rico;PW Palau;RI Rhode Island;SC South Carolina;SD South Dakota;" +
  "TN Tennessee|tenn;TX Texas|tex;UT Utah;VA Virginia;VI Virgin Islands|usvi|usvirginislands;VT Vermont;" +
  "WA Washington|wash;WI Wisconsin|wis|wisc;WV West Virginia|wva;WY Wyoming"
)
  .split(";")
  .map((row) => row.split("|"));

export const STATES: readonly State[] = ROWS.map(([row = ""]) => ({ code: row.slice(0, 2), name: row.slice(3) }));

const byName = new Map<string, State>();
for (const [index, state] of STATES.entries()) {
  for (const name of [state.code, state.name, ...(ROWS[index]?.slice(1) ?? [])]) byName.set(lettersOf(name), state);
}

/** A state as people write it: `TX`, `texas`, `Tex.`, `N. Carolina`, `State of Washington`, `Washington State`. */
export function readState(text: string): State | undefined {
  const name = text
    .trim()
    .toLowerCase()
    .replace(/^(?:all of )?(?:the )?(?:(?:state|commonwealth) of )?/, "")
    .replace(/^(new york|washington) state$/, "$1");
  const inFull = name.replace(/^(?:no?|so?|w)[. ]+(?=[a-z]{4})/, (short) => DIRECTIONS[short[0] ?? ""] ?? short);
  return byName.get(lettersOf(name)) ?? byName.get(lettersOf(inFull));
}

const DIRECTIONS: Readonly<Record<string, string>> = { n: "north", s: "south", w: "west" };

function lettersOf(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\d]/gu, "");
}
