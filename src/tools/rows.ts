import type { ServiceRecord } from "../api/schema.ts";
import { allLeftOut, isWhole, type LeftOut } from "./left-out.ts";
import { CUTS, shrink, tidy } from "./shrink.ts";
import { fieldsText } from "./text.ts";
import { estimateJsonTokens, estimateTokens } from "./tokens.ts";

/** Rows that a default answer lists even where they take it beyond its usual size. */
const MIN_ROWS = 5;

/** Fields of a record that are kept before others. */
const ESSENTIAL = new Set(["zip", "temperatureLevel"]);

/** Tokens that each channel of an answer takes, estimated. */
export interface Size {
  readonly text: number;
  readonly json: number;
}

/** How far rows may fill an answer: `base` is there already, `usual` may be passed for five rows, `most` never. */
export interface Room {
  readonly base: Size;
  readonly usualTokens: number;
  readonly mostTokens: number;
}

/** The rows of an answer: each record as read and as shown (cleaned), in order. */
export interface FittedRows {
  readonly shown: ReadonlyMap<ServiceRecord, ServiceRecord>;
  /** What of the only row was left out, where not even one fitted whole. */
  readonly leftOut: LeftOut;
  /** What the answer takes with them. */
  readonly size: Size;
}

/** The size of an answer's text lines and of its structured content. */
export function sizeOf(lines: readonly string[], structured: unknown): Size {
  return { text: estimateTokens(lines.join("\n")), json: estimateJsonTokens(structured) };
}

/** Takes records in order, as many as there is room for. */
export function fitRows(records: readonly ServiceRecord[], { base, usualTokens, mostTokens }: Room): FittedRows {
  const shown = new Map<ServiceRecord, ServiceRecord>();
  let size = base;
  for (const record of records) {
    const { value: row, leftOut } = tidy(record, ESSENTIAL);
    if (!isWhole(leftOut)) break;
    const after = plus(size, rowSize(row));
    const tokens = Math.max(after.text, after.json);
    if (tokens > mostTokens || (tokens > usualTokens && shown.size >= MIN_ROWS)) break;
    size = after;
    shown.set(record, row);
  }
  const [first] = records;
  return shown.size > 0 || first === undefined
    ? { shown, leftOut: allLeftOut([]), size }
    : cutRow(first, base, mostTokens);
}

/** One record that is larger than the room: its ZIP and level first, then what fits. */
function cutRow(record: ServiceRecord, base: Size, mostTokens: number): FittedRows {
  const whole = tidy(record, ESSENTIAL);
  for (const limits of CUTS) {
    const { value, leftOut } = shrink(whole, limits, ESSENTIAL);
    const size = plus(base, rowSize(value));
    if (Math.max(size.text, size.json) <= mostTokens) {
      return { shown: new Map([[record, value]]), leftOut, size };
    }
  }
  return { shown: new Map(), leftOut: allLeftOut([]), size: base };
}

/** Those of `records` that are shown, as shown. */
export function shownOf(records: readonly ServiceRecord[], { shown }: FittedRows): readonly ServiceRecord[] {
  return records.map((record) => shown.get(record)).filter((row) => row !== undefined);
}

function rowSize(row: ServiceRecord): Size {
  // One more for what separates it from the next.
  return { text: estimateTokens(fieldsText(row)) + 1, json: estimateJsonTokens(row) + 1 };
}

function plus(a: Size, b: Size): Size {
  return { text: a.text + b.text, json: a.json + b.json };
}
