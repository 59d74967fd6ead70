import { type PlaceReading, unread } from "./place-reading.ts";
import { ZipCodes } from "./zip-codes.ts";

/** Three digits after a name or before it, as a prefix of ZIP codes is written: `AZ 850`, `850xx, Phoenix`. */
const DIGITS = String.raw`(?:zip\s?3?\s?(?:code\s|prefix\s)?[\s:]*)?(\d{3})(?:[x*]{2}|\*)?`;
const AFTER = new RegExp(String.raw`^(.*?\p{L}.*?)[\s,:;#(/-]+${DIGITS}\)?$`, "iu");
const BEFORE = new RegExp(String.raw`^${DIGITS}[\s,:;(/-]+(.*\p{L}.*)$`, "iu");

/**
 * A ZIP prefix beside the city or state it lies in: the prefix is what is meant, and one of another place is refused.
 * Undefined where no three digits stand at an end, or `readName` does not read the rest.
 */
export function prefixBeside(text: string, readName: (name: string) => PlaceReading): PlaceReading | undefined {
  const [, before, digitsAfter] = AFTER.exec(text) ?? [];
  const [, digitsBefore, after] = BEFORE.exec(text) ?? [];
  const [prefix, name] = [digitsAfter ?? digitsBefore, before ?? after];
  const reading = prefix === undefined || name === undefined ? undefined : readName(name);
  if (prefix === undefined || reading?.kind !== "place") return undefined;
  const { label, areas } = reading.place;
  if (areas.some((area) => area.startsWith(prefix))) {
    const remark = { full: `read as ZIP prefix ${prefix}, not as ${label}`, brief: "read as the ZIP prefix" };
    return { kind: "zip", zip: prefix, remark };
  }
  const codes = ZipCodes.open();
  const states = [...new Set(codes.under(prefix).flatMap((zip) => codes.find(zip)?.state ?? []))];
  const where = states.length === 0 ? "is not known here" : `is in ${states.join(", ")}`;
  return unread(
    `contradicts itself: ZIP prefix ${prefix} ${where}, and no ZIP of ${label} begins so; write ${prefix} or ${label}`,
  );
}
