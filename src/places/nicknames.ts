/**
 * Names that mean one place and no other to whoever uses them, by key; with a state after it only in that state. Nothing
 * that only most people mean: what is in AMBIGUOUS too needs the state.
 */
export const NICKNAMES: Readonly<Record<string, string>> = {
  abq: "Albuquerque, NM",
  hiltonhead: "Hilton Head Island, SC",
  indy: "Indianapolis, IN",
  la: "Los Angeles, CA",
  nola: "New Orleans, LA",
  ny: "New York, NY",
  nyc: "New York City, NY",
  okc: "Oklahoma City, OK",
  philly: "Philadelphia, PA",
  sanfran: "San Francisco, CA",
  sf: "San Francisco, CA",
  slc: "Salt Lake City, UT",
  stpete: "Saint Petersburg, FL",
  vegas: "Las Vegas, NV",
};

/** Names that say one of several things, none of them likely enough: by key, what to write instead. */
export const AMBIGUOUS: Readonly<Record<string, readonly string[]>> = {
  carolina: ["North Carolina", "South Carolina", "Carolina, PR"],
  dakota: ["North Dakota", "South Dakota"],
  kc: ["Kansas City, MO", "Kansas City, KS"],
  la: ["Los Angeles, CA", "Louisiana"],
  newyork: ["New York City", "New York, NY", "New York State"],
  washington: ["Washington, DC", "Washington State"],
};

/** What to know of a place that is read, where it is more than its name: boroughs are counties, and not postal. */
export const REMARKS: Readonly<Record<string, string>> = {
  "Manhattan, NY": "New York, NY in postal names",
  "New York City, NY": "all five boroughs",
  "New York, NY": "Manhattan in postal names; New York City is all five boroughs",
  "Queens, NY": "all of the borough, whatever the postal names",
};
