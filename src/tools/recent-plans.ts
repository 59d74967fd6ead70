import type { Call } from "../api/model/api.ts";
import { utcDate } from "../domain/calendar.ts";
import { type Failure, failed, type Result, success } from "../domain/failure.ts";
import type { JsonRecord } from "../domain/record.ts";
import { MINUTE_MS } from "../domain/time-units.ts";
import type { Clock } from "../runtime/clock.ts";
import { waitWithin } from "../runtime/waiting.ts";

/** How long an equal request gets the same plan, counted from its answer. */
const MAX_AGE_MS = 15 * MINUTE_MS;
/** The most finished requests, and the most ids of plans, that a process keeps for all principals together. */
const MAX_KEPT = 500;
/** These failures end the call that asked first, but not its request, which was not sent. */
const UNSENT: ReadonlySet<Failure["kind"]> = new Set(["cancelled", "timeout", "billing_limit", "rate_limited"]);

export interface PlanRequest {
  readonly principal: string;
  /** The body of `POST /shipments`. */
  readonly body: JsonRecord;
}

export interface RecentPlan {
  readonly shipment: JsonRecord;
  /** How long ago an equal request made the plan; 0 if it was under way. Absent for a plan made now. */
  readonly madeAgoMs?: number;
}

/** A request that made a plan, or may have made one. */
interface Finished {
  readonly request: PlanRequest;
  readonly result: Result<JsonRecord>;
  readonly atMs: number;
}

/** Remembers plans, so that a repeated request makes no second one (G-plans). One for each process. */
export class RecentPlans {
  readonly #clock: Clock;
  readonly #underWay = new Map<string, Promise<Result<JsonRecord>>>();
  /** The longest kept first. */
  readonly #finished = new Map<string, Finished>();
  /** Principals with the ids of their plans, the oldest first. Ids outlive the requests, whose bodies hold addresses. */
  readonly #ids = new Set<string>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * Makes the plan by `send`, unless an equal request made one, is under way, or ended without a known outcome. Equal
   * means the same body of the same principal. `forceRetrieveRates` is no part of it: it asks anew once the first ended.
   */
  async plan(request: PlanRequest, call: Call, send: () => Promise<Result<JsonRecord>>): Promise<Result<RecentPlan>> {
    this.#forgetOld();
    const key = this.#keyOf(request);
    const underWay = this.#underWay.get(key);
    if (underWay !== undefined) {
      const joined = await this.#join(underWay, call);
      // Else that call gave up unsent: begin again.
      return joined ?? this.plan(request, call, send);
    }
    const finished = this.#finished.get(key);
    const isForced = request.body["forceRetrieveRates"] === true;
    if (finished !== undefined && !isForced) return this.#repeat(finished, call);
    const sent = send()
      .then((result) => this.#remember(key, request, result))
      .finally(() => this.#underWay.delete(key));
    this.#underWay.set(key, sent);
    const result = await sent;
    if (!result.ok) return result;
    call.usage.sawLive("planning");
    return success({ shipment: result.value });
  }

  /** How long ago the same `externalShipmentId` of this principal made another plan. */
  otherUseAgoMs({ principal, body }: PlanRequest): number | undefined {
    const reference = body["externalShipmentId"];
    if (reference === undefined) return undefined;
    const isOfReference = (request: PlanRequest): boolean =>
      request.principal === principal && request.body["externalShipmentId"] === reference;
    this.#forgetOld();
    const equal = this.#finished.get(this.#keyOf({ principal, body }));
    const latest = [...this.#finished.values()].findLast(
      (finished) => finished !== equal && finished.result.ok && isOfReference(finished.request),
    );
    return latest && this.#clock.monotonicMs() - latest.atMs;
  }

  hasMade(principal: string, shipmentId: unknown): boolean {
    return this.#ids.has(JSON.stringify([principal, shipmentId]));
  }

  /** The outcome of the request under way. Undefined if the call that asked first gave up before it sent one. */
  async #join(underWay: Promise<Result<JsonRecord>>, { signal, usage }: Call): Promise<Result<RecentPlan> | undefined> {
    usage.sawLive("planning");
    // Every call has the same time, so the call that asked first ends before this one.
    const joined = await waitWithin(this.#clock, underWay, { signal, deadlineMs: () => Number.POSITIVE_INFINITY });
    if (joined.by !== "value") return failed({ kind: "cancelled", product: "planning" });
    if (joined.value.ok) return success({ shipment: joined.value.value, madeAgoMs: 0 });
    return UNSENT.has(joined.value.failure.kind) ? undefined : joined.value;
  }

  #repeat({ result, atMs }: Finished, call: Call): Result<RecentPlan> {
    const madeAgoMs = this.#clock.monotonicMs() - atMs;
    if (!result.ok) return failed({ ...result.failure, repeatedAfterMs: madeAgoMs });
    call.usage.answeredFromMemory("planning", madeAgoMs);
    return success({ shipment: result.value, madeAgoMs });
  }

  /** Remembers a plan, or an unknown outcome. A request that made no plan is not remembered, and replaces no earlier one. */
  #remember(key: string, request: PlanRequest, result: Result<JsonRecord>): Result<JsonRecord> {
    if (result.ok) this.#ids.add(JSON.stringify([request.principal, result.value["shipmentId"]]));
    if (result.ok || result.failure.kind === "outcome_unknown") {
      this.#finished.delete(key);
      this.#finished.set(key, { request, result, atMs: this.#clock.monotonicMs() });
    }
    dropOldest(this.#ids);
    dropOldest(this.#finished);
    return result;
  }

  #forgetOld(): void {
    for (const [oldest, { atMs }] of this.#finished) {
      if (this.#clock.monotonicMs() - atMs < MAX_AGE_MS) return;
      this.#finished.delete(oldest);
    }
  }

  /**
   * The same text for equal requests, whose members the tool's schema puts in one order. The service ships today if it
   * gets no date, so a request that names today is equal.
   */
  #keyOf({ principal, body: { forceRetrieveRates: _, ...body } }: PlanRequest): string {
    return JSON.stringify([principal, { shipDate: utcDate(this.#clock.nowMs()), ...body }]);
  }
}

function dropOldest(entries: Set<string> | Map<string, unknown>): void {
  for (const oldest of entries.keys()) {
    if (entries.size <= MAX_KEPT) return;
    entries.delete(oldest);
  }
}
