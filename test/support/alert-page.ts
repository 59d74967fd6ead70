import type { AlertPages } from "../../src/api/alert-pages.ts";
import type { Envelope } from "../../src/api/answer.ts";

/** A page that says nothing at all. */
export const NOTHING: Envelope = {
  records: [],
  generatedAt: null,
  granularity: null,
  windowHours: null,
  horizon: undefined,
  total: null,
  page: null,
  pageSize: null,
  hasMore: null,
};

/** A page with a record for each ZIP. */
export const page = (zips: readonly string[], fields: Partial<Envelope> = {}): Envelope => ({
  ...NOTHING,
  records: zips.map((zip) => ({ zip })),
  ...fields,
});

/** What a page says of those after it. */
export const MORE = { hasMore: true };
export const LAST = { hasMore: false };

/** The ZIPs read, in their order. */
export const zipsOf = (pages: AlertPages) => pages.records.map(({ zip }) => zip);
