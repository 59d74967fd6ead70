import type { NameAndState } from "./name-and-state.ts";

/** Words before a state's name that make a region of it. */
const PARTS = new Set(
  (
    "central coastal downtown east eastern far lower mid middle north northeast northeastern northern northwest " +
    "northwestern rural south southeast southeastern southern southwest southwestern upper upstate west western " +
    "e n ne no nw s se so sw w"
  ).split(" "),
);

/** Words before a city's name that mean its surroundings, or a part of it. */
const BEFORE = new Set(
  "around central downtown greater inner metro metropolitan midtown near outer outside suburban the uptown".split(" "),
);

/** Words after a city's name that widen it. */
const AFTER = new Set(["area", "metro", "metroplex", "metropolitan", "region", "suburb", "suburbs", "vicinity"]);

/** Regions, and parts that many cities have, by key; some are also the name of a small place. */
const REGIONS = new Set(
  (
    "acadiana adirondacks appalachia arklatex bayarea blackhills capecod capitalregion catskills " +
    "centralvalley chicagoland coachellavalley deepsouth delmarva downtown eastbay eastcoast eastend easternshore " +
    "eastside fourcorners goldcoast greatlakes greatplains gulfcoast hamptonroads hamptons heartland hillcountry " +
    "hudsonvalley imperialvalley inlandempire jerseyshore keys lakecountry lehighvalley littleitaly " +
    "longisland lowcountry midatlantic midtown midwest mohawkvalley napavalley newengland norcal northbay " +
    "northcountry northeast northend northgate northjersey northpark northshore northside northwest nova oldcity " +
    "oldtown outerbanks ozarks pacificnorthwest palouse panhandle permianbasin piedmont poconos quadcities " +
    "researchtriangle riogrande riograndevalley rockies rustbelt sanfernandovalley sangabrielvalley siliconvalley " +
    "socal south southbay southcoast southeast southend southjersey southland southshore southside southwest " +
    "spacecoast sunbelt tampabay tidewater treasurecoast treasurevalley triad triangle tricities tristate " +
    "tristatearea upperpeninsula uptown valley westcoast westend westside yellowstone"
  ).split(" "),
);

/** Countries, provinces and cities with an English name abroad, by key, whose name some place of the United States has, few of them larger. */
const ABROAD = new Set(
  (
    "alberta angelescity angola anguilla antwerp belgium bolivia bombay brazil calcutta canada china cologne cuba " +
    "denmark egypt england finland gibraltar greece greenland grenada guernsey hague havre holland ireland italy " +
    "jamaica jersey jordan lebanon macedonia madras malta marseilles mexico morocco newbrunswick newfoundland " +
    "norway nuremberg palestine panama panamacity peking persia peru poland rangoon russia saigon samoa sanmarino scotland " +
    "seville sonora sthelena stmartin sudan syria turkey wales yukon"
  ).split(" "),
);

/** Whether a key, with no state after it, names a region rather than a city. */
export function isRegion(key: string): boolean {
  return REGIONS.has(key);
}

/** Whether a key, with no state after it, names a country or province. */
export function isCountry(key: string): boolean {
  return ABROAD.has(key);
}

/** Whether words are a part of a state, with no comma between: `West Texas` is not West, TX. */
export function isPartOfState({ name, state }: NameAndState): boolean {
  return state !== undefined && name.length > 0 && name.every((word) => PARTS.has(word));
}

/** The city whose surroundings words name: `Greater Boston`, `Phoenix metro area`; undefined where they name none. */
export function cityOfArea(words: readonly string[]): readonly string[] | undefined {
  const last = words.findLastIndex((word) => !AFTER.has(word));
  const first = words.findIndex((word) => !BEFORE.has(word));
  const city = first < 0 ? [] : words.slice(first, last + 1);
  // `The Woodlands` is no area around Woodlands.
  const around = words.length - city.length - (words[0] === "the" ? 1 : 0);
  return city.length === 0 || around === 0 ? undefined : city;
}
