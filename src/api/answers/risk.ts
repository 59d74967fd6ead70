import { type Result, success } from "../../domain/failure.ts";
import type { LevelOrder } from "../../domain/level-order.ts";
import { textOf } from "../../domain/record.ts";
import { riskFieldOf } from "../../domain/risk-field.ts";
import { unplacedCount, withLostZeros } from "../../domain/zip.ts";
import { letOthersRun } from "../../runtime/turns.ts";
import { type DataEndpoint, dataEndpoint } from "../contract/endpoint.ts";
import type { Call, RiskDay } from "../model/api.ts";
import type { Waiters } from "../request/shared.ts";
import { askData, type DataParts, type Fetched, fetchShared, indexed } from "./data-api.ts";
import { mayStandIn, REPORTED_AGE_MS } from "./memory.ts";

/** A type, since an interface is no `DataQuery`. */
type DayQuery = {
  readonly granularity: string;
  /** Explicit, so that an answer for "tomorrow" cannot outlive UTC midnight. */
  readonly date: string;
};

/** Reads five-day risk. Each date and granularity bills one request; memory keeps its answer for the TTL (G-memory). */
export function riskReader(parts: DataParts & { readonly riskLevels: LevelOrder }) {
  const { clock, shared, memory, ttlMs, seen, riskLevels } = parts;

  async function fetchDay(endpoint: DataEndpoint, waiters: Waiters): Promise<Result<Fetched<Omit<RiskDay, "at">>>> {
    const answer = await askData(parts, endpoint, waiters);
    if (!answer.ok) return answer;
    const { bytes, sentMs, generatedAt, granularity, horizon, hasMore, total } = answer.value;
    const records = withLostZeros(answer.value.records, granularity);
    const complete = hasMore !== true && records.length >= (total ?? 0);
    const unplaced = unplacedCount(records);
    const data = { records, unplaced, generatedAt, granularity, horizon, complete };
    return success({ data, isWhole: complete, bytes, sentMs });
  }

  async function ask(query: DayQuery, key: string, waiters: Waiters): Promise<Result<Fetched<RiskDay>>> {
    const endpoint = dataEndpoint("risk", query);
    const fetched = await fetchShared(parts, waiters, {
      name: `risk day ${key}`,
      fetch: () => fetchDay(endpoint, waiters),
    });
    if (!fetched.ok) return fetched;
    await letOthersRun(fetched.value.bytes);
    const day = indexed(fetched.value);
    const { records } = day.data;
    if (ttlMs > 0) memory.set("risk", key, day, day.bytes);
    seen.add("dates", [query.date]);
    seen.add("granularities", [query.granularity]);
    const field = riskFieldOf(records, riskLevels);
    const risks = field === undefined ? [] : records.map((record) => textOf(record[field]));
    seen.add("risks", risks);
    return success(day);
  }

  return async (query: DayQuery, call: Call): Promise<Result<RiskDay>> => {
    const askedMs = clock.monotonicMs();
    const key = JSON.stringify([query.granularity, query.date]);
    const kept = memory.get<Fetched<RiskDay>>("risk", key);
    if (kept !== undefined && askedMs - kept.sentMs < ttlMs) {
      call.usage.answeredFromMemory("risk", askedMs - kept.sentMs);
      return success(kept.data);
    }
    const start = (waiters: Waiters) => ask(query, key, waiters);
    const asked = await shared.join({ key: `risk ${key}`, product: "risk", start }, call);
    const nowMs = clock.monotonicMs();
    if (asked.ok) {
      const { data, sentMs } = asked.value;
      if (sentMs <= askedMs - REPORTED_AGE_MS) call.usage.answeredFromMemory("risk", nowMs - sentMs);
      return success(data);
    }
    if (kept === undefined || !kept.isWhole || !mayStandIn(asked.failure, nowMs - kept.sentMs, ttlMs)) return asked;
    call.usage.answeredFromMemory("risk", nowMs - kept.sentMs, asked.failure);
    return success(kept.data);
  };
}
