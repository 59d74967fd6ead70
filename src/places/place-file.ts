import { readFileSync } from "node:fs";

/** A city, or a municipality to which the post gives other names. */
export interface ZipPlace {
  readonly city: string;
  /** Two letters. */
  readonly state: string;
  /** IANA time zone; undefined for military mail, and for municipalities. */
  readonly zone: string | undefined;
}

let read: ReturnType<typeof readPlaceFile> | undefined;

/** The file of US places beside this one, read at the first call. `npm run places` makes it; its sources stand in NOTICE. */
export function placeFile() {
  read ??= readPlaceFile();
  return read;
}

function readPlaceFile() {
  // An import of zlib would slow the start of every server.
  const { brotliDecompressSync } = process.getBuiltinModule("node:zlib");
  // The file is ASCII, and decoded faster as latin1.
  const text = brotliDecompressSync(readFileSync(new URL("us-zip-codes.br", import.meta.url))).toString("latin1");
  const [zoneLines = "", names = "", postalLines = "", municipalLines = "", otherNames = "", refusals = ""] =
    text.split("\f");
  const zones = zoneLines.split("\n");
  const nameOf = linesOf(names);
  const lineOf = linesOf(`${postalLines}\n${municipalLines}`);
  return {
    /** The names of all rows, one a line: a row for each time zone of a postal city, then municipalities. */
    names,
    /** The rows of postal cities, as state, number of the time zone and ZIPs: `AZ3 85001 85002`. */
    postalLines,
    rowAt: (index: number): ZipPlace => {
      const row = lineOf(index);
      const zone = zones[Number(row.slice(2, row.indexOf(" ")) || Number.NaN)] || undefined;
      return { city: nameOf(index), state: row.slice(0, 2), zone };
    },
    zipsAt: (index: number) => lineOf(index).split(" ").slice(1),
    /** Labels by the key of another name: `Philadelphia, PA` by `philly`. */
    otherNames: pairs(otherNames),
    /** Refusals of names, by key (`washington`), or by key and state (`chelsea NY`). */
    refusals: pairs(refusals),
  };
}

/** The lines of a text by number: to split it would take a quarter of the first look-up. */
function linesOf(text: string) {
  const ends: number[] = [];
  for (let end = text.indexOf("\n"); end !== -1; end = text.indexOf("\n", end + 1)) ends.push(end);
  ends.push(text.length);
  return (line: number): string => text.slice((ends[line - 1] ?? -1) + 1, ends[line]);
}

function pairs(lines: string): ReadonlyMap<string, string> {
  return new Map(lines.split("\n").map((line) => line.split("\t") as [string, string]));
}
