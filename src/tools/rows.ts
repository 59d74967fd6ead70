import type { ServiceRecord } from "../api/schema.ts";
import { allLeftOut, isWhole, type LeftOut } from "./left-out.ts";
import { CUTS, shrink, tidy } from "./shrink.ts";
import { fieldsText } from "./text.ts";
import { estimateJsonTokens, estimateTokens } from "./tokens.ts";

/** Rows that a default answer lists even where they take it beyond its usual size. */
const MIN_ROWS = 5;

/** More rows than these are told without their cities rather than cut for them. */
const MANY_ROWS = 10;

const NO_SIZE: Size = { text: 0, json: 0 };

/** Fields of a record that are kept before others. */
const ESSENTIAL = new Set(["zip", "temperatureLevel"]);

/** Tokens that each channel of an answer takes, estimated. */
export interface Size {
  readonly text: number;
  readonly json: number;
}

/** How far rows may fill an answer: `base` is there already, `usual` may be passed for the first rows, `most` never. */
export interface Room {
  readonly base: Size;
  readonly usualTokens: number;
  readonly mostTokens: number;
  /** How many of the first answer what was asked; five are taken in any case. */
  readonly firsts: number;
  /** What telling the place of each of these takes in the text. */
  readonly placeTokens: number;
  /** What naming the place of a record takes: room is kept for it, but not where names alone would leave out records. */
  readonly nameSize?: (record: ServiceRecord) => Size;
}

/** The rows of an answer: each record as read and as shown (cleaned), in order. */
export interface FittedRows {
  readonly shown: ReadonlyMap<ServiceRecord, ServiceRecord>;
  /** What of the only row was left out, where not even one fitted whole. */
  readonly leftOut: LeftOut;
  /** What the answer takes with them. */
  readonly size: Size;
  /** Whether a record was left out since the answer can hold no more. */
  readonly isFull: boolean;
  /** Whether the names of their places have room in it. */
  readonly isNamed: boolean;
}

/** The size of an answer's text lines and of its structured content. */
export function sizeOf(lines: readonly string[], structured: unknown): Size {
  return { text: estimateTokens(lines.join("\n")), json: estimateJsonTokens(structured) };
}

/** Takes records in order, as many as there is room for; of the first any that fits, though one before it does not. */
export function fitRows(records: readonly ServiceRecord[], room: Room): FittedRows {
  const { nameSize } = room;
  const unnamed = filled(records, room, () => NO_SIZE);
  const isLong = unnamed.shown.size === records.length && records.length > MANY_ROWS;
  const rows = nameSize === undefined || isLong ? unnamed : { ...filled(records, room, nameSize), isNamed: true };
  const [first] = records;
  return rows.shown.size > 0 || first === undefined ? rows : cutRow(first, room.base, room.mostTokens);
}

function filled(records: readonly ServiceRecord[], room: Room, nameSize: (record: ServiceRecord) => Size): FittedRows {
  const { base, usualTokens, mostTokens } = room;
  const firsts = Math.max(MIN_ROWS, room.firsts);
  const shown = new Map<ServiceRecord, ServiceRecord>();
  let size = base;
  let isFull = false;
  for (const [index, record] of records.entries()) {
    const { value: row, leftOut } = tidy(record, ESSENTIAL);
    const place = { text: index < room.firsts ? room.placeTokens : 0, json: 0 };
    const after = [rowSize(row), nameSize(record), place].reduce(plus, size);
    const tokens = Math.max(after.text, after.json);
    const fits = isWhole(leftOut) && tokens <= mostTokens;
    if (!fits) isFull = true;
    if (index >= firsts && (!fits || tokens > usualTokens)) break;
    if (!fits) continue;
    size = after;
    shown.set(record, row);
  }
  return { shown, leftOut: allLeftOut([]), size, isFull, isNamed: false };
}

/** One record that is larger than the room: its ZIP and level first, then what fits. */
function cutRow(record: ServiceRecord, base: Size, mostTokens: number): FittedRows {
  const whole = tidy(record, ESSENTIAL);
  for (const limits of CUTS) {
    const { value, leftOut } = shrink(whole, limits, ESSENTIAL);
    const size = plus(base, rowSize(value));
    if (Math.max(size.text, size.json) <= mostTokens) {
      return { shown: new Map([[record, value]]), leftOut, size, isFull: true, isNamed: false };
    }
  }
  return { shown: new Map(), leftOut: allLeftOut([]), size: base, isFull: true, isNamed: false };
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
