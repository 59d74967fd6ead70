import english from "i18n-iso-countries/langs/en.json" with { type: "json" };
import { keyOf } from "../../src/places/city-names.ts";
import { STATES } from "../../src/places/states.ts";
import { either } from "../../src/places/suggest.ts";
import { groupBy, type Town } from "./sources.ts";

/**
 * Names of several places, by key, or by key and state. In some states two places share a name, and the post gives it
 * to the lesser known one.
 */
const SEVERAL_MEANINGS: Readonly<Record<string, string>> = {
  "bayview CA": "names several places: it could be in Humboldt County (95564) or in San Francisco (94124); write a ZIP",
  "bellehaven VA":
    "names several places: it could be on the Eastern Shore (23306) or beside Alexandria (22307); write a ZIP",
  "bridgeport IL":
    "names several places: it could be in Lawrence County (62417) or in Chicago (60608, 60609); write a ZIP",
  buckhead:
    "names several places: it could be in Atlanta (30305, 30326, 30327) or in Morgan County (30625); write a ZIP",
  "buckhead GA":
    "names several places: it could be in Morgan County (30625) or in Atlanta (30305, 30326, 30327); write a ZIP",
  carolina: "could be North Carolina; South Carolina or Carolina, PR: write one of them",
  carolinas: "could be North Carolina or South Carolina: write one of them",
  catalina: "could be Avalon, CA or Catalina, AZ: write one of them",
  "chelsea NY":
    "names several places: it could be in Dutchess County (12512) or in Manhattan (10001, 10011); write a ZIP",
  "cherrycreek CO":
    "names several places: it could be in Arapahoe County (80237) or in Denver (80206, 80209); write a ZIP",
  chinatown: "could be Los Angeles, CA; San Francisco, CA; Chinatown, IL or Chinatown, NY: write one of them",
  "chinatown CA": "could be Los Angeles, CA or San Francisco, CA: write one of them",
  dakota: "could be North Dakota or South Dakota: write one of them",
  dakotas: "could be North Dakota or South Dakota: write one of them",
  dallasfortworth: "could be Dallas, TX or Fort Worth, TX: write one of them",
  dfw: "could be Dallas, TX or Fort Worth, TX: write one of them",
  "georgetown GA":
    "names several places: it could be in Quitman County (39854) or beside Savannah (31419); write a ZIP",
  hartsfield: "could be Atlanta, GA or Hartsfield, GA: write one of them",
  "huguenot NY": "names several places: it could be in Orange County (12746) or on Staten Island (10312); write a ZIP",
  ind: "could be Indiana or Indianapolis, IN: write one of them",
  "inwood NY": "names several places: it could be in Nassau County (11096) or in Manhattan (10034); write a ZIP",
  kc: "could be Kansas City, MO or Kansas City, KS: write one of them",
  kona: "could be Kailua Kona, HI or Big Island, HI: write one of them",
  koreatown: "could be Koreatown, CA or Koreatown, NY: write one of them",
  la: "has two meanings: Louisiana is LA among states, Los Angeles, CA is the city; write one of them",
  "lakebutler FL": "names several places: it could be in Union County (32054) or near Orlando (34786); write a ZIP",
  "lakeview NY": "names several places: it could be in Erie County (14085) or on Long Island (11552); write a ZIP",
  "lakewood IL":
    "names several places: it could be in Shelby County (62438) or beside Crystal Lake (60014); write a ZIP",
  "liveoak CA": "names several places: it could be in Sutter County (95953) or beside Santa Cruz (95062); write a ZIP",
  "melrose NY":
    "names several places: it could be in Rensselaer County (12121) or in the Bronx (10451, 10456); write a ZIP",
  "midway FL": "names several places: it could be in Gadsden County (32343) or beside Gulf Breeze (32563); write a ZIP",
  minneapolissaintpaul: "could be Minneapolis, MN or Saint Paul, MN: write one of them",
  "miramonte CA": "names several places: it could be in Fresno County (93641) or in Ojai (93023); write a ZIP",
  mountrainier: "could be Ashford, WA or Mount Rainier, MD: write one of them",
  msp: "could be Minneapolis, MN or Saint Paul, MN: write one of them",
  newyork: "could be New York City; New York, NY or New York State: write one of them",
  "nocatee FL": "names several places: it could be in DeSoto County (34268) or near Jacksonville (32081); write a ZIP",
  oak: "could be Oakland, CA or Oak, NE: write one of them",
  "oakwood OH":
    "names several places: it could be in Paulding County (45873) or beside Dayton (45409, 45419); write a ZIP",
  ord: "could be Chicago, IL or Ord, NE: write one of them",
  pennstate: "could be University Park, PA; State College, PA or Pennsylvania: write one of them",
  "redhook NY": "names several places: it could be in Dutchess County (12571) or in Brooklyn (11231); write a ZIP",
  "riveroaks TX": "names several places: it could be beside Fort Worth (76114) or in Houston (77019); write a ZIP",
  "rosehill VA": "names several places: it could be in Lee County (24281) or beside Alexandria (22310); write a ZIP",
  "shelby MI":
    "names several places: it could be in Oceana County (49455) or Shelby Township (48315, 48316, 48317); write a ZIP",
  "shiloh OH": "names several places: it could be in Richland County (44878) or beside Dayton (45415); write a ZIP",
  "squawvalley CA":
    "names several places: it could be in Fresno County (93675) or at the ski resort (96146); write a ZIP",
  twincities: "could be Minneapolis, MN or Saint Paul, MN: write one of them",
  "twinlakes CO": "names several places: it could be in Lake County (81251) or beside Denver (80221); write a ZIP",
  virginias: "could be Virginia or West Virginia: write one of them",
  "waimea HI": "names several places: it could be on Kauai (96796) or on the island of Hawaii (96743); write a ZIP",
  washington: "could be Washington, DC or Washington State: write one of them",
  "westwood CA": "names several places: it could be in Lassen County (96137) or in Los Angeles (90024); write a ZIP",
  "whitehall PA":
    "names several places: it could be beside Allentown (18052) or beside Pittsburgh (15227, 15236); write a ZIP",
  "woodbury NY":
    "names several places: it could be on Long Island (11797) or in Orange County (10917, 10930); write a ZIP",
  "woodlawn IL": "names several places: it could be in Jefferson County (62898) or in Chicago (60637); write a ZIP",
  "woodlawn VA":
    "names several places: it could be in Carroll County (24381) or beside Alexandria (22309); write a ZIP",
  yosemite: "could be Yosemite National Park, CA or Yosemite, KY: write one of them",
};

/** Regions, and quarters that many cities have, by key. */
const REGIONS =
  "acadiana adirondacks appalachia arklatex bayarea blackhills capecod capitalregion catskills centralvalley " +
  "chicagoland coachellavalley deepsouth delmarva downtown eastbay eastcoast eastend easternshore eastside " +
  "fourcorners frontrange goldcoast greatlakes greatplains gulfcoast hamptonroads hamptons heartland hillcountry " +
  "hudsonvalley imperialvalley inlandempire jerseyshore keys lakecountry lehighvalley littleitaly longisland " +
  "lowcountry midatlantic midtown midwest mohawkvalley napavalley newengland norcal northbay northcountry northeast " +
  "northend northgate northjersey northpark northshore northside northwest nova oldcity oldtown outerbanks ozarks " +
  "pacificnorthwest palouse panhandle permianbasin piedmont poconos pugetsound quadcities researchtriangle riogrande " +
  "riograndevalley rockies rockymountains rustbelt sanfernandovalley sangabrielvalley siliconvalley socal south " +
  "southbay southcoast southeast southend southjersey southland southshore southside southwest spacecoast sunbelt " +
  "tampabay tidewater treasurecoast treasurevalley triad triangle tricities tristate tristatearea upperpeninsula " +
  "uptown valley westcoast westend westside yellowstone";

/** Provinces and cities with an English name abroad, and former or short names of countries, by key. */
const OTHER_NAMES_ABROAD = (
  "alberta angelescity antwerp bombay brunei burma calcutta cologne england hague havre holland korea laos macau " +
  "macedonia madras marseilles moldova newbrunswick newfoundland nuremberg panamacity peking persia rangoon saigon " +
  "saintmartin scotland seville sonora syria vancouver vatican wales yukon"
).split(" ");

/** Countries by key, the United States and its territories excepted. */
const COUNTRIES = Object.entries<string | readonly string[]>(english.countries)
  .filter(([code]) => !"US PR GU VI AS MP UM FM MH PW".includes(code))
  .flatMap(([, names]) => names)
  .map(keyOf);

/** A name means a place abroad with at least this many people, and this many times those of any US namesake. */
const MIN_PEOPLE = 50_000;
const MIN_RATIO = 3;
/** A US city with at least this many ZIPs keeps its name, unless it is that of a country or listed here. */
const WELL_KNOWN_ZIPS = 10;
const MOST_LABELS = 5;

/** The reasons why names are refused, by key. */
export function refusals(): ReadonlyMap<string, string> {
  const regions = REGIONS.split(" ").map((key) => [key, "names a region: name states or cities"] as const);
  return new Map([...regions, ...Object.entries(SEVERAL_MEANINGS)]);
}

/** Names of places abroad, by key, each with the end of its refusal. `cities` are all places of the file. */
export function placesAbroad(
  towns: readonly Town[],
  cities: readonly { readonly name: string; readonly state: string; readonly zips: readonly string[] }[],
): ReadonlyMap<string, string> {
  const byKey = groupBy(cities, ({ name }) => keyOf(name));
  const found = new Map<string, string>();
  const listed = new Set([...COUNTRIES, ...OTHER_NAMES_ABROAD]);
  const taken = new Set([...STATES.map(({ name }) => keyOf(name)), ...refusals().keys()]);
  for (const key of [...listed, ...largerAbroad(towns)].filter((each) => !taken.has(each))) {
    const here = [...(byKey.get(key) ?? [])].sort((a, b) => b.zips.length - a.zips.length);
    const labels = [...new Set(here.map(({ name, state }) => `${name}, ${state}`))].slice(0, MOST_LABELS);
    // Several US namesakes, or one with many ZIPs, come before a place abroad.
    const isUnknownHere = labels.length === 1 && here.every(({ zips }) => zips.length < WELL_KNOWN_ZIPS);
    if (isUnknownHere || listed.has(key)) found.set(key, namesakes(labels));
  }
  return found;
}

/** `. For Canada in Kentucky, write Canada, KY`. */
function namesakes(labels: readonly string[]): string {
  const [only = "", ...others] = labels;
  if (labels.length === 0) return "";
  if (others.length > 0) return `. For a US place of that name, write ${either(labels)}`;
  const state = STATES.find(({ code }) => code === only.slice(-2));
  return `. For ${only.slice(0, -4)} in ${state?.name}, write ${only}`;
}

/** The keys of places abroad that are much larger than every US place of that name. */
function largerAbroad(towns: readonly Town[]): readonly string[] {
  return [...groupBy(towns, ({ key }) => key)].flatMap(([key, namesakes]) => {
    const most = (isHere: boolean): number =>
      Math.max(
        0,
        ...namesakes.filter(({ state }) => (state !== undefined) === isHere).map(({ population }) => population),
      );
    return most(false) >= MIN_PEOPLE && most(false) >= MIN_RATIO * most(true) ? [key] : [];
  });
}
