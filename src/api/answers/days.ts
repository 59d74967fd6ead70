import { type Result, success } from "../../domain/failure.ts";
import type { LevelOrder } from "../../domain/level-order.ts";
import { textOf } from "../../domain/record.ts";
import { unplacedCount, withLostZeros } from "../../domain/record-zip.ts";
import { riskFieldOf } from "../../domain/risk-field.ts";
import { letOthersRun } from "../../runtime/turns.ts";
import { dataEndpoint } from "../contract/endpoint.ts";
import type { DayQuery, ReadDay, RiskDay } from "../model/api.ts";
import type { RequestCallers } from "../request/callers.ts";
import { afterWait, askData, type DataParts, type Fetched, fetchShared, fromMemory, indexed } from "./data-api.ts";
import { mayStandIn } from "./memory.ts";

/** Each date and granularity bills one request; memory keeps the answer for the TTL (G-memory). */
export function dayReader(parts: DataParts & { readonly riskLevels: LevelOrder }): ReadDay {
  const { clock, product, shared, memory, ttlMs, seen, riskLevels } = parts;

  async function fetchDay(query: DayQuery, callers: RequestCallers): Promise<Result<Fetched<Omit<RiskDay, "at">>>> {
    const answer = await askData(parts, dataEndpoint(product, query), callers);
    if (!answer.ok) return answer;
    const { bytes, sentMs, generatedAt, granularity, horizon, hasMore, total } = answer.value;
    await letOthersRun(bytes);
    const records = withLostZeros(answer.value.records, granularity);
    const complete = hasMore !== true && records.length >= (total ?? 0);
    const data = { records, unplaced: unplacedCount(records), generatedAt, granularity, horizon, complete };
    return success({ data, isWhole: complete, bytes, sentMs });
  }

  async function ask(query: DayQuery, key: string, callers: RequestCallers): Promise<Result<Fetched<RiskDay>>> {
    const fetch = () => fetchDay(query, callers);
    const fetched = await fetchShared(parts, callers.unsentLimits, { name: `${product} day ${key}`, fetch });
    if (!fetched.ok) return fetched;
    await letOthersRun(fetched.value.bytes);
    const day = indexed(fetched.value);
    if (ttlMs > 0) memory.set(product, key, day, day.bytes);
    await letOthersRun(day.bytes);
    seen.add("dates", [query.date]);
    seen.add("granularities", [query.granularity]);
    const { records } = day.data;
    const field = riskFieldOf(records, riskLevels);
    const risks = field === undefined ? [] : records.map((record) => textOf(record[field]));
    seen.add("risks", risks);
    return success(day);
  }

  return async (query, call) => {
    const askedMs = clock.monotonicMs();
    const key = JSON.stringify([query.granularity, query.date]);
    const earlier = memory.get<Fetched<RiskDay>>(product, key);
    if (earlier !== undefined && askedMs - earlier.sentMs < ttlMs) return fromMemory(parts, earlier, call);
    const start = (callers: RequestCallers) => ask(query, key, callers);
    const asked = await shared.join({ key: `${product} ${key}`, product, start }, call);
    if (asked.ok) return afterWait(parts, asked.value, call, askedMs);
    const standsIn = earlier?.isWhole && mayStandIn(asked.failure, clock.monotonicMs() - earlier.sentMs, ttlMs);
    return standsIn ? fromMemory(parts, earlier, call, asked.failure) : asked;
  };
}
