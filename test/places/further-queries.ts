import type { Query } from "./queries.ts";

/** Places as labels, forms and carriers write them, written down before they were tried. */
export const furtherQueries: readonly Query[] = [
  // With the country, and without a ZIP code.
  { typed: "Phoenix (AZ) USA", place: "Phoenix, AZ", has: "85001", within: "850" },
  { typed: "Phoenix, AZ - USA", place: "Phoenix, AZ", has: "85001", within: "850" },
  { typed: "Miami, FL, U.S.A.", place: "Miami, FL", has: "33101 33130", within: "331 332" },
  { typed: "Denver, Colorado, United States of America", place: "Denver, CO", has: "80202", within: "802" },
  { typed: "Boise, ID (US)", place: "Boise, ID", has: "83702", within: "837" },
  { typed: "Tulsa OK, the USA", place: "Tulsa, OK", has: "74103", within: "741" },
  { typed: "Austin; USA", place: "Austin, TX", has: "78701", within: "733 787" },
  { typed: "Nevada, USA", place: "Nevada", has: "89101 89501", lacks: "85001" },
  { typed: "US-TX", place: "Texas", has: "75201 77001" },
  { typed: "USA", refused: /leave locations out to ask for everywhere/ },
  { typed: "the U.S.A.", refused: /leave locations out to ask for everywhere/ },
  // Names in which the country's letters stand.
  { typed: "Columbus, OH", place: "Columbus, OH", has: "43215", lacks: "31901" },
  { typed: "Augusta, GA", place: "Augusta, GA", has: "30901", lacks: "04330" },
  { typed: "Azusa", place: "Azusa, CA", exactly: "91702" },
  { typed: "Usk, WA", place: "Usk, WA", exactly: "99180" },
  { typed: "Ruskin, FL", place: "Ruskin, FL", has: "33570" },
  { typed: "Zip City, AL 35633", zip: "35633", says: /Florence, AL/ },
  // Directions that are there.
  { typed: "West Chicago, IL", place: "West Chicago, IL", has: "60185", lacks: "60601" },
  { typed: "W. Chicago IL", place: "West Chicago, IL", has: "60185", lacks: "60601" },
  { typed: "East Chicago, IN", place: "East Chicago, IN", has: "46312", lacks: "60601" },
  { typed: "Northwest, DC", refused: /./ },
  { typed: "Southeast Missouri", refused: /region/ },
  { typed: "S. Bend, IN", place: "South Bend, IN", has: "46601", within: "466" },
  { typed: "E St Louis, IL", place: "East Saint Louis, IL", has: "62201", lacks: "63101" },
  { typed: "North Charleston SC", place: "North Charleston, SC", has: "29405", lacks: "29401" },
  { typed: "Northampton, MA", place: "Northampton, MA", has: "01060" },
  { typed: "Newark, NJ", place: "Newark, NJ", has: "07102", lacks: "19711" },
  { typed: "Newrak, NJ", place: "Newark, NJ", has: "07102", says: /read as Newark, NJ/ },
  { typed: "Sweetwater, TX", place: "Sweetwater, TX", exactly: "79556" },
  { typed: "Westminister, CO", place: "Westminster, CO", has: "80031", says: /read as Westminster, CO/ },
  // Names that are known elsewhere, in the state where they are.
  { typed: "Paris, KY", place: "Paris, KY", has: "40361", lacks: "75460" },
  { typed: "London, OH", place: "London, OH", has: "43140" },
  { typed: "Melbourne, FL", place: "Melbourne, FL", has: "32901 32935" },
  { typed: "Athens, GA", place: "Athens, GA", has: "30601", lacks: "45701" },
  { typed: "Birmingham, AL", place: "Birmingham, AL", has: "35203" },
  { typed: "Peoria, IL", place: "Peoria, IL", has: "61602", lacks: "85345" },
  { typed: "Melburne, FL", place: "Melbourne, FL", has: "32901", says: /read as Melbourne, FL/ },
  // Clipped names.
  { typed: "Indianapolis", place: "Indianapolis, IN", has: "46204" },
  { typed: "Indianapoli, IN", place: "Indianapolis, IN", has: "46204", says: /read as Indianapolis, IN/ },
  { typed: "Sacrament, CA", place: "Sacramento, CA", has: "95814", says: /read as Sacramento, CA/ },
  { typed: "Minnea, MN", candidates: ["Minneapolis, MN"], refused: /no place in Minnesota/ },
  { typed: "Roches, NY", candidates: ["Rochester, NY"], refused: /no place in New York/ },
  { typed: "Colorado Spring, CO", place: "Colorado Springs, CO", has: "80903", says: /read as Colorado Springs, CO/ },
  { typed: "Buffal, NY", place: "Buffalo, NY", has: "14202", says: /read as Buffalo, NY/ },
];
