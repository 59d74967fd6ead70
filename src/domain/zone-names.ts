/** Hours of the abbreviations of US zones, each of one offset. An own table: ICU takes AST for Anchorage. */
const ABBREVIATIONS: Readonly<Record<string, string>> = {
  AST: "-04:00",
  ADT: "-03:00",
  EST: "-05:00",
  EDT: "-04:00",
  CST: "-06:00",
  CDT: "-05:00",
  MST: "-07:00",
  MDT: "-06:00",
  PST: "-08:00",
  PDT: "-07:00",
  AKST: "-09:00",
  AKDT: "-08:00",
  HST: "-10:00",
  HDT: "-09:00",
  SST: "-11:00",
  CHST: "+10:00",
};

/** Names for standard and summer time together. Not `MT`: Arizona, which keeps no summer time, uses it too. */
const BOTH_TIMES: Readonly<Record<string, string>> = {
  ET: "America/New_York",
  CT: "America/Chicago",
  PT: "America/Los_Angeles",
  "EASTERN TIME": "America/New_York",
  "CENTRAL TIME": "America/Chicago",
  "PACIFIC TIME": "America/Los_Angeles",
  // IANA's own, of old.
  EST5EDT: "America/New_York",
  CST6CDT: "America/Chicago",
  MST7MDT: "America/Denver",
  PST8PDT: "America/Los_Angeles",
};

/**
 * Windows names of US zones as CLDR maps them; their `Standard Time` means summer time as well. Those that mean another
 * hour in the United States than in Windows are left out: `Atlantic Standard Time` (Halifax there, Puerto Rico here) and
 * `Samoa Standard Time` (Apia there, Pago Pago here).
 */
const WINDOWS: Readonly<Record<string, string>> = {
  "ALASKAN STANDARD TIME": "America/Anchorage",
  "ALEUTIAN STANDARD TIME": "America/Adak",
  "CENTRAL STANDARD TIME": "America/Chicago",
  "EASTERN STANDARD TIME": "America/New_York",
  "HAWAIIAN STANDARD TIME": "Pacific/Honolulu",
  "MOUNTAIN STANDARD TIME": "America/Denver",
  "PACIFIC STANDARD TIME": "America/Los_Angeles",
  "SA WESTERN STANDARD TIME": "America/Puerto_Rico",
  "US EASTERN STANDARD TIME": "America/Indiana/Indianapolis",
  "US MOUNTAIN STANDARD TIME": "America/Phoenix",
  "WEST PACIFIC STANDARD TIME": "Pacific/Guam",
};

/** Names of summer time alone, each of one offset. */
const SUMMER: Readonly<Record<string, string>> = {
  "ALASKA DAYLIGHT TIME": "-08:00",
  "CENTRAL DAYLIGHT TIME": "-05:00",
  "EASTERN DAYLIGHT TIME": "-04:00",
  "MOUNTAIN DAYLIGHT TIME": "-06:00",
  "PACIFIC DAYLIGHT TIME": "-07:00",
};

/** Abbreviations and short names of US zones, in capitals, to an offset or an IANA name. */
export const US_ABBREVIATIONS: ReadonlyMap<string, string> = new Map(
  [ABBREVIATIONS, BOTH_TIMES, SUMMER].flatMap((names) => Object.entries(names)),
);

/** Windows names of US zones, in capitals, to IANA names. */
export const WINDOWS_ZONES: ReadonlyMap<string, string> = new Map(Object.entries(WINDOWS));
