import { type Result, success } from "../../domain/failure.ts";
import type { LevelOrder } from "../../domain/level-order.ts";
import { textOf } from "../../domain/record.ts";
import { riskFieldOf } from "../../domain/risk-field.ts";
import { unplacedCount, withLostZeros } from "../../domain/zip.ts";
import { riskEndpoint } from "../contract/endpoint.ts";
import type { Call, RiskDay } from "../model/api.ts";
import type { Caller } from "../request/shared.ts";
import type { Envelope } from "./answer.ts";
import { askData, type DataParts, isWhole, sharedAnswer } from "./data-api.ts";
import { mayStandIn, REPORTED_AGE_MS } from "./memory.ts";
import { zipIndex } from "./zip-index.ts";

interface RiskQuery {
  readonly granularity: string;
  /** Explicit, so that an answer for "tomorrow" cannot outlive UTC midnight. */
  readonly date: string;
}

/** One day, and when its request was sent. */
interface ReadDay {
  readonly day: RiskDay;
  readonly sentMs: number;
}

/** Reads five-day risk. Each date and granularity bills one request; memory keeps its answer for the TTL (G-memory). */
export function riskReader(parts: DataParts & { readonly riskLevels: LevelOrder }) {
  const { clock, shared, memory, ttlMs, riskUrl, seen, riskLevels } = parts;

  async function ask(query: RiskQuery, key: string, caller: Caller): Promise<Result<ReadDay>> {
    const endpoint = riskEndpoint(riskUrl, query);
    const answer = await sharedAnswer(parts, `risk ${key}`, caller, () => askData(parts, endpoint, caller));
    if (!answer.ok) return answer;
    const { bytes, sentMs, envelope } = answer.value;
    const read: ReadDay = { day: riskDayOf(envelope), sentMs };
    if (ttlMs > 0) memory.set("risk", key, read, bytes);
    seen.dates.add(query.date);
    seen.granularities.add(query.granularity);
    const field = riskFieldOf(envelope.records, riskLevels);
    const risks = new Set(field === undefined ? [] : envelope.records.map((record) => textOf(record[field])));
    for (const value of risks) if (value !== "") seen.risks.add(value);
    return success(read);
  }

  return async (query: RiskQuery, call: Call): Promise<Result<RiskDay>> => {
    const askedMs = clock.monotonicMs();
    const key = JSON.stringify([query.granularity, query.date]);
    const kept = memory.get<ReadDay>("risk", key);
    if (kept !== undefined && askedMs - kept.sentMs < ttlMs) {
      call.usage.answeredFromMemory("risk", askedMs - kept.sentMs);
      return success(kept.day);
    }
    const read = await shared.join(`risk ${key}`, "risk", call, (caller) => ask(query, key, caller));
    const nowMs = clock.monotonicMs();
    if (read.ok) {
      const { day, sentMs } = read.value;
      if (sentMs <= askedMs - REPORTED_AGE_MS) call.usage.answeredFromMemory("risk", nowMs - sentMs);
      return success(day);
    }
    if (kept === undefined || !kept.day.complete || !mayStandIn(read.failure, nowMs - kept.sentMs, ttlMs)) return read;
    call.usage.answeredFromMemory("risk", nowMs - kept.sentMs, read.failure);
    return success(kept.day);
  };
}

function riskDayOf(envelope: Envelope): RiskDay {
  const { generatedAt, granularity, horizon } = envelope;
  const records = withLostZeros(envelope.records, granularity);
  return {
    records,
    at: zipIndex(records),
    unplaced: unplacedCount(records),
    generatedAt,
    granularity,
    horizon,
    complete: isWhole(envelope),
  };
}
