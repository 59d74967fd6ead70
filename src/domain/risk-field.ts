import { dateToUtcMs } from "./calendar.ts";
import { type LevelOrder, severityOf } from "./level-order.ts";
import { type JsonRecord, textOf } from "./record.ts";

/** As many records, taken evenly, show which fields vary. */
const MAX_SAMPLE = 1000;
/** A text field of more values is no category. */
const MAX_CATEGORIES = 12;

/** The clearest first. */
const RISK_WORDS = ["risk", "severity", "level"];
/** How sure the forecast is. The values of such fields are often the names of levels. */
const CERTAINTY_WORDS = ["confidence", "certainty", "probability", "likelihood", "quality"];
/** Words of a place, an id, a time, a unit or a text. */
const OTHER_WORDS: ReadonlySet<string> = new Set(
  [
    "country county state city region place province locality location area address street zip zipcode postal postcode",
    "lat latitude lon lng long longitude geo fips zone",
    "id ids uuid guid key code iso hash ref",
    "tz timezone date day time timestamp hour year month at from until",
    "unit units uom version model source provider",
    "type note notes comment description message advice url",
  ].flatMap((words) => words.split(" ")),
);
const PLACE_PREFIX = /^(?:country|county|state|city|region|place|postal|zip|location)/;
/** Words that may follow any other: `riskName` is a risk, `heatName` may be anything. */
const NEUTRAL_WORDS = ["name", "label", "index"];

/** A value of up to three words that begins with a letter. */
const SHORT_NAME = /^\p{L}[^\s]*(?: \S+){0,2}$/u;
/** `US`, `AZ`: a code of a country or state. */
const PLACE_CODE = /^[A-Z]{2}$/;

interface Field {
  readonly name: string;
  /** `risk` and `level` of the name `riskLevel`. */
  readonly words: readonly string[];
  readonly values: ReadonlySet<string>;
  readonly isText: boolean;
}

/**
 * The field of risk records that is the risk (service.md 2.2 names none): one whose values stand in the configured order;
 * else one whose name speaks of risk, severity or level, even if it has one value everywhere; else one of a category;
 * else a text of few values that is no place, unit, id or date. Undefined if no field qualifies.
 */
export function riskFieldOf(records: readonly JsonRecord[], order: LevelOrder): string | undefined {
  const fields = fieldsOf(records);
  const isRisk = (field: Field): boolean => RISK_WORDS.some((word) => speaksOf(field, word));
  const isListed = ({ values }: Field): boolean => [...values].some((value) => severityOf(value, order) !== undefined);
  const claims: readonly ((field: Field) => boolean)[] = [
    (field) => (field.isText || isRisk(field)) && isListed(field),
    isRisk,
    (field) => speaksOf(field, "category"),
    looksLikeCategory,
  ];
  for (const claim of claims) {
    const [clearest] = fields.filter(claim).toSorted(compareClarity);
    if (clearest !== undefined) return clearest.name;
  }
  return undefined;
}

/** The fields of up to a thousand records that hold texts, numbers or flags and may be the risk. */
function fieldsOf(records: readonly JsonRecord[]): readonly Field[] {
  const step = Math.ceil(records.length / MAX_SAMPLE);
  const sample = records.filter((_, index) => index % step === 0);
  const fields: Field[] = [];
  for (const name of new Set(sample.flatMap((record) => Object.keys(record)))) {
    const words = wordsOf(name);
    if (name === "zip" || name === "date" || words.some((word) => CERTAINTY_WORDS.includes(word))) continue;
    const sent = sample.map((record) => record[name]).filter((value) => textOf(value).trim() !== "");
    const isText = typeof sent[0] === "string";
    if (sent.length > 0) fields.push({ name, words, values: new Set(sent.map(textOf)), isText });
  }
  return fields;
}

/** `riskLevel` and `RISK_level` → `risk`, `level` */
function wordsOf(name: string): readonly string[] {
  const apart = name.replaceAll(/([a-z])([A-Z])/g, "$1 $2").toLowerCase();
  return apart.match(/\p{L}+/gu) ?? [];
}

/** True for `riskLevel` and `regionRisk`. The last word tells what a field holds, so not for `riskRegion`. */
function speaksOf({ words, values }: Field, wanted: string): boolean {
  const isOther = OTHER_WORDS.has(words.at(-1) ?? "");
  return !isOther && words.some((word) => word.includes(wanted)) && ![...values].every(isDate);
}

function looksLikeCategory({ words, values, isText }: Field): boolean {
  const isOther = (word: string): boolean =>
    OTHER_WORDS.has(word) || NEUTRAL_WORDS.includes(word) || PLACE_PREFIX.test(word);
  const isName = (value: string): boolean => SHORT_NAME.test(value.trim()) && !PLACE_CODE.test(value.trim());
  return isText && !words.some(isOther) && values.size <= MAX_CATEGORIES && [...values].every(isName);
}

function isDate(value: string): boolean {
  return dateToUtcMs(value.slice(0, 10)) !== undefined;
}

/** Texts come first, then the names that mention risk most clearly, then fields that vary. */
function compareClarity(a: Field, b: Field): number {
  const vagueness = (field: Field): number => {
    const index = RISK_WORDS.findIndex((word) => speaksOf(field, word));
    return index === -1 ? RISK_WORDS.length : index;
  };
  const varies = ({ values }: Field): number => Number(values.size > 1);
  return Number(b.isText) - Number(a.isText) || vagueness(a) - vagueness(b) || varies(b) - varies(a);
}
