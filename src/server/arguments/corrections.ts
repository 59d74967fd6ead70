import { addDays } from "../../domain/calendar.ts";
import { dateInWords } from "./date-words.ts";
import type { JsonSchema } from "./input-schema.ts";

/** How much each unit is in the unit of a schema, by its spellings. A plural `s` may follow. */
const MEASURES = {
  inches: {
    "mm millimeter millimetre": 1 / 25.4,
    "cm centimeter centimetre": 1 / 2.54,
    "m meter metre": 1 / 0.0254,
    'in inch inches "': 1,
    "ft foot feet '": 12,
  },
  pounds: {
    "g gram": 1 / 453.592_37,
    "kg kilo kilogram": 1 / 0.453_592_37,
    "oz ounce": 1 / 16,
    "lb pound #": 1,
  },
} as const;

type Unit = keyof typeof MEASURES;

/** An amount with its unit: `30 cm`, `2.5'`. */
const AMOUNT = /(\d{1,9}(?:[.,]\d{1,9})?)\s{0,3}([a-z"'#]+)\.?/g;

/** `1,500`: a thousand and a half, or one and a half. */
const UNCERTAIN_COMMA = /[1-9]\d{0,2},\d{3}(?!\d)/;

const MAX_CORRECTED_CHARS = 100;

/** The date or measure to send instead of one that `rule` refuses. Undefined unless its meaning is certain. */
export function correctionOf(value: unknown, rule: JsonSchema, todays: readonly string[]): string | undefined {
  if (typeof value !== "string" || value.length > MAX_CORRECTED_CHARS) return undefined;
  const text = value.trim().toLowerCase();
  if (rule.unit !== undefined) return measureText(text, rule.unit);
  // A date would lose the time of a deadline.
  if (rule.holds === undefined || (rule.holds === "deadline" && text.includes(":"))) return undefined;
  if (rule.holds !== "forecast date" || text !== "today") return dateInWords(text, todays);
  return `${addDays(todays.at(-1) ?? "", 1)} (forecasts start tomorrow), or for today use check_heat_alerts`;
}

/** The units that the members of an object are measured in: `inches and pounds`. */
export function unitsText({ properties = {} }: JsonSchema): string {
  return [...new Set(Object.values(properties).flatMap(({ unit }) => unit ?? []))].join(" and ");
}

/** A length or weight such as `30 cm` or `2 lb 3 oz`, as a number of `wanted` units. */
function measureText(text: string, wanted: Unit): string | undefined {
  const isRead = !UNCERTAIN_COMMA.test(text) && text.replace(AMOUNT, "").replace(/and|,/g, "").trim() === "";
  if (!isRead) return undefined;
  const amounts = [...text.matchAll(AMOUNT)];
  let total = 0;
  let isConverted = false;
  for (const [, digits = "", unit = ""] of amounts) {
    const factor = factorOf(unit, wanted);
    if (factor === undefined) return undefined;
    total += Number(digits.replace(",", ".")) * factor;
    isConverted ||= factor !== 1;
  }
  // A sum of pounds and ounces is exact to sixteenths.
  const rounded = Number(total.toFixed(amounts.length > 1 ? 2 : 1));
  if (rounded === 0) return undefined;
  // A caller who writes one side in centimetres may mean centimetres for the bare numbers, too.
  return wanted === "inches" && isConverted ? `${rounded}, and every side in inches` : `${rounded}`;
}

function factorOf(unit: string, wanted: Unit): number | undefined {
  const singular = unit.replace(/s$/, "");
  const measure = Object.entries(MEASURES[wanted]).find(([spellings]) =>
    spellings.split(" ").some((spelling) => spelling === unit || spelling === singular),
  );
  return measure?.[1];
}
