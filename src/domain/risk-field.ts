import { dateToUtcMs } from "./calendar.ts";
import { type LevelOrder, severityOf } from "./level-order.ts";
import { type JsonRecord, textOf } from "./record.ts";

/** As many records, taken evenly, show which fields vary. */
const MAX_SAMPLE = 1000;
/** A text field of more values is no category. */
const MAX_CATEGORIES = 12;

/** Words in the names of fields that speak of risk, the clearest first. */
const RISK_WORDS = ["risk", "severity", "level", "category"];
/** Words in the names of fields that are a place, an id, a date, a unit or a remark. */
const OTHER_WORDS =
  /^(?:country|county|state|city|region|place|province|locality|location|area|address|street|name|label|zip|zipcode|postal|postcode|lat|latitude|lon|lng|long|longitude|geo|fips|zone|tz|timezone|id|ids|uuid|guid|key|code|iso|hash|ref|index|date|day|time|timestamp|hour|year|month|at|from|until|unit|units|uom|version|model|source|provider|type|note|notes|comment|description|message|advice|url)$/;
const PLACE_PREFIX = /^(?:country|county|state|city|region|place|postal|zip|location)/;
/** Words in the names of fields that tell how sure a forecast is. Their values are often the names of levels. */
const CERTAINTY_WORDS = ["confidence", "certainty", "probability", "likelihood", "quality"];
/** A value of up to three words that begins with a letter. */
const SHORT_NAME = /^\p{L}[^\s]*(?: \S+){0,2}$/u;
/** `US`, `AZ`: a code of a country or state. */
const PLACE_CODE = /^[A-Z]{2}$/;

interface Field {
  readonly name: string;
  readonly words: readonly string[];
  readonly values: ReadonlySet<string>;
  readonly isText: boolean;
}

/**
 * The field of risk records that is the risk (service.md 2.2 names none). First comes one whose values stand in the
 * configured order; then one whose name speaks of risk, even if it has one value everywhere; then a text field of few
 * values that is no place, unit, id or date, one that varies first. Undefined if no field qualifies.
 */
export function riskFieldOf(records: readonly JsonRecord[], order: LevelOrder): string | undefined {
  const fields = fieldsOf(records);
  const isListed = ({ values }: Field): boolean => [...values].some((value) => severityOf(value, order) !== undefined);
  const listed = fields.filter((field) => (field.isText || speaksOfRisk(field)) && isListed(field));
  const named = fields.filter(speaksOfRisk);
  const others = fields.filter(looksLikeCategory);
  const [best] = [listed, named, others].flatMap((some) => some.toSorted(compareClaims));
  return best?.name;
}

/** Up to a thousand of the records, taken evenly. */
export function sampleOf(records: readonly JsonRecord[]): readonly JsonRecord[] {
  const step = Math.ceil(records.length / MAX_SAMPLE);
  return Array.from({ length: Math.min(records.length, MAX_SAMPLE) }, (_, index) => records[index * step] ?? []).flat();
}

/** The scalar fields of a sample, without ZIP, date, and how sure the forecast is. */
function fieldsOf(records: readonly JsonRecord[]): readonly Field[] {
  const sample = sampleOf(records);
  const names = new Set(sample.flatMap((record) => Object.keys(record)));
  return [...names].flatMap((name) => {
    const sent = sample.map((record) => record[name]).filter((value) => textOf(value).trim() !== "");
    if (name === "zip" || name === "date" || sent.length === 0) return [];
    const words =
      name
        .replaceAll(/([a-z])([A-Z])/g, "$1 $2")
        .toLowerCase()
        .match(/\p{L}+/gu) ?? [];
    if (words.some((word) => CERTAINTY_WORDS.includes(word))) return [];
    return [{ name, words, values: new Set(sent.map(textOf)), isText: typeof sent[0] === "string" }];
  });
}

/** True for `riskLevel` and `regionRisk`; the last word decides, so not for `riskRegion`. */
function speaksOfRisk({ words, values }: Field): boolean {
  const last = words.at(-1) ?? "";
  const isOther = OTHER_WORDS.test(last) && last !== "name" && last !== "label" && last !== "index";
  return riskWord(words) !== -1 && !isOther && ![...values].every(isDate);
}

function looksLikeCategory({ words, values, isText }: Field): boolean {
  const isOther = words.some((word) => OTHER_WORDS.test(word) || PLACE_PREFIX.test(word));
  const isName = (value: string): boolean => SHORT_NAME.test(value.trim()) && !PLACE_CODE.test(value.trim());
  return isText && !isOther && values.size <= MAX_CATEGORIES && [...values].every(isName);
}

function isDate(value: string): boolean {
  return dateToUtcMs(value.slice(0, 10)) !== undefined;
}

/** The place of the clearest word in `RISK_WORDS`, or -1. */
function riskWord(words: readonly string[]): number {
  return RISK_WORDS.findIndex((wanted) => words.some((word) => word.includes(wanted)));
}

/** The better claim first: a clear word, a text, the clearest word, a field that varies. */
function compareClaims(a: Field, b: Field): number {
  const claim = ({ words, values, isText }: Field) => {
    const word = riskWord(words) === -1 ? RISK_WORDS.length : riskWord(words);
    const isClear = RISK_WORDS[word] !== "category" && word < RISK_WORDS.length;
    return [isClear ? 0 : 1, isText ? 0 : 1, word, values.size > 1 ? 0 : 1];
  };
  const [first, second] = [claim(a), claim(b)];
  return first.map((part, index) => part - (second[index] ?? 0)).find((difference) => difference !== 0) ?? 0;
}
