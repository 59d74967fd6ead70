import type { ServiceRecord } from "../api/schema.ts";

/** A field that says which country a record is of. The specification shows none in data, so any such name counts. */
const COUNTRY_FIELD = /country/i;

/** The United States as data write it, and their territories, whose codes stand for countries in ISO 3166-1. */
const US = /^(?:u\.?s\.?(?:a\.?)?|united states(?: of america)?|840|as|fm|gu|mh|mp|pr|pw|um|vi)$/i;

/** Whether a record says that it is of another country: its five digits are a postal code there, not a ZIP (spec 1.1: global data). */
export function isForeign(record: ServiceRecord): boolean {
  return countryOf(record) === "another";
}

/** What a record says of its country, or nothing; one that names two is of another. */
export function countryOf(record: ServiceRecord): "US" | "another" | undefined {
  const said = countriesIn(record, 0);
  return said.includes("another") ? "another" : said[0];
}

/** Looked for in the record and one level below, where an address or a place may stand. */
function countriesIn(value: object, depth: number): ("US" | "another")[] {
  return Object.entries(value).flatMap(([name, member]: [string, unknown]) => {
    if (typeof member === "object" && member !== null) {
      return depth === 0 && !Array.isArray(member) ? countriesIn(member, 1) : [];
    }
    if (!COUNTRY_FIELD.test(name) || (typeof member !== "string" && typeof member !== "number")) return [];
    const country = String(member).trim();
    return country === "" ? [] : [US.test(country) ? "US" : "another"];
  });
}
