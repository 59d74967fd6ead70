/** The time zones of a state: the main one, and the others with their counties or single ZIPs. */
interface StateZones {
  readonly most: string;
  readonly counties?: Readonly<Record<string, readonly string[]>>;
  readonly zips?: Readonly<Record<string, readonly string[]>>;
}

const EASTERN = "America/New_York";
const CENTRAL = "America/Chicago";
const MOUNTAIN = "America/Denver";
const PACIFIC = "America/Los_Angeles";

/**
 * The boundaries of 49 CFR part 71 by county, and by ZIP where local custom differs: the Navajo Nation keeps summer
 * time and Arizona does not; Phenix City keeps Georgia's time. Written by hand, and compared once with the zone
 * polygons of two packages.
 */
const ZONES: Readonly<Record<string, StateZones>> = {
  AL: {
    most: CENTRAL,
    zips: { [EASTERN]: ["36854", "36863", "36867", "36868", "36869", "36870", "36877"] },
  },
  AK: {
    most: "America/Anchorage",
    counties: {
      "America/Nome": ["Aleutians East", "Aleutians West (CA)", "Kusilvak", "Nome (CA)"],
      "America/Juneau": ["Haines", "Hoonah-Angoon", "Juneau City and Borough", "Skagway"],
      "America/Sitka": [
        "Ketchikan Gateway",
        "Petersburg",
        "Prince of Wales-Hyder",
        "Sitka City and Borough",
        "City and Borough of Wrangell",
      ],
      "America/Yakutat": ["Skagway-Hoonah-Angoon"],
    },
    zips: { "America/Adak": ["99546", "99547"] },
  },
  AS: { most: "Pacific/Pago_Pago" },
  AZ: {
    most: "America/Phoenix",
    zips: {
      [MOUNTAIN]: [
        ...["86016", "86020", "86031", "86033", "86035", "86044", "86045", "86053", "86054", "86503", "86504", "86505"],
        ...["86506", "86507", "86508", "86510", "86511", "86514", "86515", "86520", "86535", "86538", "86540", "86544"],
        ...["86545", "86547", "86556"],
      ],
    },
  },
  AR: { most: CENTRAL },
  CA: { most: PACIFIC },
  CO: { most: MOUNTAIN },
  CT: { most: EASTERN },
  DC: { most: EASTERN },
  DE: { most: EASTERN },
  FL: {
    most: EASTERN,
    counties: {
      [CENTRAL]: [
        ...["Bay", "Calhoun", "Escambia", "Holmes", "Jackson", "Okaloosa", "Santa Rosa", "Walton", "Washington"],
      ],
    },
    zips: { [CENTRAL]: ["32465"] },
  },
  FM: {
    most: "Pacific/Pohnpei",
    zips: { "Pacific/Chuuk": ["96942", "96943"], "Pacific/Kosrae": ["96944"] },
  },
  GA: { most: EASTERN },
  GU: { most: "Pacific/Guam" },
  HI: { most: "Pacific/Honolulu", zips: { "Pacific/Wake": ["96898"] } },
  IA: { most: CENTRAL },
  ID: {
    most: "America/Boise",
    counties: {
      [PACIFIC]: [
        ...["Benewah", "Bonner", "Boundary", "Clearwater", "Idaho", "Kootenai", "Latah", "Lewis", "Nez Perce"],
        "Shoshone",
      ],
    },
    zips: { "America/Boise": ["83542", "83547", "83549", "83671"] },
  },
  IL: { most: CENTRAL },
  IN: {
    most: "America/Indiana/Indianapolis",
    counties: {
      [CENTRAL]: [
        ...["Gibson", "Jasper", "Lake", "LaPorte", "Newton", "Porter", "Posey", "Spencer", "Vanderburgh", "Warrick"],
      ],
      "America/Indiana/Knox": ["Starke"],
      "America/Indiana/Marengo": ["Crawford"],
      "America/Indiana/Petersburg": ["Pike"],
      "America/Indiana/Tell_City": ["Perry"],
      "America/Indiana/Vevay": ["Switzerland"],
      "America/Indiana/Vincennes": ["Daviess", "Dubois", "Knox", "Martin"],
      "America/Indiana/Winamac": ["Pulaski"],
      "America/Kentucky/Louisville": ["Clark", "Floyd", "Harrison"],
      [EASTERN]: ["Dearborn", "Ohio"],
    },
  },
  KS: { most: CENTRAL, counties: { [MOUNTAIN]: ["Greeley", "Hamilton", "Sherman", "Wallace"] } },
  KY: {
    most: EASTERN,
    counties: {
      [CENTRAL]: [
        ...["Adair", "Allen", "Ballard", "Barren", "Breckinridge", "Butler", "Caldwell", "Calloway", "Carlisle"],
        ...["Christian", "Clinton", "Crittenden", "Cumberland", "Daviess", "Edmonson", "Fulton", "Graves", "Grayson"],
        ...["Green", "Hancock", "Hart", "Henderson", "Hickman", "Hopkins", "Livingston", "Logan", "Lyon", "Marshall"],
        ...["McCracken", "McLean", "Metcalfe", "Monroe", "Muhlenberg", "Ohio", "Russell", "Simpson", "Todd", "Trigg"],
        ...["Union", "Warren", "Webster"],
      ],
      "America/Kentucky/Louisville": ["Jefferson"],
      "America/Kentucky/Monticello": ["Wayne"],
    },
  },
  LA: { most: CENTRAL },
  MA: { most: EASTERN },
  MD: { most: EASTERN },
  ME: { most: EASTERN },
  MH: { most: "Pacific/Majuro", zips: { "Pacific/Kwajalein": ["96970"] } },
  MI: {
    most: "America/Detroit",
    counties: { "America/Menominee": ["Dickinson", "Gogebic", "Iron", "Menominee"] },
  },
  MN: { most: CENTRAL },
  MO: { most: CENTRAL },
  MP: { most: "Pacific/Saipan" },
  MS: { most: CENTRAL },
  MT: { most: MOUNTAIN },
  NC: { most: EASTERN },
  ND: {
    most: CENTRAL,
    counties: {
      [MOUNTAIN]: [...["Adams", "Billings", "Bowman", "Dunn", "Golden Valley", "Grant", "Hettinger", "Slope", "Stark"]],
      "America/North_Dakota/Beulah": ["Mercer"],
      "America/North_Dakota/New_Salem": ["Morton"],
      "America/North_Dakota/Center": ["Oliver"],
    },
    zips: { [MOUNTAIN]: ["58634", "58838"] },
  },
  NE: {
    most: CENTRAL,
    counties: {
      [MOUNTAIN]: [
        ...["Arthur", "Banner", "Box Butte", "Chase", "Cheyenne", "Dawes", "Deuel", "Dundy", "Garden", "Grant"],
        ...["Hooker", "Keith", "Kimball", "Morrill", "Perkins", "Scotts Bluff", "Sheridan", "Sioux"],
      ],
    },
    zips: { [MOUNTAIN]: ["69211", "69216", "69218", "69219"] },
  },
  NH: { most: EASTERN },
  NJ: { most: EASTERN },
  NM: { most: MOUNTAIN },
  NV: { most: PACIFIC, zips: { [MOUNTAIN]: ["89883"] } },
  NY: { most: EASTERN },
  OH: { most: EASTERN },
  OK: { most: CENTRAL },
  OR: { most: PACIFIC, counties: { "America/Boise": ["Malheur"] } },
  PA: { most: EASTERN },
  PR: { most: "America/Puerto_Rico" },
  PW: { most: "Pacific/Palau" },
  RI: { most: EASTERN },
  SC: { most: EASTERN },
  SD: {
    most: CENTRAL,
    counties: {
      [MOUNTAIN]: [
        ...["Bennett", "Butte", "Corson", "Custer", "Dewey", "Fall River", "Haakon", "Harding", "Jackson", "Lawrence"],
        ...["Meade", "Oglala Lakota County", "Pennington", "Perkins", "Stanley", "Ziebach"],
      ],
    },
  },
  TN: {
    most: CENTRAL,
    counties: {
      [EASTERN]: [
        ...["Anderson", "Blount", "Bradley", "Campbell", "Carter", "Claiborne", "Cocke", "Grainger", "Greene"],
        ...["Hamblen", "Hamilton", "Hancock", "Hawkins", "Jefferson", "Johnson", "Knox", "Loudon", "McMinn", "Meigs"],
        ...["Monroe", "Morgan", "Polk", "Rhea", "Roane", "Scott", "Sevier", "Sullivan", "Unicoi", "Union"],
        "Washington",
      ],
    },
  },
  TX: { most: CENTRAL, counties: { [MOUNTAIN]: ["El Paso", "Hudspeth"] } },
  UT: { most: MOUNTAIN },
  VA: { most: EASTERN },
  VI: { most: "America/St_Thomas" },
  VT: { most: EASTERN },
  WA: { most: PACIFIC },
  WI: { most: CENTRAL },
  WV: { most: EASTERN },
  WY: { most: MOUNTAIN },
};

/** The IANA time zone of a ZIP in a state's county; empty for military mail, which follows its unit. */
export function zoneAt(state: string, county: string, zip: string): string {
  const zones = ZONES[state];
  if (zones === undefined) return "";
  return zoneWith(zones.zips, zip) ?? zoneWith(zones.counties, county) ?? zones.most;
}

function zoneWith(byZone: StateZones["zips"], entry: string): string | undefined {
  for (const zone in byZone) if (byZone[zone]?.includes(entry)) return zone;
  return undefined;
}
