import type { Config } from "../../../src/config.ts";
import type { SimulationEvent } from "../events.ts";
import { elapsedMs, type Instant } from "../virtual-time.ts";
import type { Invariant } from "./invariant.ts";
import { Known } from "./known.ts";
import { workBehind, workOf } from "./work.ts";

/** What is known of each answer's age, however old it is. */
class Ages {
  readonly #known = [new Known("alerts", Number.POSITIVE_INFINITY), new Known("risk", Number.POSITIVE_INFINITY)];
  readonly #askedAt = new Map<string, Instant>();
  /** Which data the last first page was of, and since when it is known that what came before was of another time. */
  readonly #readings = new Map<
    string,
    { generatedAt?: string | undefined; restartedAt?: Instant; changedAt?: Instant }
  >();
  /** Calls about the same that overlap: how many are open, and since when one is. */
  readonly #open = new Map<string, { readonly count: number; readonly since: Instant }>();
  #shiftMs = Number.NEGATIVE_INFINITY;
  #isSetBack = false;

  note(event: SimulationEvent): void {
    for (const known of this.#known) known.note(event);
    const shiftMs = event.at.wallMs - event.at.trueMs;
    this.#isSetBack ||= shiftMs < this.#shiftMs;
    this.#shiftMs = shiftMs;
    if (event.type === "called" || event.type === "ended") this.#noteCall(workOf(event.call.ask), event);
    if (event.type !== "answered" && event.type !== "finished") return;
    const work = workBehind(event.request);
    if (work === undefined) return;
    const isLater = new URL(event.request.path, "http://service.test").searchParams.has("page");
    if (event.type === "finished") this.#notePage(work, isLater, event);
    // Later pages are no older part.
    else if (event.answer.status === 200 && !isLater) this.#askedAt.set(work, event.request.startedAt);
  }

  #noteCall(work: string, { type, at }: SimulationEvent): void {
    const { count, since } = this.#open.get(work) ?? { count: 0, since: at };
    if (type === "called") this.#open.set(work, { count: count + 1, since });
    else if (count > 1) this.#open.set(work, { count: count - 1, since });
    else this.#open.delete(work);
  }

  /** How long ago what is under way for a call can have begun at most. */
  underWayMs(work: string, at: Instant): number {
    return elapsedMs(this.#open.get(work)?.since ?? at, at);
  }

  #notePage(work: string, isLater: boolean, { page, at }: Extract<SimulationEvent, { type: "finished" }>): void {
    if (page === undefined) return;
    const { generatedAt } = page;
    const reading = this.#readings.get(work) ?? {};
    const { changedAt } = reading;
    if (!isLater) this.#readings.set(work, { generatedAt, ...(changedAt && { restartedAt: changedAt }) });
    else if (generatedAt !== reading.generatedAt) this.#readings.set(work, { ...reading, changedAt: changedAt ?? at });
  }

  /** An answer that was looked up `at` is so old at least: it was asked for not later than the latest. */
  leastMs(work: string, at: Instant): number {
    const since = this.#askedAt.get(work);
    if (since === undefined) return 0;
    // Who does not know when a clock was set back, before or after the asking, goes by the other one.
    return Math.max(0, this.#isSetBack ? at.monotonicMs - since.monotonicMs : elapsedMs(since, at));
  }

  /**
   * … and so old at most: it was asked for not earlier than by the first of those who did, and what was started over for
   * newer data of `generatedAt` not before that was there.
   */
  mostMs(work: string, at: Instant, generatedAt: unknown): number {
    if (this.#isSetBack) return Number.POSITIVE_INFINITY;
    const known = this.#known.find((each) => each.ageMs(work, at) !== undefined);
    const { restartedAt, ...reading } = this.#readings.get(work) ?? {};
    const isRestarted = restartedAt !== undefined && reading.generatedAt === generatedAt;
    const sinceRestartMs = isRestarted ? elapsedMs(restartedAt, at) : Number.POSITIVE_INFINITY;
    return Math.min(known?.ageMs(work, at) ?? Number.POSITIVE_INFINITY, sinceRestartMs);
  }
}

export const ageIsTold: Invariant = {
  name: "the age that is told is the time since the answer was asked for",
  clause:
    "3, _meta: ageSeconds is the oldest part's; 4, token: counted from when it was sent; time: token and answer age by the larger of wall and monotonic time",
  watch: (run) => {
    const ages = new Ages();
    return (event) => {
      const problem = event.type === "ended" ? wrongAge(event, ages, run.config) : undefined;
      ages.note(event);
      return problem;
    };
  },
};

function wrongAge(
  { call, end, at }: Extract<SimulationEvent, { type: "ended" }>,
  ages: Ages,
  { alertsTtlMs }: Config,
): string | undefined {
  const { outcome, report } = end;
  if ("defect" in outcome || !outcome.ok) return undefined;
  const told = `call ${call.number} is told an age of ${report.ageSeconds} s`;
  if (!report.cached && !report.stale) {
    // Pages that an earlier call has left may be among those of alerts, gone on with while they were fresh.
    const mostMs = call.ask.kind === "alerts" ? alertsTtlMs + ages.underWayMs(workOf(call.ask), at) : 0;
    return report.ageSeconds * 1_000 > mostMs ? `${told} of what is live` : undefined;
  }
  const work = workOf(call.ask);
  const leastMs = ages.leastMs(work, call.startedAt);
  if (report.ageSeconds < Math.floor(leastMs / 1_000)) return `${told} of what is ${leastMs} ms old`;
  const isPart = call.ask.kind === "alerts" && "incomplete" in (outcome.value as object);
  const { generatedAt } = outcome.value as { generatedAt?: unknown };
  const mostMs = isPart ? Number.POSITIVE_INFINITY : ages.mostMs(work, at, generatedAt);
  return report.ageSeconds > mostMs / 1_000 ? `${told} of what is ${mostMs} ms old at most` : undefined;
}
