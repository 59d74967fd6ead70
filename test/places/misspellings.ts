import type { Query } from "./queries.ts";

/** Places misspelt as people do, with their states, and what looks like it and is none. */
export const misspellings: readonly Query[] = [
  // In words that are often shortened.
  { typed: "Grand Juncton, CO", place: "Grand Junction, CO", has: "81501", says: /read as Grand Junction, CO/ },
  { typed: "Apache Junctin, AZ", place: "Apache Junction, AZ", has: "85120", says: /read as/ },
  { typed: "Sterling Hieghts, MI", place: "Sterling Heights, MI", has: "48310", says: /read as/ },
  { typed: "Sterling Heigts, MI", place: "Sterling Heights, MI", has: "48310", says: /read as/ },
  { typed: "Arlington Hieghts IL", place: "Arlington Heights, IL", has: "60004", says: /read as/ },
  { typed: "Cleveland Heigths OH", place: "Cleveland Heights, OH", has: "44118", says: /read as/ },
  { typed: "Siant Louis, MO", place: "Saint Louis, MO", has: "63101", within: "631", says: /read as Saint Louis, MO/ },
  { typed: "St Luois MO", place: "Saint Louis, MO", has: "63101", within: "631", says: /read as Saint Louis, MO/ },
  { typed: "Sanit Paul, MN", place: "Saint Paul, MN", has: "55101", within: "551", says: /read as/ },
  { typed: "Colorado Sprigns, CO", place: "Colorado Springs, CO", has: "80903", says: /read as/ },
  { typed: "Palm Sprigns, CA", place: "Palm Springs, CA", has: "92262", says: /read as/ },
  { typed: "Moutn Pleasant, SC", place: "Mount Pleasant, SC", exactly: "29464 29465 29466", says: /read as/ },
  { typed: "Forth Worth, TX", place: "Fort Worth, TX", has: "76102", within: "761", says: /read as Fort Worth, TX/ },
  { typed: "Ft Wort TX", place: "Fort Worth, TX", has: "76102", within: "761", says: /read as Fort Worth, TX/ },
  { typed: "Minot Air Froce Base, ND", place: "Minot Afb, ND", exactly: "58704 58705", says: /read as/ },
  { typed: "Ft Vernon, NY", refused: /no place in New York/ },
  { typed: "Grand Juncton", candidates: ["Grand Junction, CO"] },
  { typed: "Grand Junc", candidates: ["Grand Junction, CO"] },
  // That end in what also shortens a state's name.
  { typed: "Rocky Mont, NC", place: "Rocky Mount, NC", has: "27804", says: /read as Rocky Mount, NC/ },
  { typed: "Rcky Mt, NC", place: "Rocky Mount, NC", has: "27804", says: /read as Rocky Mount, NC/ },
  { typed: "The Woodlandss, TX", place: "The Woodlands, TX", has: "77380", says: /read as The Woodlands, TX/ },
  { typed: "the Phoneix area", refused: /names a region/ },
  // In the first letter.
  { typed: "Hpoenix, AZ", place: "Phoenix, AZ", has: "85001", within: "850", says: /read as Phoenix, AZ/ },
  { typed: "Ewst Haven, CT", candidates: ["East Haven, CT", "West Haven, CT"], refused: /no place in Connecticut/ },
  { typed: "Edmond, WA", candidates: ["Edmonds, WA", "Redmond, WA"], refused: /no place in Washington/ },
  { typed: "Lano, TX", candidates: ["Plano, TX", "Llano, TX"], refused: /no place in Texas/ },
  { typed: "Ballas, TX", candidates: ["Dallas, TX"], refused: /no place in Texas/ },
  { typed: "Ashville, TN", candidates: ["Nashville, TN"], refused: /no place in Tennessee/ },
  // Of a state's name that is no town there.
  { typed: "Georgia, VT", refused: /^is no place in Vermont that is known here; two states need an entry each/ },
  { typed: "Texas, MD", refused: /^is no place in Maryland/ },
  { typed: "Washington, OR", refused: /^is no place in Oregon/ },
  { typed: "Michigan, IN", candidates: ["Michigan City, IN"], refused: /no place in Indiana/ },
];
