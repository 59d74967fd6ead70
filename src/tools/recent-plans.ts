import type { Call } from "../api/model/api.ts";
import { type Failure, failed, type Result, success } from "../domain/failure.ts";
import type { JsonRecord } from "../domain/record.ts";
import { MINUTE_MS } from "../domain/time-units.ts";
import { type Clock, within } from "../runtime/clock.ts";

/** How long an equal request gets the same plan, from the time when that was answered. */
const KEPT_MS = 15 * MINUTE_MS;
/** The most finished requests that are kept, for all principals together. */
const MAX_KEPT = 500;

/** The body of `POST /shipments`, with its ship date, and the principal who asks for it. */
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

interface Entry {
  readonly principal: string;
  readonly reference: unknown;
  readonly result: Promise<Result<JsonRecord>>;
  /** Absent while the request is under way. */
  ended?: { readonly atMs: number; readonly result: Result<JsonRecord> };
}

/** Failures of the call that asked first, not of its request. None of them sent a plan. */
const OWN_FAILURES: ReadonlySet<Failure["kind"]> = new Set(["cancelled", "timeout", "billing_limit", "rate_limited"]);

/** Remembers plans, so that a repeated request makes no second one (G-plans). One for each process. */
export class RecentPlans {
  readonly #clock: Clock;
  /** By principal and body, the longest kept first. */
  readonly #entries = new Map<string, Entry>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * Makes the plan by `send`, unless an equal request made one, is under way, or ended without a known outcome. Equal
   * means the same body of the same principal. `forceRetrieveRates` is no part of it: it asks anew once the first ended.
   */
  async plan(request: PlanRequest, call: Call, send: () => Promise<Result<JsonRecord>>): Promise<Result<RecentPlan>> {
    const key = keyOf(request);
    const isForced = request.body["forceRetrieveRates"] === true;
    for (;;) {
      const known = this.#knownAt(key);
      if (known === undefined || (known.ended !== undefined && isForced)) {
        const made = await this.#start(key, request, send).result;
        return made.ok ? success({ shipment: made.value }) : made;
      }
      if (known.ended !== undefined) return this.#repeated(known.ended, call);
      const { signal, deadlineMs } = call;
      const askedMs = this.#clock.monotonicMs();
      call.usage.shared("planning");
      const joined = await within(this.#clock, known.result, { signal, deadlineMs: () => deadlineMs });
      if (joined.by === "signal") return failed({ kind: "cancelled", product: "planning" });
      if (joined.by === "deadline") {
        const afterMs = this.#clock.monotonicMs() - askedMs;
        return failed({ kind: "timeout", product: "planning", afterMs, sent: true });
      }
      if (joined.value.ok) return success({ shipment: joined.value.value, madeAgoMs: 0 });
      if (!OWN_FAILURES.has(joined.value.failure.kind)) return joined.value;
    }
  }

  /** How long ago this principal's reference went with another request, in milliseconds. */
  otherUseAgoMs(request: PlanRequest): number | undefined {
    const key = keyOf(request);
    const { externalShipmentId: reference } = request.body;
    const uses = [...this.#entries].flatMap(([otherKey, { principal, reference: used, ended }]) => {
      const isOther = otherKey !== key && principal === request.principal && used === reference;
      const ageMs = ended?.result.ok === true ? this.#clock.monotonicMs() - ended.atMs : KEPT_MS;
      return isOther && ageMs < KEPT_MS ? [ageMs] : [];
    });
    return reference === undefined || uses.length === 0 ? undefined : Math.min(...uses);
  }

  #knownAt(key: string): Entry | undefined {
    const known = this.#entries.get(key);
    const isOld = known?.ended !== undefined && this.#clock.monotonicMs() - known.ended.atMs >= KEPT_MS;
    return isOld ? undefined : known;
  }

  #start(key: string, { principal, body }: PlanRequest, send: () => Promise<Result<JsonRecord>>): Entry {
    const previous = this.#entries.get(key);
    const result = send();
    const entry: Entry = { principal, reference: body["externalShipmentId"], result };
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    const forget = (): void => {
      this.#entries.delete(key);
      // A request that was forced, and failed, undoes no earlier plan.
      if (previous?.ended !== undefined) this.#entries.set(key, previous);
    };
    result.then((ended) => {
      // A request that made no plan may be sent again.
      if (ended.ok || ended.failure.kind === "outcome_unknown") {
        entry.ended = { atMs: this.#clock.monotonicMs(), result: ended };
        this.#dropOld();
      } else forget();
    }, forget);
    return entry;
  }

  /** Forgets requests of more than 15 minutes ago, whose bodies hold addresses, and the oldest of too many. */
  #dropOld(): void {
    const ended = [...this.#entries].filter(([, entry]) => entry.ended !== undefined);
    const expired = ended.filter(([key]) => this.#knownAt(key) === undefined);
    for (const [key] of [...expired, ...ended.slice(0, -MAX_KEPT)]) this.#entries.delete(key);
  }

  #repeated({ atMs, result }: NonNullable<Entry["ended"]>, call: Call): Result<RecentPlan> {
    const madeAgoMs = this.#clock.monotonicMs() - atMs;
    if (result.ok) {
      call.usage.answeredFromMemory("planning", madeAgoMs);
      return success({ shipment: result.value, madeAgoMs });
    }
    return failed({ ...result.failure, repeatedAfterMs: madeAgoMs });
  }
}

function keyOf({ principal, body: { forceRetrieveRates: _, ...body } }: PlanRequest): string {
  return JSON.stringify([principal, body], (_name, value: unknown) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
    return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}
