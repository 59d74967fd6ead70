import { readFileSync } from "node:fs";

/** A postal city, or a municipality whose mail uses other city names. */
export interface ZipPlace {
  readonly city: string;
  readonly state: string;
  /** IANA time zone; undefined for military mail and municipalities. */
  readonly zone: string | undefined;
}

let file: ReturnType<typeof readPlaceFile> | undefined;

/** The file of US places, read at the first call. `npm run script -- places` writes it; NOTICE names its sources. */
export function placeFile() {
  file ??= readPlaceFile();
  return file;
}

/** A line such as `AZ03` with its newline: a state and the number of a time zone. */
const ZONED_STATE_LENGTH = 5;

function readPlaceFile() {
  // The file is ASCII, which Node decodes faster as latin1.
  const text = readFileSync(new URL("us-places.txt", import.meta.url), "latin1");
  const [zoneLines = "", names = "", zonedStates = "", zips = "", rowsByZip = "", ...tables] = text.split("\f");
  const [otherNames = "", refusals = "", abroad = ""] = tables;
  const zones = zoneLines.split("\n");
  const nameOf = linesOf(names);
  const zipsOf = linesOf(zips);
  const hasZip = (zip: number): boolean => rowsByZip[3 * zip] !== "-";
  return {
    /** The names of all rows, one a line: one row per time zone of a postal city, then the municipalities. */
    names,
    rowAt(row: number): ZipPlace {
      const zonedState = zonedStates.slice(row * ZONED_STATE_LENGTH, (row + 1) * ZONED_STATE_LENGTH);
      const zone = zones[Number(zonedState.slice(2))] || undefined;
      return { city: nameOf(row), state: zonedState.slice(0, 2), zone };
    },
    /** The rows of a state's postal cities. The pattern skips municipalities, whose rows have no zone number. */
    postalRowsOf(state: string): readonly number[] {
      const matches = zonedStates.matchAll(new RegExp(`^${state}\\d`, "gm"));
      return [...matches].map(({ index }) => index / ZONED_STATE_LENGTH);
    },
    zipsAt: (row: number): readonly string[] => zipsOf(row).split(" "),
    hasZip,
    rowOfZip: (zip: number): number | undefined =>
      // Three characters for every number of five digits, in base 36.
      hasZip(zip) ? Number.parseInt(rowsByZip.slice(3 * zip, 3 * zip + 3), 36) : undefined,
    /** Labels by the key of a nickname: `Philadelphia, PA` by `philly`. */
    otherNames: pairs(otherNames),
    /** Refusals of names, by key (`washington`), or by key and state (`chelsea NY`). */
    refusals: pairs(refusals),
    /** Places abroad by key, each with the end of its refusal: `. For Canada in Kentucky, write Canada, KY`, or nothing. */
    abroad: pairs(abroad),
  };
}

/** Finds a line by its number. A split would make 34,000 strings, and a look-up needs one. */
function linesOf(text: string) {
  const ends: number[] = [];
  return (line: number): string => {
    if (ends.length === 0) {
      for (let end = text.indexOf("\n"); end !== -1; end = text.indexOf("\n", end + 1)) ends.push(end);
    }
    return text.slice((ends[line - 1] ?? -1) + 1, ends[line]);
  };
}

function pairs(lines: string): ReadonlyMap<string, string> {
  return new Map(lines.split("\n").map((line) => line.split("\t") as [string, string]));
}
