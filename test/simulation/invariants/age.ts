import type { Config } from "../../../src/config.ts";
import type { SimulationEvent } from "../events.ts";
import { elapsedMs, type Instant } from "../virtual-time.ts";
import type { Invariant } from "./invariant.ts";
import { Known } from "./known.ts";
import { workBehind, workOf } from "./work.ts";

/** What is known of each answer's age, however old it is. */
class Ages {
  readonly #known = [new Known("alerts", Number.POSITIVE_INFINITY), new Known("risk", Number.POSITIVE_INFINITY)];
  readonly #answeredAt = new Map<string, Instant>();
  #shiftMs = Number.NEGATIVE_INFINITY;
  #isSetBack = false;

  note(event: SimulationEvent): void {
    for (const known of this.#known) known.note(event);
    const shiftMs = event.at.wallMs - event.at.trueMs;
    this.#isSetBack ||= shiftMs < this.#shiftMs;
    this.#shiftMs = shiftMs;
    if (event.type !== "answered" || event.answer.status !== 200) return;
    const work = workBehind(event.request);
    // Later pages are no older part.
    if (work === undefined || new URL(event.request.path, "http://service.test").searchParams.has("page")) return;
    this.#answeredAt.set(work, event.at);
  }

  /** An answer that was looked up `at` is so old at least: it came not later than the latest. */
  leastMs(work: string, at: Instant): number {
    const since = this.#answeredAt.get(work);
    if (since === undefined) return 0;
    // Who does not know when a clock was set back, before or after the asking, goes by the other one.
    return Math.max(0, this.#isSetBack ? at.monotonicMs - since.monotonicMs : elapsedMs(since, at));
  }

  /** … and so old at most: it was asked for not earlier than by the first of those who did. */
  mostMs(work: string, at: Instant): number {
    const known = this.#known.find((each) => each.ageMs(work, at) !== undefined);
    return this.#isSetBack ? Number.POSITIVE_INFINITY : (known?.ageMs(work, at) ?? Number.POSITIVE_INFINITY);
  }
}

export const ageIsTold: Invariant = {
  name: "the age that is told is the time since the answer was asked for",
  clause: "3, _meta: ageSeconds is the oldest part's; 4, time: answer age by the larger of wall and monotonic time",
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
    // Pages that an earlier call has left may be among those of alerts, while they are fresh.
    const mostMs = call.ask.kind === "alerts" ? alertsTtlMs : 0;
    return report.ageSeconds * 1_000 > mostMs ? `${told} of what is live` : undefined;
  }
  const work = workOf(call.ask);
  const leastMs = ages.leastMs(work, call.startedAt);
  if (report.ageSeconds < Math.floor(leastMs / 1_000)) return `${told} of what is ${leastMs} ms old`;
  const isPart = call.ask.kind === "alerts" && "incomplete" in (outcome.value as object);
  const mostMs = isPart ? Number.POSITIVE_INFINITY : ages.mostMs(work, at);
  return report.ageSeconds > mostMs / 1_000 ? `${told} of what is ${mostMs} ms old at most` : undefined;
}
