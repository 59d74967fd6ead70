/** Maps short names of US zones, in capitals, to an offset or an IANA name. ICU would take AST for Anchorage. */
export const US_ABBREVIATIONS: ReadonlyMap<string, string> = new Map(
  Object.entries({
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
    // Standard or summer time. `MT` is absent: Arizona uses it too, without summer time.
    ET: "America/New_York",
    CT: "America/Chicago",
    PT: "America/Los_Angeles",
    "EASTERN TIME": "America/New_York",
    "CENTRAL TIME": "America/Chicago",
    "PACIFIC TIME": "America/Los_Angeles",
    // Summer time only.
    "ALASKA DAYLIGHT TIME": "-08:00",
    "CENTRAL DAYLIGHT TIME": "-05:00",
    "EASTERN DAYLIGHT TIME": "-04:00",
    "MOUNTAIN DAYLIGHT TIME": "-06:00",
    "PACIFIC DAYLIGHT TIME": "-07:00",
  }),
);

/**
 * Windows names of US zones, in capitals, mapped as in CLDR. `Standard Time` covers summer time too. The table omits
 * two ambiguous names: `Atlantic` (Halifax or Puerto Rico) and `Samoa Standard Time` (Apia or Pago Pago).
 */
export const WINDOWS_ZONES: ReadonlyMap<string, string> = new Map(
  Object.entries({
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
  }),
);
