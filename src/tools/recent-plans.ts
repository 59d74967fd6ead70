import type { Call } from "../api/model/api.ts";
import { utcDate } from "../domain/calendar.ts";
import { type Failure, failed, type Result, success } from "../domain/failure.ts";
import { type JsonRecord, recordOf } from "../domain/record.ts";
import { MINUTE_MS } from "../domain/time-units.ts";
import { type Clock, within } from "../runtime/clock.ts";

/** How long an equal request gets the same plan, from the time when that was answered. */
const KEPT_MS = 15 * MINUTE_MS;
/** The most finished requests that are kept, for all principals together. */
const MAX_KEPT = 500;

/** The body of `POST /shipments`, and the principal who asks for it. */
export interface PlanRequest {
  readonly principal: string;
  readonly body: JsonRecord;
}

/** A plan, made for this request or for an equal one. */
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

/** Failures of the call that asked first, not of its request. None of them sent a plan. */
const OWN_FAILURES: ReadonlySet<Failure["kind"]> = new Set(["cancelled", "timeout", "billing_limit", "rate_limited"]);

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
    const key = this.#keyOf(request);
    const underWay = this.#underWay.get(key);
    if (underWay !== undefined) {
      const joined = await this.#join(underWay, call);
      return joined ?? this.plan(request, call, send);
    }
    const finished = this.#finished.get(key);
    const isForced = request.body["forceRetrieveRates"] === true;
    if (finished !== undefined && !this.#isOld(finished) && !isForced) return this.#repeat(finished, call);
    const made = await this.#send(key, request, send);
    return made.ok ? success({ shipment: made.value }) : made;
  }

  /** The outcome of the request under way, within this call's time. Undefined if that call gave up before it sent one. */
  async #join(underWay: Promise<Result<JsonRecord>>, call: Call): Promise<Result<RecentPlan> | undefined> {
    const { signal, deadlineMs, usage } = call;
    const askedMs = this.#clock.monotonicMs();
    usage.shared("planning");
    const joined = await within(this.#clock, underWay, { signal, deadlineMs: () => deadlineMs });
    if (joined.by === "signal") return failed({ kind: "cancelled", product: "planning" });
    if (joined.by === "deadline") {
      const afterMs = this.#clock.monotonicMs() - askedMs;
      return failed({ kind: "timeout", product: "planning", afterMs, sent: true });
    }
    if (joined.value.ok) return success({ shipment: joined.value.value, madeAgoMs: 0 });
    return OWN_FAILURES.has(joined.value.failure.kind) ? undefined : joined.value;
  }

  #send(key: string, request: PlanRequest, send: () => Promise<Result<JsonRecord>>): Promise<Result<JsonRecord>> {
    const underWay = send()
      .then((result) => {
        // A request that made no plan may be sent again, and undoes no earlier one.
        if (result.ok || result.failure.kind === "outcome_unknown")
          this.#keep(key, { request, result, atMs: this.#clock.monotonicMs() });
        return result;
      })
      .finally(() => this.#underWay.delete(key));
    this.#underWay.set(key, underWay);
    return underWay;
  }

  /** Forgets requests of more than 15 minutes ago, whose bodies hold addresses, and the oldest of too many. */
  #keep(key: string, finished: Finished): void {
    const { request, result } = finished;
    if (result.ok) this.#ids.add(JSON.stringify([request.principal, result.value["shipmentId"]]));
    for (const oldest of this.#ids) if (this.#ids.size > MAX_KEPT) this.#ids.delete(oldest);
    this.#finished.delete(key);
    this.#finished.set(key, finished);
    for (const [oldest, each] of this.#finished) {
      if (!this.#isOld(each) && this.#finished.size <= MAX_KEPT) return;
      this.#finished.delete(oldest);
    }
  }

  #repeat({ result, atMs }: Finished, call: Call): Result<RecentPlan> {
    const madeAgoMs = this.#clock.monotonicMs() - atMs;
    if (!result.ok) return failed({ ...result.failure, repeatedAfterMs: madeAgoMs });
    call.usage.answeredFromMemory("planning", madeAgoMs);
    return success({ shipment: result.value, madeAgoMs });
  }

  /** How long ago this principal's reference made another plan, in milliseconds. */
  otherUseAgoMs(request: PlanRequest): number | undefined {
    const { externalShipmentId: reference } = request.body;
    if (reference === undefined) return undefined;
    const key = this.#keyOf(request);
    const uses = [...this.#finished].filter(
      ([otherKey, other]) =>
        otherKey !== key &&
        other.request.principal === request.principal &&
        other.request.body["externalShipmentId"] === reference &&
        other.result.ok &&
        !this.#isOld(other),
    );
    const [, latest] = uses.at(-1) ?? [];
    return latest && this.#clock.monotonicMs() - latest.atMs;
  }

  /** True for the `shipmentId` of a plan that this principal made lately. */
  hasMade(principal: string, shipmentId: unknown): boolean {
    return this.#ids.has(JSON.stringify([principal, shipmentId]));
  }

  #isOld({ atMs }: Finished): boolean {
    return this.#clock.monotonicMs() - atMs >= KEPT_MS;
  }

  /** The same text for equal requests. The service ships today if it gets no date, so a request that names today is equal. */
  #keyOf({ principal, body: { forceRetrieveRates: _, ...body } }: PlanRequest): string {
    const dated = { shipDate: utcDate(this.#clock.nowMs()), ...body };
    return JSON.stringify([principal, dated], (_name, value: unknown) => {
      const members = recordOf(value);
      if (members === undefined) return value;
      return Object.fromEntries(Object.entries(members).sort(([a], [b]) => (a < b ? -1 : 1)));
    });
  }
}
