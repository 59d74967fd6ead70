import { cleanText } from "./clean.ts";
import { recordOf, textOf } from "./record.ts";

/** The United States, its territories and the states in free association, which share its ZIP codes. */
const US_CODES = new Set("US PR GU VI AS MP UM FM MH PW USA PRI GUM VIR ASM MNP UMI FSM MHL PLW".split(" "));

let namesToCodes: ReadonlyMap<string, string> | undefined;

/** Two-letter region codes, by English name and by the code itself, both in lower case. */
function countryNames(): ReadonlyMap<string, string> {
  if (namesToCodes !== undefined) return namesToCodes;
  const names = new Intl.DisplayNames("en", { type: "region", fallback: "none" });
  const letters = Array.from({ length: 26 }, (_, index) => String.fromCharCode(65 + index));
  const codes = letters.flatMap((first) => letters.map((second) => first + second));
  const known = codes.filter((code) => names.of(code) !== undefined);
  namesToCodes = new Map(
    known.flatMap((code) => [code, names.of(code) ?? ""].map((name) => [name.toLowerCase(), code] as const)),
  );
  return namesToCodes;
}

/** The two-letter code of a country, from its code or English name; `USA` gives `US`. Undefined for other texts. */
export function countryCode(text: string): string | undefined {
  const name = text.trim().toLowerCase();
  return name === "usa" ? "US" : countryNames().get(name);
}

/** The country that a record or an address names, cleaned; undefined unless it is certainly not the US. */
export function foreignCountry(record: unknown): string | undefined {
  const { country, countryCode: code } = recordOf(record) ?? {};
  const name = cleanText(textOf(country ?? code), 60);
  // Most records name no country or a US code. The table of names is slow to build.
  if (name === "" || US_CODES.has(name)) return undefined;
  const known = countryNames().get(name.toLowerCase()) ?? (/^[A-Z]{3}$/.test(name) ? name : undefined);
  return known === undefined || US_CODES.has(known) ? undefined : name;
}
