import { dateToUtcMs } from "./calendar.ts";
import { type LevelOrder, severityOf } from "./level-order.ts";
import { type JsonRecord, textOf } from "./record.ts";

/** As many records, taken evenly, show which fields vary. */
const MAX_SAMPLE = 1000;
/** A text field of more values is no category. */
const MAX_CATEGORIES = 12;
/** The clearest first. */
const RISK_WORDS = ["risk", "severity", "level"];
/** A field whose name ends in one of them is not a risk, but a place, an id, a time, a unit or a text. */
const OTHER_WORDS: ReadonlySet<string> = new Set(
  [
    "country county state city region place province locality location area address street zip zipcode postal postcode",
    "lat latitude lon lng long longitude geo fips zone",
    "id ids uuid guid key code iso hash ref index name label",
    "tz timezone date day time timestamp hour year month at from until",
    "unit units uom version model source provider",
    "type note notes comment description message advice url",
  ].flatMap((words) => words.split(" ")),
);
const PLACE_PREFIX = /^(?:country|county|state|city|region|place|postal|zip|location)/;
/** Their values are often the names of levels. */
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
 * The field of risk records that is the risk (service.md 2.2 names none): one whose values stand in the configured order;
 * else one whose name speaks of risk, severity or level, even if it has one value everywhere; else one of a category;
 * else a text of few values that is no place, unit, id or date. Undefined if no field qualifies.
 */
export function riskFieldOf(records: readonly JsonRecord[], order: LevelOrder): string | undefined {
  const fields = fieldsOf(records);
  const isListed = ({ values }: Field): boolean => [...values].some((value) => severityOf(value, order) !== undefined);
  const claims: readonly ((field: Field) => boolean)[] = [
    (field) => (field.isText || speaksOf(field, RISK_WORDS)) && isListed(field),
    (field) => speaksOf(field, RISK_WORDS),
    (field) => speaksOf(field, ["category"]),
    looksLikeCategory,
  ];
  const [best] = claims.flatMap((claim) => fields.filter(claim).toSorted(compareClaimants));
  return best?.name;
}

/** Of fields with the same claim, a text comes first, then one whose name speaks of risk the clearest, then one that varies. */
function compareClaimants(a: Field, b: Field): number {
  const vagueness = (field: Field): number => {
    const index = RISK_WORDS.findIndex((word) => speaksOf(field, [word]));
    return index === -1 ? RISK_WORDS.length : index;
  };
  const varies = ({ values }: Field): number => Number(values.size > 1);
  return Number(b.isText) - Number(a.isText) || vagueness(a) - vagueness(b) || varies(b) - varies(a);
}

/** The scalar fields of up to a thousand records, without ZIP, date, and how sure the forecast is. */
function fieldsOf(records: readonly JsonRecord[]): readonly Field[] {
  const step = Math.max(1, Math.ceil(records.length / MAX_SAMPLE));
  const sample: JsonRecord[] = [];
  for (let index = 0; index < records.length; index += step) sample.push(records[index] ?? {});
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
function speaksOf({ words, values }: Field, wanted: readonly string[]): boolean {
  const last = words.at(-1) ?? "";
  const isOther = OTHER_WORDS.has(last) && last !== "name" && last !== "label" && last !== "index";
  const isWanted = words.some((word) => wanted.some((part) => word.includes(part)));
  return isWanted && !isOther && ![...values].every(isDate);
}

function looksLikeCategory({ words, values, isText }: Field): boolean {
  const isOther = words.some((word) => OTHER_WORDS.has(word) || PLACE_PREFIX.test(word));
  const isName = (value: string): boolean => SHORT_NAME.test(value.trim()) && !PLACE_CODE.test(value.trim());
  return isText && !isOther && values.size <= MAX_CATEGORIES && [...values].every(isName);
}

function isDate(value: string): boolean {
  return dateToUtcMs(value.slice(0, 10)) !== undefined;
}
