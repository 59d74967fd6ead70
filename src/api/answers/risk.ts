import { type Result, success } from "../../domain/failure.ts";
import type { LevelOrder } from "../../domain/level-order.ts";
import { textOf } from "../../domain/record.ts";
import { riskFieldOf } from "../../domain/risk-field.ts";
import { unplacedCount, withLostZeros } from "../../domain/zip.ts";
import { type Endpoint, riskEndpoint } from "../contract/endpoint.ts";
import type { Call, RiskDay } from "../model/api.ts";
import type { Caller } from "../request/shared.ts";
import { askData, type DataParts, indexed, letOthersRun, type Read, sharedRead } from "./data-api.ts";
import { mayStandIn, REPORTED_AGE_MS } from "./memory.ts";

interface RiskQuery {
  readonly granularity: string;
  /** Explicit, so that an answer for "tomorrow" cannot outlive UTC midnight. */
  readonly date: string;
}

/** Reads five-day risk. Each date and granularity bills one request; memory keeps its answer for the TTL (G-memory). */
export function riskReader(parts: DataParts & { readonly riskLevels: LevelOrder }) {
  const { clock, shared, memory, ttlMs, riskUrl, seen, riskLevels } = parts;

  async function readDay(endpoint: Endpoint, caller: Caller): Promise<Result<Read<Omit<RiskDay, "at">>>> {
    const answer = await askData(parts, endpoint, caller);
    if (!answer.ok) return answer;
    const { bytes, sentMs, generatedAt, granularity, horizon, hasMore, total } = answer.value;
    const records = withLostZeros(answer.value.records, granularity);
    const complete = hasMore !== true && records.length >= (total ?? 0);
    const unplaced = unplacedCount(records);
    const data = { records, unplaced, generatedAt, granularity, horizon, complete };
    return success({ data, isWhole: complete, bytes, sentMs });
  }

  async function ask(query: RiskQuery, key: string, caller: Caller): Promise<Result<Read<RiskDay>>> {
    const endpoint = riskEndpoint(riskUrl, query);
    const read = await sharedRead(parts, caller, {
      name: `risk day ${key}`,
      read: () => readDay(endpoint, caller),
    });
    if (!read.ok) return read;
    await letOthersRun(read.value.bytes);
    const day = indexed(read.value);
    const { records } = day.data;
    if (ttlMs > 0) memory.set("risk", key, day, day.bytes);
    seen.add("dates", [query.date]);
    seen.add("granularities", [query.granularity]);
    const field = riskFieldOf(records, riskLevels);
    if (field !== undefined)
      seen.add(
        "risks",
        records.map((record) => textOf(record[field])),
      );
    return success(day);
  }

  return async (query: RiskQuery, call: Call): Promise<Result<RiskDay>> => {
    const askedMs = clock.monotonicMs();
    const key = JSON.stringify([query.granularity, query.date]);
    const kept = memory.get<Read<RiskDay>>("risk", key);
    if (kept !== undefined && askedMs - kept.sentMs < ttlMs) {
      call.usage.answeredFromMemory("risk", askedMs - kept.sentMs);
      return success(kept.data);
    }
    const start = (caller: Caller) => ask(query, key, caller);
    const read = await shared.join({ key: `risk ${key}`, product: "risk", start }, call);
    const nowMs = clock.monotonicMs();
    if (read.ok) {
      const { data, sentMs } = read.value;
      if (sentMs <= askedMs - REPORTED_AGE_MS) call.usage.answeredFromMemory("risk", nowMs - sentMs);
      return success(data);
    }
    if (kept === undefined || !kept.isWhole || !mayStandIn(read.failure, nowMs - kept.sentMs, ttlMs)) return read;
    call.usage.answeredFromMemory("risk", nowMs - kept.sentMs, read.failure);
    return success(kept.data);
  };
}
