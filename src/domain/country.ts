import codes from "i18n-iso-countries/codes.json" with { type: "json" };
import english from "i18n-iso-countries/langs/en.json" with { type: "json" };
import { cleanText } from "./clean.ts";
import { recordOf, textOf } from "./record.ts";

/** The United States, its territories and the states in free association, which share its ZIP codes. */
const US_CODES = new Set("US PR GU VI AS MP UM FM MH PW".split(" "));

let codesByName: ReadonlyMap<string, string> | undefined;

/** The two-letter codes of ISO 3166-1, by every code and English name of a country in lower case. */
function readCountries(): ReadonlyMap<string, string> {
  const names: Readonly<Record<string, string | readonly string[]>> = english.countries;
  // Intl knows further everyday names, such as `Bolivia` and `Vatican City`.
  const regions = new Intl.DisplayNames("en", { type: "region" });
  return new Map(
    codes.flatMap(([code = "", longCode = ""]) =>
      [code, longCode, names[code] ?? [], regions.of(code) ?? []]
        .flat()
        .map((name) => [name.toLowerCase(), code] as const),
    ),
  );
}

/** The two-letter code of a country, from its ISO code or English name: `UK` gives `GB`. Undefined for other texts. */
export function countryCode(text: string): string | undefined {
  codesByName ??= readCountries();
  return codesByName.get(text.trim().toLowerCase());
}

/** Whether ZIPs are the postal codes of the country with this two-letter code. */
export function hasZips(code: string): boolean {
  return US_CODES.has(code);
}

/** The country that a record or an address names, cleaned; undefined unless it is certainly not the US. */
export function foreignCountry(record: unknown): string | undefined {
  const { country, countryCode: sentCode } = recordOf(record) ?? {};
  const sent = textOf(country ?? sentCode);
  // Most records name no country or the US. The table of names is slow to build.
  if (sent === "" || US_CODES.has(sent)) return undefined;
  const name = cleanText(sent, 60);
  const code = countryCode(name);
  return code === undefined || hasZips(code) ? undefined : name;
}
