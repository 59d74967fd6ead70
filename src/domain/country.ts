import codes from "i18n-iso-countries/codes.json" with { type: "json" };
import english from "i18n-iso-countries/langs/en.json" with { type: "json" };
import { cleanText } from "./clean.ts";
import { recordOf, textOf } from "./record.ts";

/** The United States, its territories and the states in free association, which share its ZIP codes. */
const US_CODES = new Set("US PR GU VI AS MP UM FM MH PW".split(" "));

let codesByName: ReadonlyMap<string, string> | undefined;

/** By every code and English name of a country in lower case. */
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

/** The two-letter code, from any ISO code or English name of a country: `UK` → `GB`. */
export function countryCode(text: string): string | undefined {
  codesByName ??= readCountries();
  return codesByName.get(text.trim().toLowerCase());
}

export function hasZips(code: string): boolean {
  return US_CODES.has(code);
}

/** The country that a record or an address names; undefined unless it is certainly not the US. */
export function foreignCountry(record: unknown): string | undefined {
  const { country, countryCode: sentCode } = recordOf(record) ?? {};
  const sent = textOf(country ?? sentCode);
  // Most records name no country or the US. The table of names is slow to build.
  if (sent === "" || US_CODES.has(sent)) return undefined;
  const name = cleanText(sent, 60);
  const code = countryCode(name);
  return code === undefined || hasZips(code) ? undefined : name;
}

const US_NAME = String.raw`(?:the\s+)?(?:usa|u\.s\.a\.?|us|u\.s\.?|united\s+states(?:\s+of\s+america)?)`;
const US_ALONE = new RegExp(`^(?:${US_NAME}|america)$`, "i");
// Escaped, because no minifier can escape the dashes of a raw text.
const MARKS = String.raw`,;:/\u2013\u2014-`;
const US_AFTER = new RegExp(String.raw`(?:(?<![\s(${MARKS}])[\s(${MARKS}]+${US_NAME}|,\s*america)[\s)${MARKS}]*$`, "i");
const US_BEFORE = new RegExp(String.raw`^\s*(?:${US_NAME}\s*[${MARKS}]\s*|(?:usa|united\s+states)\s+)`, "i");

export function isUs(text: string): boolean {
  return US_ALONE.test(text);
}

/** `Phoenix, AZ (USA)` → `Phoenix, AZ` */
export function withoutUsAfter(text: string): string {
  return text.replace(US_AFTER, "");
}

export function withoutUs(text: string): string {
  return withoutUsAfter(text).replace(US_BEFORE, "");
}

/** `K1A 0B1`, also without its blank or with a hyphen. */
export function holdsCanadianCode(text: string): boolean {
  return /\b[a-z]\d[a-z][ -]?\d[a-z]\d\b/i.test(text);
}
