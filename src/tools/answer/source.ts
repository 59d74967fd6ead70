import { z } from "zod";
import type { CallUsage, UsageReport } from "../../api/model/usage.ts";
import { cleanText } from "../../domain/clean.ts";
import { compact } from "../../domain/collections.ts";
import { timestampMs, utcTimestamp } from "../../domain/datetime.ts";
import type { Product } from "../../domain/product.ts";
import { defined } from "../../domain/record.ts";
import { ageText } from "../../domain/time-units.ts";
import { row } from "./schema-parts.ts";
import { utcText } from "./words.ts";

/** Advertises only the members that every structured answer has. */
export const sourceSchema = row({ data: z.string(), billableRequests: z.number() });

type Source = ReturnType<typeof sourceOf>;

interface DayBill {
  /** Null while it is not known what the other processes were billed. */
  readonly billed: number | null;
  readonly limit: number;
  /** Absent if `billed` counts all processes. */
  readonly countedBy?: "this process";
}

export interface CallFacts {
  readonly product: Product;
  readonly spent: CallUsage;
  /** The part of the bill and the requests that the caller may see. */
  readonly usage: UsageReport | undefined;
  readonly sandbox: boolean;
  readonly nowMs: number;
  /** The bill of the UTC day so far, if it is limited: the caller's own, or else the account's. */
  readonly day?: DayBill | undefined;
}

/** `dataOf` is `meta.generatedAt` as sent. */
export function sourceOf(dataOf: string | null | undefined, { product, spent, usage, sandbox, nowMs, day }: CallFacts) {
  const { data, ageMs } = spent.sourceOf(product);
  const ageSeconds = Math.floor(ageMs / 1000);
  return {
    data,
    ...defined({
      ageSeconds: ageSeconds > 0 || data !== "live" ? ageSeconds : undefined,
      dataOf: typeof dataOf === "string" ? cleanText(dataOf, 40) : undefined,
      billableRequests: usage?.billableRequests,
      maybeBilled: usage?.maybeBilled || undefined,
      billedToday: day?.billed,
      dailyLimit: day?.limit,
      countedBy: day?.countedBy,
      sandbox: sandbox || undefined,
    }),
    now: utcTimestamp(Math.floor(nowMs / 1000) * 1000),
  };
}

/** `Live, data of 2026-11-23 08:03Z (22 min ago), 24 h window, billed 1.` */
export function sourceLine(source: Source, window: string | undefined, isDated: boolean, nowMs: number): string {
  const { dataOf, sandbox } = source;
  const data = dataOf === undefined ? "data of unknown time" : `data of ${utcText(dataOf)}${agoText(dataOf, nowMs)}`;
  const parts = compact(freshness(source), isDated && data, window, billText(source), dayBillText(source));
  return `${sandbox === true ? "Sandbox data, not the real service. " : ""}${parts.join(", ")}.`;
}

/** Empty if the service's clock is ahead, or if the timestamp is not readable. */
function agoText(dataOf: string, nowMs: number): string {
  const ageMs = nowMs - (timestampMs(dataOf) ?? Number.POSITIVE_INFINITY);
  return ageMs < 0 ? "" : ` (${ageText(Math.floor(ageMs / 1000))} ago)`;
}

function freshness({ data, ageSeconds = 0 }: Source): string {
  if (data === "stale") return "STALE";
  if (data === "cached") return `From memory, fetched ${ageText(ageSeconds)} ago`;
  return ageSeconds > 0 ? `Partly from memory (${ageText(ageSeconds)} old)` : "Live";
}

/** `billed 3, perhaps 4`; empty if callers see no bill. */
export function billText({ billableRequests, maybeBilled = 0 }: Pick<Source, "billableRequests" | "maybeBilled">) {
  if (billableRequests === undefined) return "";
  return `billed ${billableRequests}${maybeBilled === 0 ? "" : `, perhaps ${billableRequests + maybeBilled}`}`;
}

/** `37 of 200 today by this process`; empty without a limit. */
function dayBillText({ billedToday, dailyLimit, countedBy }: Source): string {
  if (dailyLimit === undefined) return "";
  if (billedToday === null) return `today's bill not known, limit ${dailyLimit}`;
  return `${billedToday} of ${dailyLimit} today${countedBy === undefined ? "" : ` by ${countedBy}`}`;
}
