/** Hours of the abbreviations of US zones, each of one offset. An own table: ICU takes AST for Anchorage. */
const ABBREVIATIONS: Readonly<Record<string, string>> = {
  UTC: "+00:00",
  GMT: "+00:00",
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

/** What stands for standard and summer time together. Not `MT`: Arizona, which keeps no summer time, uses it too. */
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

/** Names of US zones other than IANA's, in capitals, to an offset or an IANA name. */
export const US_ZONE_NAMES: ReadonlyMap<string, string> = new Map(
  [ABBREVIATIONS, BOTH_TIMES, WINDOWS, SUMMER].flatMap((names) => Object.entries(names)),
);

const CITIES =
  "Adak Anchorage Atka Boise Chicago Denver Detroit Fort_Wayne Indianapolis Juneau Knox_IN Los_Angeles Louisville " +
  "Menominee Metlakatla New_York Nome Phoenix Puerto_Rico Shiprock Sitka St_Thomas Virgin Yakutat " +
  "Indiana/Indianapolis Indiana/Knox Indiana/Marengo Indiana/Petersburg Indiana/Tell_City Indiana/Vevay " +
  "Indiana/Vincennes Indiana/Winamac Kentucky/Louisville Kentucky/Monticello North_Dakota/Beulah " +
  "North_Dakota/Center North_Dakota/New_Salem";
const ISLANDS =
  "Chuuk Guam Honolulu Johnston Kosrae Kwajalein Majuro Midway Pago_Pago Palau Pohnpei Ponape Saipan Samoa Truk Wake Yap";
const US = "Alaska Aleutian Arizona Central East-Indiana Eastern Hawaii Indiana-Starke Michigan Mountain Pacific Samoa";

/** IANA's names of zones of the United States and its territories, older ones among them, in small letters. */
export const US_IANA_NAMES: ReadonlySet<string> = new Set(
  Object.entries({ america: CITIES, pacific: ISLANDS, us: US }).flatMap(([area, names]) =>
    names.split(" ").map((name) => `${area}/${name.toLowerCase()}`),
  ),
);

/** Zones of other countries that later IANA data keep for a US territory as well, in small letters, by its state code. */
export const US_LINKED_ZONES: ReadonlyMap<string, string> = new Map([
  ["america/port_of_spain", "VI"],
  ["pacific/port_moresby", "FM"],
  ["pacific/guadalcanal", "FM"],
  ["pacific/tarawa", "MH"],
]);
