import { weekday } from "../domain/calendar.ts";
import { cleanText, quote } from "../domain/clean.ts";
import { readDatetime } from "../domain/datetime.ts";
import { resolveZone } from "../domain/zone.ts";

/** `1 alert`, `312 alerts`. */
export function plural(count: number, noun: string, nouns: string = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : nouns}`;
}

/** A calendar date with its weekday, `Fri 2026-07-10`; anything else as a value. */
export function dayText(date: unknown): string {
  const day = typeof date === "string" ? weekday(date) : undefined;
  return day === undefined ? valueText(date) : `${day} ${textOf(date)}`;
}

/** A datetime's clock as written, `2026-07-09 12:00`; anything else as a value. */
export function clockText(datetime: unknown): string {
  if (typeof datetime !== "string" || readDatetime(datetime) === undefined) return valueText(datetime);
  const text = datetime.trim();
  return `${text.slice(0, 10)} ${text.slice(11).replace(/^(\d{2}:\d{2}):00(?:\.0+)?(?![.\d])/, "$1")}`;
}

/** The same without its date where what was told just before it, a date or a datetime, has that date: `12:00Z`. */
export function clockAfter(datetime: unknown, before: unknown): string {
  const clock = clockText(datetime);
  const isSameDay = readDatetime(datetime) !== undefined && textOf(before).trim().slice(0, 10) === clock.slice(0, 10);
  return isSameDay ? clock.slice(11) : clock;
}

/** The same with its weekday, as people plan by it: `Thu 2026-07-09 12:00`. */
export function wallText(datetime: unknown): string {
  const clock = clockText(datetime);
  const day = weekday(clock.slice(0, 10));
  return day === undefined ? clock : `${day} ${clock}`;
}

/** Characters of a description of the data (granularity, time of production) that is no timestamp. */
const MAX_META_CHARS = 30;

/** What `meta` says about the data, cleaned, and cut where it is neither a timestamp nor a short word. */
export function metaText(sent: string | null): string | null {
  return sent === null ? null : cleanText(sent, MAX_META_CHARS);
}

/** When data was produced, for the line of provenance; nothing where what was sent is no timestamp. */
export function dataTime(generatedAt: string | null): string | undefined {
  return generatedAt !== null && readDatetime(generatedAt) !== undefined ? generatedAt : undefined;
}

/** The same where the line of provenance cannot tell it: `, produced "this morning"`. */
export function oddDataTime(generatedAt: string | null): string {
  return generatedAt === null || dataTime(generatedAt) !== undefined ? "" : `, produced ${wordText(generatedAt)}`;
}

/** What needs no quotation marks: one short word, number or code. Free text has blanks, addresses have their own marks. */
const PLAIN = /^[A-Za-z0-9][A-Za-z0-9._-]{0,39}$/;

/** Words joined by marks, `IGNORE_ALL_PREVIOUS`: beyond the length of any code they are prose. */
const JOINED_WORDS = /[A-Za-z]{2,}[._-]+[A-Za-z]{2,}/;
const MAX_JOINED_CHARS = 24;

/** RFC 9562, section 4: its letters make no words. */
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Fields that hold free text whatever they look like (spec 2.3, 2.9, 7). */
const FREE_TEXT = new Set(["status", "description", "name", "company", "title", "detail"]);

/** A string of the service inside a sentence: plain where it is one word, code or timestamp, else quoted, always cleaned. */
export function wordText(text: string): string {
  const clean = cleanText(text);
  const isProse = clean.length > MAX_JOINED_CHARS && JOINED_WORDS.test(clean) && !UUID.test(clean);
  return (PLAIN.test(clean) && !isProse) || readDatetime(clean) !== undefined ? clean : quote(clean);
}

/** A time zone inside a sentence: plain where it is a zone that is known, else as any other text. */
export function zoneText(zone: unknown): string {
  return typeof zone === "string" && resolveZone(zone) !== undefined ? cleanText(zone) : valueText(zone);
}

/** Free text of the service, in quotation marks however short; anything else as a value. */
export function quotedText(value: unknown): string {
  return typeof value === "string" ? quote(value) : valueText(value);
}

/**
 * The text of a value that should be one: a string as it is, a number or boolean in digits or words, nothing for all
 * else. Never runs code of the value: `{"toString":1}` makes a template or `String()` throw.
 */
export function textOf(value: unknown): string {
  if (typeof value === "string") return value;
  return typeof value === "number" || typeof value === "boolean" ? `${value}` : "";
}

/** Any JSON value of the service in one line: words, `[a, b]`, `(name=value name=value)`. */
export function valueText(value: unknown): string {
  if (value === undefined) return "not given";
  if (typeof value === "string") return wordText(value);
  if (Array.isArray(value)) return `[${value.map(valueText).join(", ")}]`;
  if (typeof value === "object" && value !== null) return `(${fieldsText(value)})`;
  return JSON.stringify(value);
}

/** The fields of a record as `name=value name=value`, but for those named in `except`. */
export function fieldsText(record: object, except: ReadonlySet<string> = new Set()): string {
  return Object.entries(record)
    .filter(([name]) => !except.has(name))
    .map(([name, value]) => `${wordText(name)}=${FREE_TEXT.has(name) ? quotedText(value) : valueText(value)}`)
    .join(" ");
}

/** A sentence cut to `maxChars`, its last quotation still closed. */
export function shortText(text: string, maxChars: number): string {
  const short = cleanText(text, maxChars);
  return (short.match(/"/g)?.length ?? 0) % 2 === 0 ? short : `${short}"`;
}

/** `a, b and 3 more`: a list that never grows beyond `most` entries; `unlisted` are not among them and count as well. */
export function listText(
  items: readonly string[],
  most: number,
  separator: string = ", ",
  unlisted: number = 0,
): string {
  const rest = items.length - most + unlisted;
  return rest > 0 ? `${items.slice(0, most).join(separator)} and ${rest} more` : items.join(separator);
}

/** The same by length: whole items as long as they take `maxChars` together; a first one that is longer is cut. */
export function listWithin(
  items: readonly string[],
  maxChars: number,
  separator: string = ", ",
  unlisted: number = 0,
): string {
  let chars = 0;
  const fits = items.filter((item) => {
    chars += item.length + separator.length;
    return chars - separator.length <= maxChars;
  }).length;
  return fits > 0
    ? listText(items, fits, separator, unlisted)
    : listText([shortText(items[0] ?? "", maxChars), ...items.slice(1)], 1, separator, unlisted);
}

/** Waits as whole seconds, rounded up: coming back a moment early would be refused again. */
export function waitSeconds(waitMs: number): number {
  return Math.max(0, Math.ceil(waitMs / 1000));
}
