import type { Query } from "./queries.ts";

/** The United States named beside a ZIP code say nothing against it, wherever they stand; another country does. */
export const countriesAndZips: readonly Query[] = [
  ...[
    ...["Phoenix, AZ, USA 85004", "Phoenix AZ USA 85004", "Phoenix AZ U.S.A. 85004", "Phoenix, AZ, U.S. 85004"],
    ...["Phoenix, AZ U S A 85004", "Phoenix (USA) 85004", "Phoenix, USA 85004", "Arizona, USA 85004", "AZ, US 85004"],
    ...["Phoenix, Arizona, United States of America 85004", "PHOENIX, AZ, THE UNITED STATES 85004", "AZ USA 85004"],
    ...["phoenix az usa 85004-1234", "Phoenix, AZ / USA / 85004", "Phoenix, AZ - USA - 85004", "USA AZ 85004"],
    ...["123 Main St, Phoenix, AZ, USA 85004", "123 Main St Phoenix AZ USA 85004", "Phoenix, US-AZ, US 85004"],
    ...["123 Main St, Phoenix, AZ, United States, 85004", "Phoenix, AZ zip 85004", "Phoenix, AZ, USA, ZIP: 85004"],
    ...["Phoenix, AZ, USA ZIP code 85004", "Phoenix, AZ, USA postal code 85004", "USA zip 85004", "zip 85004 USA"],
    ...["USA 85004", "USA, 85004", "US 85004", "US: 85004", "US-85004", "U.S.A. 85004", "United States 85004"],
    ...["85004 USA", "85004, US", "85004 (USA)", "85004 - USA", "85004, United States of America", "85004 US AZ"],
    ...["85004 USA Phoenix AZ", "85004 United States Phoenix, AZ", "85004, USA, Phoenix, Arizona"],
    ...["USA 85004 Phoenix, AZ", "USA, Phoenix, AZ 85004", "US Phoenix AZ 85004"],
    ...["Chicago, IL, United States 60601", "Denver CO US 80202", "Atlanta, GA, USA, 30303", "Boston MA USA 02108"],
    ...["Las Vegas, Nevada, USA 89101", "New York, NY, USA 10001", "San Juan, Puerto Rico, US 00901"],
    // Words that begin like the country and are part of a name.
    ...["Charlotte Amalie, US Virgin Islands 00802", "US Virgin Islands 00802", "US Air Force Academy, CO 80840"],
    ...["U.S. Route 66, Flagstaff, AZ 86001", "US Highway 1, Miami, FL 33101", "Columbus 43215", "Azusa, CA 91702"],
  ].map((typed) => ({ typed, zip: /\d{5}/.exec(typed)?.[0] ?? "" })),
  // What would contradict the ZIP code without the country does so with it.
  { typed: "Mesa, AZ, USA 85004", zip: "85004", says: /Phoenix, AZ, not as Mesa, AZ/ },
  {
    typed: "Denver, CO, USA 85004",
    candidates: ["Denver, CO"],
    refused: /contradicts itself: ZIP 85004 is Phoenix, AZ/,
  },
  { typed: "Azusa 85004", candidates: ["Azusa, CA"], refused: /contradicts itself/ },
  ...["85004 France", "France 85004", "Paris, France 75460", "Phoenix, AZ, Mexico 85004", "USA France 85004"].map(
    (typed) => ({ typed, refused: /what stands beside it is not known there/ }),
  ),
];
