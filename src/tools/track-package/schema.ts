import { z } from "zod";
import { cleanText } from "../../domain/clean.ts";
import { instantOf, readDatetime } from "../../domain/datetime.ts";
import { idsIn, MAX_IDS } from "../../domain/package-ids.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../domain/time-units.ts";
import { flag, number, row, text } from "../answer/schema-parts.ts";
import { detailSchema } from "../parameter.ts";

/** Longer than any order or tracking number (service.md 8.5 bounds the caller's own ids at 50). */
const MAX_ID_CHARS = 100;
/** Whole records of more packages would not fit into a model's context. */
export const MAX_IN_FULL = 10;
const MAX_PASTED_LIST_CHARS = 12_000;

/** A spreadsheet writes long numbers so, and loses their digits. */
const ROUNDED = /^\d+(?:\.\d+)?E\+\d+$/i;

const ids = z
  .array(z.string().max(MAX_PASTED_LIST_CHARS))
  .min(1)
  .max(MAX_IDS)
  .transform((texts, context) => {
    const numbers = texts.flatMap(idsIn);
    const refuse = (message: string): void => context.addIssue({ code: "custom", message });
    if (numbers.length === 0) refuse("should hold a number");
    if (numbers.length > MAX_IDS)
      refuse(`should hold at most ${MAX_IDS} numbers, not ${numbers.length}: ask for the others in another call`);
    for (const number of numbers) {
      const isText = number.isWellFormed() && cleanText(number) === number.replace(/ {2,}/g, " ");
      if (number.length > MAX_ID_CHARS)
        refuse(`should hold numbers of at most ${MAX_ID_CHARS} characters, with commas or line breaks between them`);
      else if (ROUNDED.test(number))
        refuse(`"${number}" was rounded by a spreadsheet: format the column as text, and copy the whole number`);
      else if (/^\.+$/.test(number) || !isText) refuse(`"${cleanText(number)}" is not an order or tracking number`);
    }
    return [...new Set(numbers)];
  });

const UNITS_MS: Readonly<Record<string, number>> = { min: MINUTE_MS, h: HOUR_MS, d: DAY_MS, w: 7 * DAY_MS };

/** The instant of `12h`, `24 hours` or `2 days ago`, or of a time with its zone; undefined for other texts. */
export function readSince(text: string, nowMs: number): number | undefined {
  const ago = /^(?:since |last |past )?(\d{1,4}) ?(min|h|d|w)(?:s|utes?|rs?|ours?|ays?|eeks?)?(?: ago)?$/i.exec(
    text.trim(),
  );
  if (ago === null) return instantOf(readDatetime(text));
  return nowMs - Number(ago[1]) * (UNITS_MS[ago[2]?.toLowerCase() ?? ""] ?? 0);
}

export const input = z.strictObject({
  ids: ids.meta({
    description: "order or tracking numbers, one per item, 100 at most",
    synonyms: ["order", "package", "number"],
  }),
  limit: z.int().min(1).max(MAX_IDS).optional().describe("rows, 1 to 100, default 20"),
  checkHeat: z
    .boolean()
    .optional()
    .describe("alert levels (no degrees) at last place and destination, forecast of the due day"),
  since: z
    .string()
    .refine(
      (text) => readSince(text, 0) !== undefined,
      "should be an instant, yyyy-MM-ddTHH:mm with Z or an offset, or hours or days back, such as 12h",
    )
    .optional()
    .describe("scans since an ISO instant with zone, or 12h, 2d"),
  detail: detailSchema(`adds the whole record and all scans, of ${MAX_IN_FULL} packages at most`),
});

const texts = z.array(z.string());
/** The most used members have types; the description names the others. */
const packageRow = row({
  id: z.string(),
  found: flag.describe("null: not known"),
  reason: text,
  status: text,
  to: row({}).nullable(),
  carrier: text,
  service: text,
  refrigerated: flag,
  reIced: flag,
  scheduled: text,
  scheduleSlipHours: number,
  delivered: text,
  deliveredLateHours: number,
  overdue: flag,
  lastScan: row({}).nullable().describe("description, city, state, at, local, timeZone, hoursAgo"),
  heat: row({})
    .nullable()
    .describe("alerts at destination, lastPlace ([] none, null unknown), their dataOf, stale; dueDay"),
}).describe(
  "also overdueHours (negative: hours left), signatureRequired, orderNumber, trackingNumber, tier, deliveryLocation, givenToCarrier, originalScheduled, weightLb",
);

export const output = z.object({
  attention: z.array(row({ id: z.string(), kinds: texts, reasons: texts })),
  packages: z.array(packageRow),
  listed: z.number(),
  others: z
    .array(row({ status: text, carrier: z.string(), due: z.string(), count: z.number(), ids: texts }))
    .optional(),
  since: row({}).optional(),
  notLookedUp: z.array(z.string()).optional(),
});

export type Arguments = z.output<typeof input>;
export type Structured = z.input<typeof output>;
