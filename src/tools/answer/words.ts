import { shortDay, weekday } from "../../domain/calendar.ts";
import { cleanText, quote } from "../../domain/clean.ts";
import { readDatetime, utcMinute } from "../../domain/datetime.ts";
import { type LevelOrder, severityOf } from "../../domain/level-order.ts";

export function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** `a, b and 3 more` */
export function listText(items: readonly string[], most: number, separator: string = ", "): string {
  const rest = items.length - most;
  return rest > 0 ? `${items.slice(0, most).join(separator)} and ${rest} more` : items.join(separator);
}

/** `Thu 2026-11-26`; a text that is no date goes through `wordText`. */
export function dayText(date: string): string {
  const day = weekday(date);
  return day === undefined ? wordText(date) : `${day} ${date}`;
}

/** `Thu 11-26`: without the year, for tables. */
export function shortDayText(date: string): string {
  return shortDay(date) ?? wordText(date);
}

/** A datetime's own wall clock, with weekday and offset: `Thu 2026-11-26 16:30Z`. A date: `dayText`. Else `valueText`. */
export function clockText(datetime: unknown): string {
  if (typeof datetime !== "string") return valueText(datetime);
  if (readDatetime(datetime) === undefined) return dayText(datetime);
  const text = datetime.trim();
  const [offset = ""] = /(?:Z|[+-]\d\d:?\d\d)$/i.exec(text) ?? [];
  return `${dayText(text.slice(0, 10))} ${text.slice(11, 16)}${offset}`;
}

/** A timestamp in UTC: `2026-11-23 08:03Z`; a text that is no timestamp goes through `wordText`. */
export function utcText(timestamp: string): string {
  return utcMinute(timestamp) ?? wordText(timestamp);
}

/** One short word, number or code, which needs no quotation marks. */
const PLAIN = /^[A-Za-z0-9][A-Za-z0-9._/-]{0,39}$/;
/** A name has up to two words, or three if the first is a figure (`2nd Day Air`). More may be a sentence. */
const SHORT_NAME = /^(?:\d\S* )?[\w&.'-]+(?: [\w&.'-]+)?$/;
const MAX_SHORT_NAME_CHARS = 24;

/** The service's string inside a sentence: cleaned, and quoted unless it is one word, a code or a datetime. */
export function wordText(text: string): string {
  const clean = cleanText(text);
  return PLAIN.test(clean) || readDatetime(clean) !== undefined ? clean : quote(clean);
}

/** The service's name for something, such as a status: cleaned, and quoted unless it is a short name. */
export function nameText(text: string): string {
  const clean = cleanText(text);
  return SHORT_NAME.test(clean) && clean.length <= MAX_SHORT_NAME_CHARS ? clean : wordText(clean);
}

/** A city's name, cleaned; quoted if it holds anything but letters, blanks and the marks of city names. */
export function cityText(text: string): string {
  const clean = cleanText(text);
  return /^\p{L}[\p{L} .'-]{0,39}$/u.test(clean) ? clean : quote(clean);
}

/** Any JSON value of the service: words, `[a, b]`, `(name value, name value)`. */
export function valueText(value: unknown): string {
  if (value === undefined || value === null || value === "") return "not given";
  if (typeof value === "string") return wordText(value);
  if (Array.isArray(value)) return `[${value.map(valueText).join(", ")}]`;
  if (typeof value === "object") return `(${fieldsText(value)})`;
  return JSON.stringify(value);
}

/** The most fields of one record in a text; JSON holds more. */
export const MAX_TEXT_FIELDS = 3;

/** `riskLevel Severe, score 3`: the first fields of a record, under the service's own names. */
export function fieldsText(record: object, textOfField: (value: unknown, name: string) => string = valueText): string {
  return Object.entries(record)
    .slice(0, MAX_TEXT_FIELDS)
    .map(([name, value]) => `${wordText(name)} ${textOfField(value, name)}`)
    .join(", ");
}

/** A level in a sentence: `Severe`, or with an order that lacks it `Extreme (not in the configured order)`. */
export function levelText(level: string, order: LevelOrder): string {
  const isOutside = order !== undefined && severityOf(level, order) === undefined;
  return `${wordText(level)}${isOutside ? " (not in the configured order)" : ""}`;
}
