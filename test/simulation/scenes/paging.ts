import type { Fault } from "../../support/sandbox.ts";
import { OWN_LEVEL, type Plot, type Scene, warm } from "../plot.ts";
import { chance, pick } from "../random.ts";

/** The `meta` of a page. */
export interface Meta {
  readonly generatedAt?: string;
  readonly total?: number;
  readonly page?: number;
  readonly pageSize?: number;
  readonly hasMore?: boolean;
}

/** One record: its ZIP, or its ZIP and a field that differs between records of one ZIP. */
export type Sent = string | readonly [zip: string, newField: number];

/** The service sends these pages in turn, whatever the request, all of one time. Two calls ask for them. */
export function readPages(plot: Plot, pages: readonly (readonly [Meta, readonly Sent[]])[]): void {
  for (const [meta, records] of pages) {
    const data = records.map((sent) => {
      const [zip, ...others] = typeof sent === "string" ? [sent] : sent;
      return { zip, temperatureLevel: OWN_LEVEL, ...(others.length > 0 ? { newField: others[0] } : {}) };
    });
    const body = { data, meta: { generatedAt: "2026-07-09T12:03:00Z", granularity: "zip5", ...meta } };
    plot.fault(0, { product: "alerts", kind: "body", status: 200, body } satisfies Fault);
  }
  for (const atMs of [0, 3_000]) plot.call(atMs, 25_000, () => warm);
}

/** Pages without `hasMore`. The end shows in `total`, in a shorter last page, or not at all. */
const silentPages: Scene = (random, plot) => {
  const size = { pageSize: 3 };
  const total = pick(random, [{ total: 6 }, { total: 6 }, {}]);
  const last = chance(random, 0.7) ? ["85005", "85006", "85007"] : ["85005"];
  const second = chance(random, 0.5) ? { ...size, page: 2 } : {};
  readPages(plot, [
    [{ ...size, ...total, page: 1 }, ["85001", "85003", "85004"]],
    [{ ...second, ...total }, last],
  ]);
};

/** The service counts pages from 0. */
const pagesFromZero: Scene = (random, plot) => {
  const meta = { pageSize: 2, ...pick(random, [{ total: 5 }, {}]) };
  const silent = chance(random, 0.3);
  const page = (number: number): Meta => ({ ...meta, page: number, ...(silent ? {} : { hasMore: number < 2 }) });
  readPages(plot, [
    [page(0), ["85001", "85003"]],
    [page(1), ["85004", "85005"]],
    [page(2), ["85006"]],
  ]);
};

/** Pages of one time that overlap, so that some records come twice. */
const overlappingPages: Scene = (random, plot) => {
  const silent = chance(random, 0.5);
  const page = (number: number, hasMore: boolean): Meta => ({
    total: 5,
    page: number,
    pageSize: 3,
    ...(silent ? {} : { hasMore }),
  });
  const isShort = chance(random, 0.5);
  readPages(plot, [
    [page(1, true), ["85001", "85003", "85004"]],
    [page(2, !isShort), ["85004", "85005"]],
    ...(isShort ? [] : [[page(3, false), ["85006"]] as const]),
  ]);
};

/** Different records of one ZIP, on one page or on two. */
const recordsOfOneZip: Scene = (random, plot) => {
  const meta = { pageSize: 2, ...pick(random, [{ total: 4 }, {}]) };
  const [first, second, third, fourth] = pick<readonly Sent[]>(random, [
    [["85001", 1], ["85001", 2], "85003", "85004"],
    [["85001", 1], "85003", ["85001", 2], "85004"],
    ["85001", ["85003", 1], ["85003", 2], ["85003", 3]],
  ]) as [Sent, Sent, Sent, Sent];
  readPages(plot, [
    [{ ...meta, page: 1, hasMore: true }, [first, second]],
    [{ ...meta, page: 2, hasMore: false }, [third, fourth]],
  ]);
};

export const PAGING: readonly Scene[] = [silentPages, pagesFromZero, overlappingPages, recordsOfOneZip];
