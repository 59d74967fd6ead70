import type { Run } from "../driver.ts";
import type { SimulatedCall, SimulationEvent, WireRequest } from "../events.ts";
import { askedMs } from "../retry-after.ts";
import { elapsedMs, type Instant } from "../virtual-time.ts";
import { floorMs } from "./rate-limit.ts";
import { begunBy, type Exchange, holdMs, isRefusal, noteExchange } from "./token.ts";
import { workBehind, workOf } from "./work.ts";

const PRODUCT_OF = { risk: "risk", plan: "planning", package: "tracking" } as const;

/** Calls that wait at a gate beyond doubt: under way is none of theirs, and none pauses before it tries again. */
export class GateWaits {
  readonly #run: Run;
  readonly #works = new Map<string, Work>();
  readonly #exchanges: Exchange[] = [];
  readonly #rejected = new Set<number>();
  /** A token that had expired counts again under a clock that is set back: whoever waited for a new one goes on waiting. */
  readonly #isSetBack: boolean;

  constructor(run: Run) {
    this.#run = run;
    this.#isSetBack = run.schedule.steps.some(({ action }) => action.act === "setWall" && action.ms < 0);
  }

  /** When the token endpoint may be asked again, where it was last told to wait (monotonic). */
  get tokenHeldUntilMs(): number | undefined {
    const last = this.#exchanges.at(-1);
    if (last?.endedAt === undefined || last.answer === undefined || isRefusal(last)) return undefined;
    return askedMs(last.answer) === undefined ? undefined : last.endedAt.monotonicMs + holdMs(last, 0);
  }

  /** How many different things calls that are open want of `product`, which is not alerts. */
  wanted(product: WireRequest["product"]): number {
    const calls = this.#run.calls.filter(({ ended }) => ended === undefined);
    const works = calls.map(({ ask }) =>
      ask.kind !== "alerts" && PRODUCT_OF[ask.kind] === product ? workOf(ask) : "",
    );
    return new Set(works.filter((work) => work !== "")).size;
  }

  /** The latest deadline of those who share what `call` waits for, or did while it waited. */
  latestMs({ ask, startedAt }: SimulatedCall): number {
    const sharing = this.#run.calls.filter(
      (other) => workOf(other.ask) === workOf(ask) && (other.ended?.at.trueMs ?? startedAt.trueMs) >= startedAt.trueMs,
    );
    return Math.max(...sharing.map(({ deadlineMs }) => deadlineMs));
  }

  note(event: SimulationEvent): void {
    if (event.type === "answered" && event.answer.status === 401) this.#rejected.add(event.request.token);
    noteExchange(this.#exchanges, event, this.#run.sandbox);
    if (event.type === "called" || event.type === "ended") {
      const key = workOf(event.call.ask);
      const work = this.#works.get(key) ?? { calls: 0, inFlight: 0, isHeld: false, isPausing: false };
      work.calls += event.type === "called" ? 1 : -1;
      // What is on the wire when the last call leaves ends by itself, and whoever asks meanwhile joins it.
      if (work.calls > 0 || work.inFlight > 0) this.#works.set(key, work);
      else this.#works.delete(key);
    }
    if (event.type !== "started" && event.type !== "answered" && event.type !== "finished") return;
    const { product } = event.request;
    if (product === "token" && event.type === "started") this.#exchanges.push(begunBy(event.request));
    const work = this.#works.get(workBehind(event.request) ?? "");
    const isHold = event.type === "answered" && floorMs(event.answer) !== undefined;
    if (work !== undefined) note(work, event.type, isHold);
  }

  /** The first call that waits `now` at the gate of `product` and `isWrong` to. */
  find(
    now: Instant,
    isWrong: (call: SimulatedCall, product: WireRequest["product"]) => boolean,
  ): SimulatedCall | undefined {
    // Who waits for a token is at no gate.
    return this.hasToken(now) ? this.findUnsent(isWrong) : undefined;
  }

  /** The first call that `isWrong`, of those that wait for a place or for a token. */
  findUnsent(isWrong: (call: SimulatedCall, product: WireRequest["product"]) => boolean): SimulatedCall | undefined {
    return this.#run.calls.find((call) => {
      const { ask, ended } = call;
      if (ended !== undefined || ask.kind === "alerts") return false;
      const work = this.#works.get(workOf(ask));
      const isWaiting = work !== undefined && work.inFlight === 0 && !work.isPausing;
      return isWaiting && isWrong(call, PRODUCT_OF[ask.kind]);
    });
  }

  /** Whether the newest token is one that nobody need wait for: an exchange under way is a refresh in the background. */
  hasToken(now: Instant): boolean {
    if (this.#exchanges.at(-1)?.isGood === true) return true;
    const last = this.#exchanges.findLastIndex(({ isGood }) => isGood);
    const token = this.#exchanges[last];
    if (token === undefined || this.#isSetBack) return false;
    const older = Math.max(0, ...this.#exchanges.slice(0, last).map(({ number }) => number));
    const isRejected = [...this.#rejected].some((number) => number > older);
    return !isRejected && elapsedMs(token.request.startedAt, now) < token.lifeMs;
  }
}

/** Equal calls, and what their last attempt came to. */
interface Work {
  calls: number;
  inFlight: number;
  /** Its last attempt was refused for now; others are repeated after a pause of their own. */
  isHeld: boolean;
  /** Another attempt came before, or none yet. */
  isPausing: boolean;
}

function note(work: Work, type: "started" | "answered" | "finished", isHold: boolean): void {
  if (type === "started") {
    work.inFlight += 1;
    work.isHeld = false;
    work.isPausing = false;
  } else if (type === "answered") {
    work.isHeld = isHold;
  } else {
    work.inFlight -= 1;
    work.isPausing = !work.isHeld;
  }
}
