/**
 * Places as people type them, with what they should be read as: written down from general knowledge of the United
 * States and its ZIP codes, not from the index.
 */
export interface Query {
  readonly typed: string;
  /** The place that is meant. */
  readonly place?: string;
  /** ZIP codes that are in it, and ones near or alike that are not. */
  readonly has?: string;
  readonly lacks?: string;
  /** Beginnings, one of which each of its ZIP codes has. */
  readonly within?: string;
  /** All of its ZIP codes. */
  readonly exactly?: string;
  /** What the answer has to say about how it was read. */
  readonly says?: RegExp;
  /** The ZIP code that is meant. */
  readonly zip?: string;
  /** What a refusal offers, or says. */
  readonly candidates?: readonly string[];
  readonly refused?: RegExp;
}

export const queries: readonly Query[] = [
  // Cities with their states.
  { typed: "Phoenix, AZ", place: "Phoenix, AZ", has: "85001 85021 85044", lacks: "85201 85281", within: "850" },
  { typed: "phoenix az", place: "Phoenix, AZ", has: "85001 85021", lacks: "85201 85281", within: "850" },
  { typed: "Phoenix Arizona", place: "Phoenix, AZ", has: "85001 85021", lacks: "85201", within: "850" },
  { typed: "PHOENIX , ARIZ.", place: "Phoenix, AZ", has: "85001 85021", lacks: "85201", within: "850" },
  { typed: "Phoenix, AZ, USA", place: "Phoenix, AZ", has: "85001", lacks: "85201", within: "850" },
  { typed: "Saint Louis, MO", place: "Saint Louis, MO", has: "63101 63118", lacks: "48880 62201", within: "631" },
  { typed: "St Louis MO", place: "Saint Louis, MO", has: "63101 63118", lacks: "48880 62201", within: "631" },
  { typed: "Ft. Worth TX", place: "Fort Worth, TX", has: "76102 76107", lacks: "75201", within: "761" },
  { typed: "Mt Pleasant SC", place: "Mount Pleasant, SC", exactly: "29464 29465 29466" },
  { typed: "Winston Salem NC", place: "Winston-Salem, NC", has: "27101 27103", lacks: "27401", within: "271" },
  { typed: "Winston-Salem, North Carolina", place: "Winston-Salem, NC", has: "27101 27103", within: "271" },
  { typed: "Coeur d'Alene ID", place: "Coeur d'Alene, ID", exactly: "83814 83815 83816" },
  { typed: "coeur d’alene, idaho", place: "Coeur d'Alene, ID", exactly: "83814 83815 83816" },
  { typed: "La Cañada Flintridge", place: "La Canada Flintridge, CA", exactly: "91011 91012" },
  { typed: "Carmel-by-the-Sea", place: "Carmel By The Sea, CA", has: "93921", within: "939" },
  { typed: "DeKalb IL", place: "Dekalb, IL", exactly: "60115" },
  { typed: "O'Fallon, MO", place: "O Fallon, MO", has: "63366 63368", lacks: "62269", within: "633" },
  { typed: "Kansas City, Kansas", place: "Kansas City, KS", has: "66101 66102", lacks: "64101", within: "661" },
  { typed: "Washington DC", place: "Washington, DC", has: "20001 20500", lacks: "98101 22201", within: "20 569" },
  { typed: "Washington, D.C.", place: "Washington, DC", has: "20001 20500", lacks: "98101 22201", within: "20 569" },
  { typed: "North Las Vegas", place: "North Las Vegas, NV", has: "89030 89031", lacks: "89101", within: "890" },
  { typed: "N. Las Vegas, NV", place: "North Las Vegas, NV", has: "89030 89031", lacks: "89101", within: "890" },
  { typed: "Paris, TX", place: "Paris, TX", exactly: "75460 75461 75462" },
  { typed: "Mississippi State, MS", place: "Mississippi State, MS", exactly: "39762" },
  { typed: "Delaware, Ohio", place: "Delaware, OH", exactly: "43015" },
  { typed: "Sault Ste. Marie, MI", place: "Sault Sainte Marie, MI", exactly: "49783" },
  { typed: "McAllen TX", place: "Mcallen, TX", has: "78501 78504", within: "785" },
  // Municipalities that the post knows by another name.
  {
    typed: "Lakewood, CO",
    place: "Lakewood, CO",
    has: "80226 80214 80232",
    lacks: "80202 08701",
    says: /no postal city/,
  },
  {
    typed: "Miramar, FL",
    place: "Miramar, FL",
    has: "33025 33027 33029",
    lacks: "33101 32550",
    says: /no postal city/,
  },
  {
    typed: "Bloomington MN",
    place: "Bloomington, MN",
    has: "55420 55425 55431",
    lacks: "61701 55401",
    says: /no postal/,
  },
  // New York and what is in it.
  { typed: "New York, NY", place: "New York, NY", has: "10001 10128", lacks: "11201 10451", within: "100 101 102" },
  { typed: "NY, NY", place: "New York, NY", has: "10001 10128", lacks: "11201 10451", within: "100 101 102" },
  { typed: "NYC", place: "New York City, NY", has: "10001 10451 11201 11375 10301", lacks: "07302 10701" },
  {
    typed: "Brooklyn",
    place: "Brooklyn, NY",
    has: "11201 11215",
    lacks: "11101 10001",
    within: "112",
    says: /also in/,
  },
  { typed: "Queens NY", place: "Queens, NY", has: "11101 11375 11432", lacks: "11201 10001 11501" },
  // Islands and the military.
  { typed: "San Juan, PR", place: "San Juan, PR", has: "00901 00926", lacks: "78589 00716", within: "009" },
  { typed: "Mayagüez PR", place: "Mayaguez, PR", has: "00680 00682", within: "006" },
  // Any of the military's three: 09721 is said to be DPO by some and APO by others.
  {
    typed: "DPO, AE",
    place: "DPO, AE",
    has: "09012 09721 09723 09892",
    within: "09",
    says: /all of the military's ZIPs/,
  },
  { typed: "APO AE", place: "APO, AE", has: "09012 09096", lacks: "34001 96201", within: "09" },
  // States.
  { typed: "Texas", place: "Texas", has: "75201 77001 79901", lacks: "70112 73102 88001" },
  { typed: "TX", place: "Texas", has: "75201 77001 79901", lacks: "70112 73102 88001" },
  { typed: "Hawaii", place: "Hawaii", has: "96701 96813", lacks: "96799 96910", within: "967 968" },
  { typed: "Puerto Rico", place: "Puerto Rico", has: "00601 00901", lacks: "00802", within: "006 007 009" },
  { typed: "Guam, GU", place: "Guam", has: "96910 96913", lacks: "96799", within: "969" },
  { typed: "Washington State", place: "Washington", has: "98101 99201", lacks: "20001 97201", within: "98 99" },
  // Names alone that mean one city.
  { typed: "Phoenix", place: "Phoenix, AZ", has: "85001", lacks: "85201", within: "850", says: /largest.*OR/ },
  { typed: "Philly", place: "Philadelphia, PA", has: "19103 19147", within: "190 191 192" },
  { typed: "Albuquerque", place: "Albuquerque, NM", has: "87102 87110", within: "871" },
  // Misspelt, with the state.
  {
    typed: "Phoneix, AZ",
    place: "Phoenix, AZ",
    has: "85001",
    lacks: "85201",
    within: "850",
    says: /read as Phoenix, AZ/,
  },
  { typed: "Albuquerqe NM", place: "Albuquerque, NM", has: "87102", within: "871", says: /read as Albuquerque, NM/ },
  { typed: "Tuscon, AZ", place: "Tucson, AZ", has: "85701", within: "857", says: /read as Tucson, AZ/ },
  // ZIP codes in words.
  { typed: "zip 85001", zip: "85001" },
  { typed: "Phoenix, AZ 85001", zip: "85001" },
  { typed: "85001 Phoenix, AZ", zip: "85001" },
  // What nobody can know.
  { typed: "Portland", candidates: ["Portland, OR", "Portland, ME"] },
  { typed: "Springfield", candidates: ["Springfield, MO", "Springfield, MA", "Springfield, IL"] },
  { typed: "Kansas City", candidates: ["Kansas City, MO", "Kansas City, KS"] },
  { typed: "Paris", candidates: ["Paris, TX", "Paris, TN"] },
  { typed: "London", candidates: ["London, KY", "London, OH"] },
  { typed: "Vancouver", candidates: ["Vancouver, WA"] },
  { typed: "San Juan", candidates: ["San Juan, PR"] },
  { typed: "O'Fallon", candidates: ["O Fallon, MO", "O Fallon, IL"] },
  { typed: "New York", candidates: ["New York, NY", "New York State"] },
  { typed: "Washington", candidates: ["Washington, DC", "Washington State"] },
  { typed: "LA", candidates: ["Los Angeles, CA", "Louisiana"] },
  { typed: "Phoneix", candidates: ["Phoenix, AZ"] },
  { typed: "APO", candidates: ["APO, AE", "APO, AP"] },
  // What cannot be asked for.
  { typed: "Los Angeles County", refused: /counties are not understood/ },
  { typed: "Dallas, TX; Houston, TX", refused: /several places/ },
  { typed: "Dallas and Houston", refused: /several places/ },
  { typed: "London, UK", refused: /no US state/ },
  { typed: "Denver, CO 85001", refused: /contradicts itself.*Phoenix, AZ/ },
  { typed: "Qwxyz", refused: /no US place/ },
  { typed: "everywhere", refused: /leave locations out/ },
  // Cities to whose name the post leaves few of their ZIP codes, or none but post-office boxes.
  { typed: "Coral Springs, FL", place: "Coral Springs, FL", has: "33065 33071 33076", lacks: "33301", says: /few of/ },
  { typed: "Plantation FL", place: "Plantation, FL", has: "33313 33317 33324", lacks: "33301", says: /few of/ },
  { typed: "coral gables", place: "Coral Gables, FL", has: "33134 33146", lacks: "33109", says: /few of/ },
  { typed: "Pembroke Pines, Florida", place: "Pembroke Pines, FL", has: "33024 33026 33029", says: /few of/ },
  { typed: "Thornton CO", place: "Thornton, CO", has: "80229 80233 80241", lacks: "80202", says: /few of/ },
  { typed: "Westminster, Colorado", place: "Westminster, CO", has: "80031 80234", lacks: "92683", says: /few of/ },
  { typed: "Newton, MA", place: "Newton, MA", has: "02458 02459 02466", lacks: "02139", says: /few of/ },
  { typed: "Santa Clarita", place: "Santa Clarita, CA", has: "91321 91351 91355", within: "913", says: /few of/ },
  { typed: "Keizer OR", place: "Keizer, OR", has: "97303", lacks: "97201", says: /few of/ },
  { typed: "Tumwater, Wash.", place: "Tumwater, WA", has: "98501 98512", within: "985", says: /few of/ },
  { typed: "Bell, CA", place: "Bell, CA", exactly: "90201 90202", says: /few of/ },
  { typed: "Hot Springs AR", place: "Hot Springs, AR", has: "71901 71913", lacks: "72201", says: /no postal city/ },
  { typed: "Amherst, NY", place: "Amherst, NY", has: "14221 14226 14228", lacks: "01002", says: /no postal city/ },
  { typed: "Jurupa Valley CA", place: "Jurupa Valley, CA", exactly: "91752 92509", says: /no postal city/ },
  { typed: "Tysons", place: "Tysons Corner, VA", has: "22102 22182", lacks: "22027", says: /no postal city/ },
  // Townships are seldom at the post office of their name.
  { typed: "Shelby Township, MI", place: "Shelby Township, MI", exactly: "48315 48316 48317" },
  { typed: "Shelby, MI", place: "Shelby, MI", exactly: "49455", says: /Oceana County/ },
  { typed: "Washington Township, NJ", candidates: ["Washington, NJ"], refused: /township/ },
  { typed: "Edison Township NJ", place: "Edison, NJ", has: "08817 08820" },
  // States and parts of them.
  { typed: "N. Carolina", place: "North Carolina", has: "27601 28202", lacks: "29201" },
  { typed: "W.Va.", place: "West Virginia", has: "25301", lacks: "23219" },
  { typed: "Ariz.", place: "Arizona", has: "85001 86001", lacks: "87101" },
  { typed: "Colo.", place: "Colorado", has: "80202", lacks: "50056" },
  { typed: "U.S. Virgin Islands", place: "Virgin Islands", has: "00802 00820", within: "008" },
  { typed: "all of Texas", place: "Texas", has: "75201", lacks: "70112" },
  { typed: "West Texas", candidates: ["West, TX"], refused: /region/ },
  { typed: "W. Texas", candidates: ["West, TX"], refused: /region/ },
  { typed: "N Virginia", candidates: ["North, VA"], refused: /region/ },
  { typed: "East Texas", candidates: ["East Texas, PA"], refused: /region/ },
  { typed: "Central Louisiana", candidates: ["Central, LA"], refused: /region/ },
  { typed: "Eastern Kentucky", candidates: ["Eastern, KY"], refused: /region/ },
  { typed: "West, TX", place: "West, TX", exactly: "76691" },
  { typed: "New England", candidates: ["New England, ND"], refused: /region/ },
  { typed: "Midwest", candidates: ["Midwest, WY"], refused: /region/ },
  { typed: "Phoenix metro area", candidates: ["Phoenix, AZ"], refused: /region/ },
  { typed: "Greater Boston", candidates: ["Boston, MA"], refused: /region/ },
  // Countries that some place is named for.
  { typed: "Canada", candidates: ["Canada, KY"], refused: /abroad/ },
  { typed: "Italy", candidates: ["Italy, TX"], refused: /abroad/ },
  { typed: "Jamaica", candidates: ["Jamaica, NY"], refused: /abroad/ },
  { typed: "Mexico City", candidates: ["Mexico, MO"], refused: /abroad/ },
  { typed: "Toronto, Ontario", refused: /no US state/ },
  // Villages that are one letter from a city, and others that nobody may have thought of.
  { typed: "Huston", candidates: ["Houston, TX", "Huston, ID"] },
  { typed: "Brooklin", candidates: ["Brooklyn, NY", "Brooklin, ME"] },
  { typed: "Boise City", candidates: ["Boise, ID", "Boise City, OK"] },
  { typed: "Aspen", place: "Aspen, CO", exactly: "81611 81612", says: /only place of that name/ },
  { typed: "Clarkstown NY", candidates: ["Clarkson, NY"], refused: /no place in New York/ },
  { typed: "Salt Lake", candidates: ["Salt Lake City, UT"] },
  // Two cities in one name.
  { typed: "Twin Cities", candidates: ["Minneapolis, MN", "Saint Paul, MN"] },
  { typed: "DFW", candidates: ["Dallas, TX", "Fort Worth, TX"] },
  { typed: "Minneapolis-St. Paul", refused: /several places/ },
  { typed: "Dallas, Houston", refused: /several places/ },
  { typed: "10001, 10002", refused: /several places/ },
  // ZIP codes beside names.
  { typed: "Miami, AZ 85001", refused: /contradicts itself.*Phoenix, AZ/ },
  { typed: "Glendale AZ 85001", zip: "85001", says: /known here as Phoenix, AZ, not as Glendale, AZ/ },
  { typed: "Kansas City, MO 64030", zip: "64030", says: /known here as Grandview, MO, not as Kansas City, MO/ },
  { typed: "10115 Berlin, Germany", refused: /ZIP 10115 is New York, NY/ },
  { typed: "1600 Pennsylvania Ave NW, Washington, DC 20500", zip: "20500" },
  { typed: "Area 51", refused: /not a ZIP code/ },
  { typed: "postal code 90210", zip: "90210" },
  { typed: "902xx", zip: "902" },
  { typed: "85001, Phoenix, AZ", zip: "85001" },
  { typed: "123 Main St, Phoenix AZ 85001", zip: "85001" },
  { typed: "123 Main St Phoenix AZ 85001", zip: "85001" },
  { typed: "PO Box 1234, Bismarck ND 58501", zip: "58501" },
  { typed: "PSC 1, APO AP 96368", zip: "96368" },
  { typed: "12900 Preston Rd, Dallas, TX 75230", zip: "75230" },
  { typed: "12900 Preston Rd, Dallas, TX", refused: /perhaps no ZIP code/ },
  { typed: "Dallas, TX (acct 12900)", refused: /perhaps no ZIP code/ },
  { typed: "Apt 12900, Dallas TX", refused: /perhaps no ZIP code/ },
  { typed: "10001 Foo Rd Albany NY", refused: /not known there/ },
  { typed: "Dallas TX 75999", zip: "75999", says: /ZIP 75999, which is not known here/ },
  { typed: "phx", place: "Phoenix, AZ", has: "85001", lacks: "85201", within: "850" },
  { typed: "Brooklyn, NYC", place: "Brooklyn, NY", has: "11201", within: "112" },
  // Quarters of cities.
  {
    typed: "Harlem, NY",
    place: "Harlem, NY",
    has: "10027 10030",
    lacks: "10451",
    within: "100",
    says: /no postal city/,
  },
  { typed: "Coconut Grove, FL", place: "Coconut Grove, FL", exactly: "33133", says: /no postal city/ },
  { typed: "South Boston, MA", place: "South Boston, MA", has: "02127", lacks: "24592 02139", says: /no postal city/ },
  // States misspelt, or before their cities.
  { typed: "Boston, Massachusets", candidates: ["Boston, MA"], refused: /no US state/ },
  { typed: "New Orleans Lousiana", candidates: ["New Orleans, LA"], refused: /did you mean/ },
  { typed: "Scottsdale Arizon", candidates: ["Scottsdale, AZ"], refused: /did you mean/ },
  { typed: "TX, Houston", candidates: ["Houston, TX"], refused: /no US state/ },
  { typed: "Arizona Phoenix", candidates: ["Phoenix, AZ"], refused: /did you mean/ },
  { typed: "Jamaica, Queens, NY", place: "Jamaica, NY", has: "11432", within: "114" },
  { typed: "USA", refused: /leave locations out/ },
];
