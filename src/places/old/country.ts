/** The United States as people write them, and what parts them from other words. */
const NAME = String.raw`(?:the\s+)?(?:usa|u\.?\s?s\.?(?:\s?a\.?)?|united\s+states(?:\s+of\s+america)?)`;
const MARKS = String.raw`\s,;:/()–—-`;
/** `America` counts by itself or set off alone: South America is none, and the Mall of America in Minnesota. */
const AFTER = new RegExp(String.raw`(?:(?:^|[${MARKS}]+)${NAME}|(?:^|[,;:/(])\s*america)[${MARKS}]*$`, "i");
const BEFORE = new RegExp(`^[${MARKS}]*${NAME}(?=[${MARKS}])[${MARKS}]*`, "i");

/** Of a state's code in ISO 3166-2, `US-AZ`, which some data write `US_AZ`. */
const ISO_COUNTRY = /\bUS[-_](?=[A-Z]{2}$)/i;

/** A text without the name of the United States at its end: `Phoenix, AZ` of `Phoenix, AZ, USA`. */
export function withoutCountryAfter(text: string): string {
  return text.replace(AFTER, "").replace(ISO_COUNTRY, "");
}

/** The same at either end: a ZIP code may stand after the country, too. */
export function withoutCountry(text: string): string {
  return withoutCountryAfter(text).replace(BEFORE, "");
}
