/** A state, district, territory or military area. */
export interface State {
  /** Two letters, as the post writes it. */
  readonly code: string;
  readonly name: string;
}

/** Code, name, and what print shortens the name to. */
const LINES = `
AA Armed Forces Americas
AE Armed Forces Europe
AK Alaska
AL Alabama|ala
AP Armed Forces Pacific
AR Arkansas|ark
AS American Samoa
AZ Arizona|ariz
CA California|calif|cal
CO Colorado|colo
CT Connecticut|conn
DC District of Columbia
DE Delaware|del
FL Florida|fla
FM Micronesia|federatedstatesofmicronesia
GA Georgia
GU Guam
HI Hawaii
IA Iowa
ID Idaho
IL Illinois|ill
IN Indiana|ind
KS Kansas|kan|kans
KY Kentucky
LA Louisiana
MA Massachusetts|mass
MD Maryland
ME Maine
MH Marshall Islands
MI Michigan|mich
MN Minnesota|minn
MO Missouri
MP Northern Mariana Islands|cnmi
MS Mississippi|miss
MT Montana|mont
NC North Carolina
ND North Dakota
NE Nebraska|neb|nebr
NH New Hampshire
NJ New Jersey
NM New Mexico
NV Nevada|nev
NY New York
OH Ohio
OK Oklahoma|okla
OR Oregon|ore
PA Pennsylvania|penn
PR Puerto Rico
PW Palau
RI Rhode Island
SC South Carolina
SD South Dakota
TN Tennessee|tenn
TX Texas|tex
UT Utah
VA Virginia
VI Virgin Islands|usvi|usvirginislands
VT Vermont
WA Washington|wash
WI Wisconsin|wis|wisc
WV West Virginia
WY Wyoming
`;

const rows = LINES.trim()
  .split("\n")
  .map((line) => line.split("|"));

export const STATES: readonly State[] = rows.map(([line = ""]) => ({ code: line.slice(0, 2), name: line.slice(3) }));

const byName = new Map<string, State>();
for (const [index, state] of STATES.entries()) {
  for (const name of [state.code, state.name, ...(rows[index]?.slice(1) ?? [])]) byName.set(lettersOf(name), state);
}

/** A state by its code, its name or what print shortens that to: `TX`, `texas`, `Tex.`, `N. Carolina`, `Washington State`. */
export function readState(text: string): State | undefined {
  const plain = text.toLowerCase().replace(/^\s*(?:all of |the )?(?:(?:state|commonwealth) of )?|[ ]state[\s.]*$/g, "");
  const name = plain
    .replace(/^(?:n|no)[. ]+/, "north")
    .replace(/^(?:s|so)[. ]+/, "south")
    .replace(/^w[. ]+/, "west");
  return byName.get(lettersOf(plain)) ?? byName.get(lettersOf(name));
}

function lettersOf(text: string): string {
  return text.toLowerCase().replace(/[^a-z]/g, "");
}
