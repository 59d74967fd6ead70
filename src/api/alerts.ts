import { elapsedMs, moment } from "../runtime/clock.ts";
import { AlertDownloads, type Download, type DownloadParts, graver, isRefusal } from "./alert-download.ts";
import { layered } from "./alert-layers.ts";
import { AlertPages, type Stop } from "./alert-pages.ts";
import {
  type Begun,
  bytesKept,
  bytesOf,
  FINAL,
  isAnswered,
  isCutOff,
  type Reading,
  recalled,
  sinceOf,
  startedOver,
  toldOf,
} from "./alert-reading.ts";
import type { AlertQuery, AlertSet, Call } from "./api.ts";
import { type Failure, failed, type Result, success } from "./failure.ts";
import type { Flights } from "./flights.ts";
import { NO_LEVEL } from "./level-count.ts";
import { type Aged, Memory, tellAge } from "./memory.ts";
import { mayAnswerStale } from "./stale.ts";
import { type MemoryStatus, Seen } from "./status.ts";

/** What reading alerts needs. */
export interface AlertParts extends DownloadParts {
  readonly flights: Flights;
  readonly ttlMs: number;
}

type IsEnough = Download["isEnough"];
type UnderWay = Download & Begun;
type Arrived = Begun & Partial<Pick<Download, "stop">>;
type Asked = Pick<Download, "minLevel" | "isEnough" | "caller">;

/**
 * Temperature alerts, read whole and kept (DESIGN 4, paging and memory): answers from memory, shares a reading under way,
 * goes on with one that an earlier call could not finish, and falls back on the last finished one.
 */
export class Alerts {
  readonly #parts: AlertParts;
  readonly #downloads: AlertDownloads;
  readonly #finished: Memory<Reading>;
  /** Readings to go on with: left off for want of time or budget, or with enough for who asked. */
  readonly #begun: Memory<Reading>;
  /** What has come so far of the readings under way. */
  readonly #underWay = new Map<string, () => Arrived>();
  /** What is enough for each of those who wait for the reading of a key. */
  readonly #waiting = new Map<string, Set<IsEnough>>();
  readonly #levels = new Seen();

  constructor(parts: AlertParts) {
    this.#parts = parts;
    this.#downloads = new AlertDownloads(parts);
    this.#finished = new Memory(parts.clock, parts.ttlMs);
    this.#begun = new Memory(parts.clock, parts.ttlMs);
  }

  async read(query: AlertQuery, call: Call): Promise<Result<AlertSet>> {
    const { clock, flights, ttlMs } = this.#parts;
    const { minLevel } = query;
    const key = JSON.stringify([minLevel ?? null]);
    const isEnough: IsEnough = (pages) => isAnswered(pages, query);
    const asked = moment(clock);
    const before = bytesOf(this.#begun.get(key)?.entry.value, this.#underWay.get(key)?.());
    // Came for this call, too, and was left off for the sake of another: it is gone on with, however long it took.
    let leftOff: Begun | undefined;
    for (;;) {
      const known = this.#known(key, isEnough);
      if (known !== undefined) {
        const { value } = known.entry;
        const answer = recalled(value, { reason: "answered" });
        call.usage.answeredFromMemory("alerts", elapsedMs(clock, sinceOf(value, answer)));
        return success(answer);
      }
      // What all who waited for it gave up this very moment is not kept yet.
      const toGoOnWith = [this.#present(key), this.#begun.get(key)].find((each) => each?.fresh);
      const resumed = toGoOnWith?.entry.value ?? leftOff;
      const outcome = await this.#whileWaiting(key, isEnough, (isEnoughForOne) =>
        flights.share(key, "alerts", call, (caller) =>
          this.#readOn(key, resumed, { minLevel, isEnough: isEnoughForOne, caller }),
        ),
      );
      const ended = outcome.ok ? outcome : this.#arrived(key, outcome.failure, call);
      if (!ended.ok) return this.#withoutOutcome(key, ended.failure, isEnough, call);
      const { set, pages } = ended.value;
      const isOfBefore = pages.keptBytes === before.get(pages);
      const { failure } = set.incomplete ?? {};
      // The limit of those who paid is no other's: one who joined when it was reached has room for more.
      const isCallLimit = outcome.ok && failure?.kind === "billing_limit" && failure.scope === "call";
      const isPayersLimit = isCallLimit && !call.usage.isSpent();
      // Of what came before this call, only what memory holds as fresh is gone on with.
      leftOff = isPayersLimit && isOfBefore && ttlMs > 0 ? undefined : ended.value;
      if (isPayersLimit && (isOfBefore || !isEnough(pages))) continue;
      // A shared reading stops where one who waits has enough; that may be too early for this caller.
      if (set.incomplete?.reason === "answered" && !isEnough(pages)) continue;
      // Nothing came of going on: what there was is an answer of before.
      if (isOfBefore && failure !== undefined && (mayAnswerStale(failure) || isRefusal(set.incomplete))) {
        return this.#withoutOutcome(key, failure, isEnough, call, ended.value);
      }
      const told = isEnough(pages) ? recalled(ended.value, { reason: "answered" }) : set;
      const earlier = isCutOff(told) ? this.#finished.get(key) : undefined;
      if (earlier !== undefined) {
        const { value } = earlier.entry;
        const { set: older } = value;
        call.usage.answeredFromMemory("alerts", elapsedMs(clock, sinceOf(value, older)), failure);
        return success(layered(older, told, older.incomplete));
      }
      tellAge(clock, call.usage, "alerts", sinceOf(ended.value, told), asked);
      return success(told);
    }
  }

  status(): MemoryStatus {
    const [finished, begun] = [this.#finished.status(), this.#begun.status()];
    return {
      answers: finished.answers + begun.answers,
      characters: finished.characters + begun.characters,
    };
  }

  /** Levels that answers held, in the order first seen. */
  levels(): readonly string[] {
    return this.#levels.list();
  }

  /** The pages that arrived, where others go on reading that this caller has no time or no room left to wait for. */
  #arrived(key: string, failure: Failure, call: Call): Result<Reading> {
    const arrived = this.#underWay.get(key)?.();
    if (arrived === undefined || arrived.pages.pagesRead === 0 || failure.kind === "cancelled") return failed(failure);
    const { pages, since, before } = arrived;
    const own = this.#downloads.stopFor(failure, call);
    const other = arrived.stop?.failure;
    // The limit of who pays there is no other's.
    const isPayers = other?.kind === "billing_limit" && other.scope === "call";
    const stop = isPayers ? own : graver(own, arrived.stop);
    return success({ pages, since, before, set: toldOf(arrived, stop) });
  }

  /** What there is instead: an earlier answer, what others had `read` before, or the failure. */
  #withoutOutcome(key: string, failure: Failure, isEnough: IsEnough, call: Call, read?: Reading): Result<AlertSet> {
    const present = read && this.#begun.aged({ value: read, since: read.since });
    const begun = present ?? this.#begun.get(key);
    const finished = this.#finished.get(key);
    const stale = finished ?? begun;
    if (stale === undefined || !mayAnswerStale(failure)) return failed(failure);
    const { value } = stale.entry;
    const set = recalled(value, isEnough(value.pages) ? { reason: "answered" } : { reason: "failure", failure });
    call.usage.answeredFromMemory("alerts", elapsedMs(this.#parts.clock, sinceOf(value, set)), failure);
    // What was begun since and left off stands beside it, for the calls after the one that it came for, too.
    const isOther = begun !== undefined && begun.entry.value.pages !== finished?.entry.value.pages;
    const isLater = isOther && finished !== undefined && begun.ageMs < finished.ageMs;
    if (!isLater) return success(set);
    return success(layered(set, toldOf(begun.entry.value, { reason: "failure", failure }), set.incomplete));
  }

  /** A reading that answers: a finished one, else one left off or under way that has enough for this question. */
  #known(key: string, isEnough: IsEnough): Aged<Begun> | undefined {
    const finished = this.#finished.get(key);
    if (finished?.fresh) return finished;
    const present = this.#present(key);
    // What is outdated is about to be read anew.
    const current = present?.entry.value.pages.isOutdated ? undefined : present;
    return [this.#begun.get(key), current].find((each) => each?.fresh === true && isEnough(each.entry.value.pages));
  }

  /** What has come of a reading under way. */
  #present(key: string): Aged<Begun> | undefined {
    const underWay = this.#underWay.get(key)?.();
    // Without a page there is nothing to go on with: one that was given up may yet come, and be of another time.
    if (underWay === undefined || underWay.pages.pagesRead === 0) return undefined;
    const { pages, since, before } = underWay;
    return this.#begun.aged({ value: { pages, since, before }, since });
  }

  /** Lets what is read for others stop where it is enough for this call, too, while `wait` lasts. */
  async #whileWaiting<T>(key: string, isEnough: IsEnough, wait: (isEnoughForOne: IsEnough) => Promise<T>): Promise<T> {
    const waiting = this.#waiting.get(key) ?? new Set();
    this.#waiting.set(key, waiting.add(isEnough));
    try {
      return await wait((pages) => [...waiting].some((each) => each(pages)));
    } finally {
      waiting.delete(isEnough);
      if (waiting.size === 0) this.#waiting.delete(key);
    }
  }

  async #readOn(key: string, resumed: Begun | undefined, asked: Asked): Promise<Result<Reading>> {
    const { clock } = this.#parts;
    let outdated: Begun | undefined = resumed?.pages.isOutdated ? resumed : undefined;
    const begun = resumed ?? { pages: new AlertPages(), since: moment(clock), before: [] };
    let present: UnderWay = { ...asked, ...(outdated === undefined ? begun : startedOver(outdated, clock)) };
    // What came before the data changed is all there is until a page of the new data has come.
    const arrived = (): Arrived => (present.pages.pagesRead === 0 ? (outdated ?? present) : present);
    this.#underWay.set(key, arrived);
    let stop: Stop | undefined;
    for (let restarts = 0; ; restarts += 1) {
      stop = await this.#downloads.run(present);
      if (stop?.reason !== "changed" || restarts > 0) break;
      outdated = present;
      present = { ...asked, ...startedOver(present, clock) };
    }
    if (this.#underWay.get(key) === arrived) this.#underWay.delete(key);
    const read = arrived();
    const { pages, since, before } = read;
    // Nothing at all was read: the failure itself is the answer.
    if (pages.pagesRead === 0 && stop?.failure !== undefined) return failed(stop.failure);
    if (stop === undefined) pages.close();
    const reading: Reading = { pages, since, before: stop === undefined ? [] : before, set: toldOf(read, stop) };
    for (const level of Object.keys(reading.set.byLevel)) if (level !== NO_LEVEL) this.#levels.add(level);
    const memory = stop === undefined || FINAL.has(stop.reason) ? this.#finished : this.#begun;
    memory.set(key, { value: reading, since }, bytesKept(reading));
    return success(reading);
  }
}
