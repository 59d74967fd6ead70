import type { Query } from "./queries.ts";

/** A city and a ZIP code: silent only where both are one place; what is near is told, what is far is refused. */
export const zipsAndCities: readonly Query[] = [
  // The ZIP code is a neighbour's.
  { typed: "Mesa, AZ 85001", zip: "85001", says: /ZIP 85001, known here as Phoenix, AZ, not as Mesa, AZ/ },
  { typed: "Scottsdale, AZ 85001", zip: "85001", says: /Phoenix, AZ, not as Scottsdale, AZ/ },
  { typed: "Brooklyn, NY 10001", zip: "10001", says: /New York, NY, not as Brooklyn, NY/ },
  { typed: "New York, NY 11201", zip: "11201", says: /Brooklyn, NY, not as New York, NY/ },
  { typed: "Phoenix, AZ 85281", zip: "85281", says: /Tempe, AZ, not as Phoenix, AZ/ },
  { typed: "85001 Mesa, AZ", zip: "85001", says: /not as Mesa, AZ/ },
  { typed: "Mesa 85001", zip: "85001", says: /not as Mesa, AZ/ },
  { typed: "Mesaa AZ 85001", zip: "85001", says: /not as Mesa, AZ/ },
  { typed: "Mesa, Maricopa County, AZ 85001", zip: "85001", says: /not as Mesa, AZ/ },
  { typed: "123 Main St, Mesa, AZ 85001", zip: "85001", says: /not as Mesa, AZ/ },
  { typed: "123 Main St Mesa AZ 85001", zip: "85001", says: /not as Mesa, AZ/ },
  { typed: "100 N Phoenix Mesa AZ 85001", zip: "85001", says: /not as Mesa, AZ/ },
  { typed: "85201 Phoenix, AZ", zip: "85201", says: /Mesa, AZ, not as Phoenix, AZ/ },
  { typed: "Las Vegas, NV 89052", zip: "89052", says: /Henderson, NV, not as Las Vegas, NV/ },
  { typed: "Houston, TX 77494", zip: "77494", says: /Katy, TX, not as Houston, TX/ },
  { typed: "Beverly Hills, CA 90069", zip: "90069", says: /West Hollywood, CA, not as Beverly Hills, CA/ },
  { typed: "Bayamon, PR 00918", zip: "00918", says: /San Juan, PR, not as Bayamon, PR/ },
  // A longer name is not the shorter one in it, and what a place lies in does not stand for it.
  { typed: "North Las Vegas, NV 89101", zip: "89101", says: /Las Vegas, NV, not as North Las Vegas, NV/ },
  { typed: "12 South Main St North Las Vegas NV 89101", zip: "89101", says: /not as North Las Vegas, NV/ },
  { typed: "12 South Main St North Las Vegas NV 89030", zip: "89030" },
  { typed: "East Los Angeles, CA 90012", zip: "90012", says: /not as East Los Angeles, CA/ },
  { typed: "Brooklyn, New York, NY 10001", zip: "10001", says: /not as Brooklyn, NY/ },
  { typed: "Brooklyn New York 10001", zip: "10001", says: /not as Brooklyn, NY/ },
  { typed: "Brooklyn NYC 10001", zip: "10001", says: /not as Brooklyn, NY/ },
  // A quarter that shares its name with a place elsewhere in the state.
  { typed: "Brentwood, CA 90049", zip: "90049", says: /Los Angeles, CA, not as Brentwood, CA/ },
  { typed: "Buckhead, GA 30305", zip: "30305", says: /Atlanta, GA, not as Buckhead, GA/ },
  { typed: "Buckhead, Atlanta, GA 30305", zip: "30305" },
  { typed: "Chelsea, New York, NY 10011", zip: "10011" },
  { typed: "Lincoln Park, Chicago, IL 60614", zip: "60614" },
  { typed: "Downtown Phoenix, AZ 85004", zip: "85004" },
  // A name that nobody here knows, and a ZIP code that nobody does.
  { typed: "Foobarville, AZ 85001", zip: "85001", says: /Phoenix, AZ; the name beside it is not known/ },
  { typed: "Maricopa County, AZ 85001", zip: "85001", says: /the name beside it is not known/ },
  { typed: "123 Main St Foo AZ 85001", zip: "85001", says: /the name beside it is not known/ },
  { typed: "12 Main St, NY 14201", zip: "14201", says: /Buffalo, NY; the name beside it is not known/ },
  { typed: "Foobarville 85001", refused: /what stands beside it is not known there/ },
  { typed: "Dallas, TX 75299", zip: "75299", says: /not known here; for all of the city leave it out/ },
  { typed: "12 Main St, Dallas, TX 75299", zip: "75299", says: /not known here/ },
  { typed: "Phoenix, AZ 85000", zip: "85000", says: /not known here/ },
  { typed: "Texas 75999", zip: "75999" },
  { typed: "Ohio 75999", refused: /perhaps no ZIP code/ },
  { typed: "Columbus, OH 75999", refused: /perhaps no ZIP code/ },
  // Too far, or in another state: one of the two is wrong.
  {
    typed: "Flagstaff AZ 85001",
    refused: /contradicts itself: ZIP 85001 is Phoenix, AZ; write 85001 or Flagstaff, AZ/,
  },
  { typed: "Tuscon AZ 85001", refused: /ZIP 85001 is Phoenix, AZ; write 85001 or Tucson, AZ/ },
  { typed: "New York, NY 14201", refused: /ZIP 14201 is Buffalo, NY; write 14201 or New York, NY/ },
  { typed: "Phoenix AZ 10001", refused: /ZIP 10001 is New York, NY; write 10001 or Phoenix, AZ/ },
  { typed: "APO AP 09892", refused: /ZIP 09892 is FPO, AE; write 09892 or APO, AP/ },
  { typed: "Kansas City, MO 66101", refused: /ZIP 66101 is Kansas City, KS; write 66101 or Kansas City, MO/ },
  { typed: "Washington, DC 98101", refused: /ZIP 98101 is Seattle, WA; write 98101 or Washington, DC/ },
  { typed: "Hollywood, FL 90028", refused: /write 90028 or Hollywood, FL/ },
  { typed: "TX 75201 Houston", refused: /write 75201 or Houston, TX/ },
  { typed: "TX 75201, 100 Main St, Dallas", refused: /perhaps no ZIP code/ },
  { typed: "NJ 10001", refused: /write 10001 or New Jersey/ },
  { typed: "Denver 85001", refused: /write 85001 or Denver, CO/ },
  { typed: "12345 Main St, Phoenix, AZ", refused: /ZIP 12345 is Schenectady, NY; write 12345 or Phoenix, AZ/ },
  { typed: "75001 Paris", refused: /contradicts itself: ZIP 75001 is Addison, TX/ },
  { typed: "28001 Madrid", refused: /what stands beside it is not known there/ },
  // Several places, though one of them needs a state to be read; on a street corner there is only one.
  ...[
    ...["Portland to Salem OR 97301", "Portland and Salem, OR 97301", "from Portland to Salem OR 97301"],
    ...[
      "Portland -> Salem OR 97301",
      "Portland → Salem OR 97301",
      "Portland - Salem OR 97301",
      "Phoenix - Mesa, AZ 85201",
    ],
    ...["Portland vs. Salem, OR 97301", "Portland | Salem OR 97301", "Miami via Orlando FL 32801"],
    ...["LA to Portland OR 97201", "DFW to Austin TX 78701", "Portland, OR to Salem, OR 97301-1234"],
  ].map((typed) => ({ typed, refused: /names several places/ })),
  // Two places one after the other; not where a street's number or words that name no place stand there.
  ...[
    ...["Denver, Salt Lake City UT 84101", "Denver CO Salt Lake City UT 84101", "Denver, CO, Salt Lake City, UT 84101"],
    ...["Denver CO–Salt Lake City UT 84101"],
  ].map((typed) => ({ typed, refused: /ZIP 84101 is Salt Lake City, UT; write 84101 or Denver, CO/ })),
  { typed: "Miami Orlando FL 32801", refused: /ZIP 32801 is Orlando, FL; write 32801 or Miami, FL/ },
  { typed: "Tampa FL, Orlando FL, Miami FL 33101", refused: /ZIP 33101 is Miami, FL; write 33101 or Tampa, FL/ },
  { typed: "Tampa FL Orlando FL Miami FL 33101", refused: /write 33101 or Tampa, FL/ },
  { typed: "Houston, Dallas, Austin, TX 78701", refused: /ZIP 78701 is Austin, TX; write 78701 or Houston, TX/ },
  { typed: "Houston Dallas Austin TX 78701", refused: /write 78701 or Houston, TX/ },
  { typed: "Acme Corp, Houston, Austin, TX 78701", refused: /write 78701 or Houston, TX/ },
  ...["Phoenix 85001 Tucson 85701", "Phoenix, AZ 85001 Tucson, AZ 85701", "Phoenix 85001-1234, Tucson 85701"].map(
    (typed) => ({ typed, refused: /names several places/ }),
  ),
  // A large city of the ZIP code's state, though its name alone would not tell which is meant.
  { typed: "Columbus, Cleveland, OH 44101", refused: /ZIP 44101 is Cleveland, OH; write 44101 or Columbus, OH/ },
  { typed: "Charleston, Columbia SC 29201", refused: /ZIP 29201 is Columbia, SC; write 29201 or Charleston, SC/ },
  { typed: "Rochester, Buffalo, NY 14201", refused: /ZIP 14201 is Buffalo, NY; write 14201 or Rochester, NY/ },
  { typed: "Kansas City, St Louis, MO 63101", refused: /write 63101 or Kansas City, MO/ },
  // The military's post is near no city.
  { typed: "Miami APO AE 09096", refused: /ZIP 09096 is APO, AE; write 09096 or Miami, FL/ },
  // A quarter with the name of large cities elsewhere.
  ...["Riverside, Jacksonville, FL 32204", "Lakewood, Dallas, TX 75214"].map((typed) => ({
    typed,
    zip: typed.slice(-5),
    says: /; the name beside it is not known there/,
  })),
  // Names that differ, and mean the same.
  ...agreeing([
    ...["Paradise Valley, AZ 85253", "Sandy Springs, GA 30328", "Hollywood, CA 90028", "Queens, NY 11375"],
    ...["St. Paul MN 55101", "Saint Louis, MO 63101", "NYC 10001", "Phoneix, AZ 85001", "Phoneix 85001", "AZ 85001"],
    ...["Lakewood, CO 80226", "McLean, VA 22102", "Tysons, VA 22102", "Overland Park, KS 66210", "Waikiki 96815"],
    ...["Flushing, NY 11354", "Jamaica, Queens, NY 11432", "Long Island City, NY 11101", "Staten Island NY 10301"],
    ...["Silver Lake, Los Angeles, CA 90026", "West Hollywood, CA 90069", "Maui 96732", "Philly 19103", "SF 94103"],
    ...["Centennial, CO 80112", "Metairie, LA 70001", "Paradise, NV 89119", "Las Vegas, NV 89119", "Reston VA 20190"],
    ...["Ft. Worth, TX 76102", "Mt. Vernon NY 10550", "N. Las Vegas NV 89030", "St Pete FL 33701"],
    ...["APO AE 09012", "St Thomas VI 00802", "Guam 96910", "Washington 20001", "Washington 98101", "New York 14201"],
    ...["Fort Washington 20744", "Indiana, PA 15701", "Nevada, MO 64772", "5 Main St Louis MO 63101"],
    // Any of the military's three: which of them a code is depends on the unit.
    ...["DPO AA 34034", "DPO, AE 09892", "DPO 34034", "Unit 9 Box 5, FPO, AA 34034", "APO AE 09892"],
    ...["Houston Street, New York, NY 10012", "Via Linda, Scottsdale AZ 85258", "Acme Denver, Salt Lake City UT 84101"],
    ...["3 Denver, Salt Lake City UT 84101", "Charlotte Amalie VI 00802", "Kansas City Kansas 66101"],
    // The state first.
    ...[
      "TX 75201 Dallas",
      "Texas 75201, Dallas",
      "TX, 75201, Dallas",
      "Texas, 75201 Dallas",
      "NY 10001 New York",
      "MO 64101 Kansas City",
    ],
    ...["Salem and Salem, OR 97301", "Phoenix - AZ - 85004", "12 Main St - Springfield, IL 62701"],
    ...[
      "Fremont, Seattle, WA 98103",
      "Washington, Seattle 98101",
      "Richmond, San Francisco, CA 94118",
      "Aurora, Denver, CO 80202",
    ],
    ...["Pasadena, Houston, TX 77002", "Hollywood, Los Angeles, CA 90028", "Phoenix, Tempe, AZ 85281"],
    ...["Denver Ave, Miami FL 33101", "100 Denver Ave, Miami FL 33101", "Dallas Pkwy Plano TX 75024"],
    ...["Buffalo, New York, 14201", "Kansas City, Missouri 64101", "Boulder, WY 82923", "Columbus, GA 31901"],
    ...["Orange, Orange County, CA 92865", "Houston Methodist, Houston, TX 77030", "Ramstein APO AE 09094"],
    ...["Acme Corp 12 E Baseline Rd Tempe Arizona 85283", "12 Broadway New York 10001"],
    ...["TX 75201 Dallas TX", "LA 70112 New Orleans LA", "MN 55401 Minneapolis SE"],
    // In the order of tables of ZIP codes, with the county.
    ...["27601 Raleigh, Wake, NC", "28202 Charlotte, Mecklenburg, NC", "76102 Fort Worth, Tarrant, TX"],
    ...["90210 Beverly Hills, Los Angeles, CA", "33139 Miami Beach, Miami, FL", "92037 La Jolla, San Diego, CA"],
    ...["85001 Phoenix, Maricopa County, AZ", "60614 Lincoln Park, Chicago, IL", "20001 Washington, DC"],
    ...["96910 Hagatna, Guam", "75201, Dallas, TX", "10001 New York, New York", "64106 Kansas City, Missouri, USA"],
  ]),
  // Another place after the ZIP code's city.
  ...[
    ...[
      "85001 Phoenix, Tucson AZ",
      "75201 Dallas, Houston, TX",
      "33101 Miami, Orlando FL",
      "MO 64106 Kansas City, Kansas",
    ],
    ...["94103 San Francisco, Los Angeles, CA", "AZ 85001 Phoenix, Denver, CO", "TX 75201 Dallas, Houston"],
    ...["AZ 85001 Phoenix TX", "TX 75201 Dallas OK", "NY 10001 New York NJ"],
    ...["AZ 85001 Phoenix, Tucson", "CO 80202 Denver, Phoenix, AZ"],
  ].map((typed) => ({ typed, refused: /several places/ })),
];

function agreeing(texts: readonly string[]): readonly Query[] {
  return texts.map((typed) => ({ typed, zip: /\d{5}/.exec(typed)?.[0] ?? "" }));
}
