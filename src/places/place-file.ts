import { readFileSync } from "node:fs";

/** A city in one of its time zones, or a municipality to which the post gives other names. */
interface PlaceRow {
  readonly name: string;
  readonly state: string;
  /** IANA name; empty for military mail, undefined for a municipality, which has no ZIP of its own. */
  readonly zone: string | undefined;
  readonly zips: readonly string[];
}

/** The file of US places beside this one, made by `npm run places`; its sources stand in NOTICE. */
interface PlaceFile {
  /** The names of all rows, one a line. */
  readonly names: string;
  readonly rowCount: number;
  readonly rowAt: (index: number) => PlaceRow;
  /** Labels by the key of another name: `Philadelphia, PA` by `philly`. */
  readonly otherNames: ReadonlyMap<string, string>;
  /** By the key of a name, with or without a state, the places it may mean. */
  readonly ambiguous: ReadonlyMap<string, string>;
  /** Keys of names that mean a place abroad unless a state follows. */
  readonly abroad: ReadonlySet<string>;
}

let read: PlaceFile | undefined;

/** Reads the file at the first call. */
export function placeFile(): PlaceFile {
  read ??= readPlaceFile();
  return read;
}

function readPlaceFile(): PlaceFile {
  // An import of zlib would slow the start of every server.
  const { brotliDecompressSync } = process.getBuiltinModule("node:zlib");
  // The file is ASCII; as latin1 it is decoded faster.
  const text = brotliDecompressSync(readFileSync(new URL("us-zip-codes.br", import.meta.url))).toString("latin1");
  const [zoneLines = "", names = "", rowLines = "", otherNames = "", ambiguous = "", abroad = ""] = text.split("\f");
  const zones = zoneLines.split("\n");
  const nameOfRow = names.split("\n");
  const rows = rowLines.split("\n");
  return {
    names,
    rowCount: rows.length,
    rowAt: (index) => {
      const [place = "", ...digits] = rows[index]?.split(" ") ?? [];
      const zone = place.length === 2 ? undefined : zones[Number(place.slice(2))];
      return { name: nameOfRow[index] ?? "", state: place.slice(0, 2), zone, zips: zipsOf(digits) };
    },
    otherNames: pairs(otherNames),
    ambiguous: pairs(ambiguous),
    abroad: new Set(abroad.split("\n")),
  };
}

function pairs(lines: string): ReadonlyMap<string, string> {
  return new Map(lines.split("\n").map((line) => line.split("\t") as [string, string]));
}

/** `85001 02` is 85001 and 85002: a ZIP that begins like the one before it is written as its last two digits. */
function zipsOf(digits: readonly string[]): readonly string[] {
  let prefix = "";
  return digits.map((each) => {
    if (each.length === 2) return prefix + each;
    prefix = each.slice(0, 3);
    return each;
  });
}
