import { addDays } from "../../domain/calendar.ts";
import { dateInWords } from "./date-words.ts";
import type { JsonSchema } from "./input-schema.ts";

/** The spellings of each unit, in the singular, and how much it is in the unit that a schema names as its `format`. */
const MEASURES: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  inches: {
    "mm millimeter millimetre": 1 / 25.4,
    "cm centimeter centimetre": 1 / 2.54,
    "m meter metre": 1 / 0.0254,
    'in inch inche "': 1,
    "ft foot feet '": 12,
  },
  pounds: {
    "g gram": 1 / 453.592_37,
    "kg kilo kilogram": 1 / 0.453_592_37,
    "oz ounce": 1 / 16,
    "lb pound #": 1,
  },
};

/** An amount with its unit: `30 cm`, `2.5'`. */
const AMOUNT = /(\d{1,9}(?:[.,]\d{1,9})?)\s{0,3}([a-z"'#]+)\.?/g;

/** `1,500`: a thousand and a half, or one and a half. */
const UNCERTAIN_COMMA = /[1-9]\d{0,2},\d{3}(?!\d)/;

/** The longest value that gets a correction. */
const MAX_CHARS = 100;

/** The date or measure to send instead of one that `rule` refuses. Undefined unless its meaning is certain. */
export function correctionOf(value: unknown, rule: JsonSchema, todays: readonly string[]): string | undefined {
  if (typeof value !== "string" || value.length > MAX_CHARS) return undefined;
  const text = value.trim().toLowerCase();
  if (rule.type === "number") return measureText(text, rule);
  // A date would lose the time of a deadline.
  if (rule.format === "date" || (rule.format === "deadline" && !text.includes(":"))) return dateInWords(text, todays);
  if (rule.format !== "forecast date") return undefined;
  if (text !== "today") return dateInWords(text, todays);
  return `${addDays(todays.at(-1) ?? "", 1)} (forecasts start tomorrow), or for today use check_heat_alerts`;
}

/** The units that the members of an object are measured in: `inches and pounds`. Empty if they have none. */
export function unitsText({ properties = {} }: JsonSchema): string {
  const formats = Object.values(properties).flatMap(({ format = "" }) => (format in MEASURES ? [format] : []));
  return [...new Set(formats)].join(" and ");
}

/** `a number`, or `a number of inches`. */
export function numberText({ format = "" }: JsonSchema): string {
  return format in MEASURES ? `a number of ${format}` : "a number";
}

/** How much `unit` is in the unit named `format`. Ignores a plural's s. */
function factorOf(unit: string, format: string): number | undefined {
  const known = Object.entries(MEASURES[format] ?? {});
  return known.find(([names]) => [unit, unit.replace(/s$/, "")].some((name) => names.split(" ").includes(name)))?.[1];
}

/** A length or weight with its unit, such as `30 cm` or `2 lb 3 oz`, as the number in the unit of the schema. */
function measureText(text: string, { format = "" }: JsonSchema): string | undefined {
  const amounts = [...text.matchAll(AMOUNT)].map(([, digits = "", unit = ""]) => {
    const factor = factorOf(unit, format) ?? Number.NaN;
    return { factor, amount: Number(digits.replace(",", ".")) * factor };
  });
  const isRead = !UNCERTAIN_COMMA.test(text) && text.replace(AMOUNT, "").replace(/and|,/g, "").trim() === "";
  const total = amounts.reduce((sum, { amount }) => sum + amount, 0);
  // A sum of pounds and ounces is exact to sixteenths.
  const meant = Number(total.toFixed(amounts.length > 1 ? 2 : 1));
  if (!isRead || !(meant > 0)) return undefined;
  // A caller who writes one side in centimetres may mean the bare numbers beside it so, too.
  const isConverted = format === "inches" && amounts.some(({ factor }) => factor !== 1);
  return isConverted ? `${meant}, and every side in inches` : `${meant}`;
}
