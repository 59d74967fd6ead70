/**
 * Names that mean one place and no other to whoever uses them, by key; with a state after it only in that state. Nothing
 * that only most people mean: what is in AMBIGUOUS too needs the state.
 */
export const NICKNAMES: Readonly<Record<string, string>> = {
  abq: "Albuquerque, NM",
  agana: "Hagatna, GU",
  athensclarke: "Athens, GA",
  athensclarkecounty: "Athens, GA",
  atl: "Atlanta, GA",
  augustarichmond: "Augusta, GA",
  augustarichmondcounty: "Augusta, GA",
  buttesilverbow: "Butte, MT",
  cincy: "Cincinnati, OH",
  hiltonhead: "Hilton Head Island, SC",
  indy: "Indianapolis, IN",
  jax: "Jacksonville, FL",
  kck: "Kansas City, KS",
  kcmo: "Kansas City, MO",
  la: "Los Angeles, CA",
  lexingtonfayette: "Lexington, KY",
  louisvillejefferson: "Louisville, KY",
  louisvillejeffersoncounty: "Louisville, KY",
  maconbibb: "Macon, GA",
  maconbibbcounty: "Macon, GA",
  mpls: "Minneapolis, MN",
  nashvilledavidson: "Nashville, TN",
  nola: "New Orleans, LA",
  ny: "New York, NY",
  nyc: "New York City, NY",
  nycity: "New York City, NY",
  okc: "Oklahoma City, OK",
  philly: "Philadelphia, PA",
  phx: "Phoenix, AZ",
  sanbuenaventura: "Ventura, CA",
  sanfran: "San Francisco, CA",
  sf: "San Francisco, CA",
  slc: "Salt Lake City, UT",
  stl: "Saint Louis, MO",
  stpete: "Saint Petersburg, FL",
  tysons: "Tysons Corner, VA",
  urbanhonolulu: "Honolulu, HI",
  vegas: "Las Vegas, NV",
};

/** Names that say one of several things, none of them likely enough: by key, what to write instead. */
export const AMBIGUOUS: Readonly<Record<string, readonly string[]>> = {
  buckhead: ["Atlanta, GA", "Buckhead, GA"],
  carolina: ["North Carolina", "South Carolina", "Carolina, PR"],
  dakota: ["North Dakota", "South Dakota"],
  dfw: ["Dallas, TX", "Fort Worth, TX"],
  dallasftworth: ["Dallas, TX", "Fort Worth, TX"],
  kc: ["Kansas City, MO", "Kansas City, KS"],
  la: ["Los Angeles, CA", "Louisiana"],
  msp: ["Minneapolis, MN", "Saint Paul, MN"],
  newyork: ["New York City", "New York, NY", "New York State"],
  twincities: ["Minneapolis, MN", "Saint Paul, MN"],
  washington: ["Washington, DC", "Washington State"],
};

/** What to know of a place that is read, where it is more than its name: boroughs are counties, and not postal. */
export const REMARKS: Readonly<Record<string, string>> = {
  "Manhattan, NY": "New York, NY in postal names",
  "New York City, NY": "all five boroughs",
  "Nocatee, FL": "the village in DeSoto County; Nocatee near Jacksonville is ZIP 32081",
  "New York, NY": "Manhattan in postal names; New York City is all five boroughs",
  "Shelby, MI": "the village in Oceana County; Shelby Township near Detroit is a place of its own",
  "Queens, NY": "all of the borough, whatever the postal names",
};
