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
  // With the letter of a direction glued to the name: either city may be meant.
  { typed: "NCharleston SC", candidates: ["mean North Charleston, SC or Charleston, SC"], refused: /no place in/ },
  { typed: "NLas Vegas NV", candidates: ["mean North Las Vegas, NV or Las Vegas, NV"], refused: /no place in Nevada/ },
  { typed: "N.L as Vegas, NV", candidates: ["North Las Vegas, NV or Las Vegas, NV"], refused: /no place in Nevada/ },
  { typed: "N.S alem, NH", candidates: ["North Salem, NH"], refused: /no place in New Hampshire/ },
  { typed: "NLas Vgas NV", candidates: ["North Las Vegas, NV", "Las Vegas, NV"], refused: /no place in Nevada/ },
  { typed: "SPasadena, CA", candidates: ["mean South Pasadena, CA or Pasadena, CA"], refused: /no place in Calif/ },
  {
    typed: "NMiami Beach FL",
    candidates: ["North Miami Beach, FL", "Miami Beach, FL"],
    refused: /no place in Florida/,
  },
  { typed: "SPortland ME", candidates: ["mean South Portland, ME or Portland, ME"], refused: /no place in Maine/ },
  { typed: "NLittle Rock AR", candidates: ["North Little Rock, AR or Little Rock, AR"], refused: /no place in Ark/ },
  { typed: "SMilwaukee WI", candidates: ["mean South Milwaukee, WI or Milwaukee, WI"], refused: /no place in Wis/ },
  { typed: "NHollywood CA", candidates: ["North Hollywood, CA", "Hollywood, CA"], refused: /no place in California/ },
  { typed: "SSan Francisco CA", candidates: ["South San Francisco, CA", "San Francisco, CA"], refused: /no place in/ },
  { typed: "NAttleboro MA", candidates: ["North Attleboro, MA or Attleboro, MA"], refused: /no place in Mass/ },
  { typed: "WSaint Paul, MN", candidates: ["West Saint Paul, MN", "Saint Paul, MN"], refused: /no place in Minnesota/ },
  { typed: "EProvidence RI", candidates: ["East Providence, RI", "Providence, RI"], refused: /no place in Rhode/ },
  { typed: "NOlmsted, OH", place: "North Olmsted, OH", exactly: "44070", says: /read as North Olmsted, OH/ },
  // Wallis is a town elsewhere.
  { typed: "Wallis, WI", candidates: ["West Allis, WI"], refused: /no place in Wisconsin/ },
  // With the state of another.
  { typed: "Minneapolis MI", candidates: ["Minneapolis, MN"], refused: /no place in Michigan/ },
  { typed: "Las Vegas, AZ", candidates: ["Las Vegas, NV"], refused: /no place in Arizona/ },
  { typed: "Chicago, IN", candidates: ["Chicago, IL", "Cicero, IN"], refused: /no place in Indiana/ },
  { typed: "Aspen, UT", refused: /no place in Utah/ },
  // Of a state's name that is no town there.
  { typed: "Georgia, VT", refused: /^is no place in Vermont that is known here; two states need an entry each/ },
  { typed: "Texas, MD", refused: /^is no place in Maryland/ },
  { typed: "Washington, OR", refused: /^is no place in Oregon/ },
  { typed: "Michigan, IN", candidates: ["Michigan City, IN"], refused: /no place in Indiana/ },
];
