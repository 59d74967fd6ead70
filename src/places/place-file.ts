import { readFileSync } from "node:fs";

/** A city, or a municipality to which the post gives other names. */
export interface ZipPlace {
  readonly city: string;
  /** Two letters. */
  readonly state: string;
  /** IANA time zone; undefined for military mail, and for municipalities. */
  readonly zone: string | undefined;
}

/** The file of US places beside this one, made by `npm run places`; its sources stand in NOTICE. */
interface PlaceFile {
  /** The names of all rows, one a line: a row for each time zone of a postal city, then municipalities. */
  readonly names: string;
  /** The postal cities, one a line, as state, number of the time zone and ZIPs: `AZ3 85001 02 03`. */
  readonly postalLines: string;
  readonly rowCount: number;
  readonly rowAt: (index: number) => ZipPlace;
  readonly zipsAt: (index: number) => readonly string[];
  /** Labels by the key of another name: `Philadelphia, PA` by `philly`. */
  readonly otherNames: ReadonlyMap<string, string>;
  /** Why a name is refused, by its key (`washington`), or by its key and state (`chelsea NY`). */
  readonly refusals: ReadonlyMap<string, string>;
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
  // The file is ASCII, and decoded faster as latin1.
  const text = brotliDecompressSync(readFileSync(new URL("us-zip-codes.br", import.meta.url))).toString("latin1");
  const [zoneLines = "", names = "", postalLines = "", municipalLines = "", otherNames = "", refusals = ""] =
    text.split("\f");
  const zones = zoneLines.split("\n");
  const nameOfRow = names.split("\n");
  const rows = `${postalLines}\n${municipalLines}`.split("\n");
  return {
    names,
    postalLines,
    rowCount: rows.length,
    rowAt: (index) => {
      const row = rows[index] ?? "";
      const zone = zones[Number(row.slice(2, row.indexOf(" ")) || Number.NaN)] || undefined;
      return { city: nameOfRow[index] ?? "", state: row.slice(0, 2), zone };
    },
    zipsAt: (index) => zipsIn(rows[index] ?? ""),
    otherNames: pairs(otherNames),
    refusals: pairs(refusals),
  };
}

function pairs(lines: string): ReadonlyMap<string, string> {
  return new Map(lines.split("\n").map((line) => line.split("\t") as [string, string]));
}

/** `85001 02` is 85001 and 85002: a ZIP that begins like the one before it is written as its last two digits. */
function zipsIn(row: string): readonly string[] {
  let prefix = "";
  return row
    .split(" ")
    .slice(1)
    .map((digits) => {
      if (digits.length === 5) prefix = digits.slice(0, 3);
      return prefix + digits.slice(-2);
    });
}
