import { keyOf } from "./city-names.ts";

/** Regions, and parts that many cities have, by key; some are also the name of a small place. */
const REGIONS = new Set(
  (
    "acadiana adirondacks appalachia arklatex bayarea blackhills capecod capitalregion catskills centralvalley " +
    "chicagoland coachellavalley deepsouth delmarva downtown eastbay eastcoast eastend easternshore eastside " +
    "fourcorners frontrange goldcoast greatlakes greatplains gulfcoast hamptonroads hamptons heartland hillcountry " +
    "hudsonvalley imperialvalley inlandempire jerseyshore keys lakecountry lehighvalley littleitaly longisland " +
    "lowcountry midatlantic midtown midwest mohawkvalley napavalley newengland norcal northbay northcountry northeast " +
    "northend northgate northjersey northpark northshore northside northwest nova oldcity oldtown outerbanks ozarks " +
    "pacificnorthwest palouse panhandle permianbasin piedmont poconos pugetsound quadcities researchtriangle " +
    "riogrande riograndevalley rockies rockymountains rustbelt sanfernandovalley sangabrielvalley siliconvalley socal " +
    "south southbay southcoast southeast southend southjersey southland southshore southside southwest spacecoast " +
    "sunbelt tampabay tidewater treasurecoast treasurevalley triad triangle tricities tristate tristatearea " +
    "upperpeninsula uptown valley westcoast westend westside yellowstone"
  ).split(" "),
);

/** Words that make a part of a state of its name: `West Texas` is not West, TX. */
const PART_OF_STATE =
  /^(?:(?:the|central|coastal|downtown|far|lower|mid|middle|rural|upper|upstate|(?:north|south)?(?:east|west)(?:ern)?|(?:north|south)(?:ern)?|[nsew]|[ns][ew])[. -]*)+$/i;

const AREA_BEFORE =
  /^(?:the )?(?:greater|downtown|uptown|midtown|inner|outer|metro|metropolitan|suburban|central|near|around|outside) /i;
const AREA_AFTER = / (?:area|metro|metroplex|metropolitan|region|suburbs?|vicinity)$/i;

/** Whether a key names a region rather than a city. */
export function isRegion(key: string): boolean {
  return REGIONS.has(key.replace(/^the/, ""));
}

/** Whether a name before a state, without a comma, makes a part of the state of it. */
export function isPartOfState(name: string): boolean {
  return PART_OF_STATE.test(name.trim());
}

/** The place whose surroundings a text names: `Boston` of `Greater Boston`; undefined where it names none. */
export function withoutAreaWords(text: string): string | undefined {
  const place = text.replace(AREA_BEFORE, "").replace(AREA_AFTER, "").replace(AREA_AFTER, "");
  return place === text || keyOf(place) === "" ? undefined : place;
}
