import { type Clock, moment } from "../runtime/clock.ts";
import { readEnvelope } from "./answer.ts";
import type { Call, RiskDay } from "./api.ts";
import type { ContractDrift } from "./drift.ts";
import { riskEndpoint } from "./endpoint.ts";
import { type Result, success } from "./failure.ts";
import type { Flights } from "./flights.ts";
import { Memory, type Remembered, tellAge } from "./memory.ts";
import type { Requests } from "./requests.ts";
import { mayAnswerStale } from "./stale.ts";
import { type MemoryStatus, Seen } from "./status.ts";
import { ZipIndex } from "./zip-index.ts";

/** What reading five-day risk needs. */
export interface RiskParts {
  readonly clock: Clock;
  readonly requests: Requests;
  readonly flights: Flights;
  readonly drift: ContractDrift;
  readonly riskUrl: string;
  readonly ttlMs: number;
}

/**
 * Reads five-day risk, one billable request a day and granularity, remembered for its TTL (DESIGN 4, memory). The date is
 * always explicit, so an answer for "tomorrow" cannot outlive UTC midnight.
 */
export class Risk {
  readonly #parts: RiskParts;
  readonly #memory: Memory<RiskDay>;
  readonly #dates = new Seen();
  readonly #granularities = new Seen();

  constructor(parts: RiskParts) {
    this.#parts = parts;
    this.#memory = new Memory(parts.clock, parts.ttlMs);
  }

  status(): MemoryStatus {
    return this.#memory.status();
  }

  /** Days and granularities that were answered, in the order first seen. */
  seen(): { readonly dates: readonly string[]; readonly granularities: readonly string[] } {
    return { dates: this.#dates.list(), granularities: this.#granularities.list() };
  }

  async read(query: { readonly granularity: string; readonly date: string }, call: Call): Promise<Result<RiskDay>> {
    const { clock, requests, flights, drift, riskUrl } = this.#parts;
    const asked = moment(clock);
    const key = JSON.stringify(["risk", query.granularity, query.date]);
    const known = this.#memory.get(key);
    if (known?.fresh) {
      call.usage.answeredFromMemory("risk", known.ageMs);
      return success(known.entry.value);
    }
    const outcome = await flights.share(key, "risk", call, async (caller) => {
      const endpoint = riskEndpoint(riskUrl, query);
      const answer = await requests.send(endpoint, caller);
      if (!answer.ok) return answer;
      const envelope = readEnvelope(endpoint, answer.value, drift);
      if (!envelope.ok) return envelope;
      const { records, generatedAt, granularity, horizon, hasMore, total } = envelope.value;
      const index = new ZipIndex(records);
      const day: RiskDay = {
        records,
        at: (location) => index.at(location),
        get unplaced() {
          return index.unplaced;
        },
        generatedAt,
        granularity,
        horizon,
        complete: hasMore !== true && records.length >= (total ?? 0),
      };
      const read: Remembered<RiskDay> = { value: day, since: answer.value.askedAt };
      this.#memory.set(key, read, answer.value.bytes);
      this.#dates.add(query.date);
      this.#granularities.add(query.granularity);
      return success(read);
    });
    if (outcome.ok) {
      tellAge(clock, call.usage, "risk", outcome.value.since, asked);
      return success(outcome.value.value);
    }
    if (!mayAnswerStale(outcome.failure)) return outcome;
    const stale = this.#memory.get(key);
    if (stale === undefined) return outcome;
    call.usage.answeredFromMemory("risk", stale.ageMs, outcome.failure);
    return success(stale.entry.value);
  }
}
