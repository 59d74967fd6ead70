import type { Clock } from "../../runtime/clock.ts";
import type { Catalogue } from "../../server/catalogue.ts";
import type { Identity } from "../../server/identity.ts";
import type { Adapters } from "./adapters.ts";
import { type Refusal, SERVER_ERROR } from "./answers.ts";
import { EventStores } from "./event-store.ts";
import type { HttpObserver } from "./http-observer.ts";
import type { HttpLimits } from "./limits.ts";
import type { Session } from "./session.ts";

/** Why a session ended. */
export type SessionEnd = "client" | "idle" | "displaced" | "refused" | "shutdown";

export interface SessionParts {
  readonly limits: HttpLimits;
  readonly clock: Clock;
  readonly identity: Identity;
  readonly catalogue: () => Promise<Catalogue>;
  readonly observer?: HttpObserver;
  readonly adapters: Adapters;
}

const SWEEP_MS = 60_000;

/**
 * The 2025-era sessions. Each belongs to the principal that opened it. Their number is bounded for each principal and in
 * all; where there is no more room, the one that was idle longest makes it: a client that opens sessions and never closes
 * them takes room from itself first.
 */
export class Sessions {
  readonly #parts: SessionParts;
  readonly #stores: EventStores;
  /** By id, the least recently used first; with the monotonic time of the last use. */
  readonly #sessions = new Map<string, { readonly session: Session; usedMs: number }>();
  #cancelSweep: () => void;

  constructor(parts: SessionParts) {
    this.#parts = parts;
    this.#stores = new EventStores(parts.limits);
    this.#cancelSweep = this.#planSweep();
  }

  /** A new session of `principalId`, connected; or why there is none. */
  async open(principalId: string): Promise<Session | Refusal> {
    const { limits, identity, catalogue, adapters, clock, observer } = this.#parts;
    const [{ Session }, { serveSdk1 }] = await Promise.all([import("./session.ts"), adapters.sdk1()]);
    if (!this.#makeRoom(principalId)) return NO_ROOM;
    const session = new Session(principalId, limits, this.#stores);
    this.#sessions.set(session.id, { session, usedMs: clock.monotonicMs() });
    observer?.sessionChanged(undefined, this.#sessions.size);
    await session.connect((transport) => serveSdk1(transport, identity, catalogue));
    return session;
  }

  /** The session of this id, if it is this principal's and has not ended. Counts as a use. */
  async find(id: string, principalId: string): Promise<Session | undefined> {
    const found = this.#sessions.get(id);
    if (found === undefined || found.session.principalId !== principalId) return undefined;
    if (this.#isIdle(found.session, found.usedMs)) {
      await this.close(found.session, "idle");
      return undefined;
    }
    this.used(found.session);
    return found.session;
  }

  /** It was used until now. */
  used(session: Session): void {
    const found = this.#sessions.get(session.id);
    if (found === undefined) return;
    found.usedMs = this.#parts.clock.monotonicMs();
    // Set anew at the end, so that the map stays in the order of use.
    this.#sessions.delete(session.id);
    this.#sessions.set(session.id, found);
  }

  /** Whether any waits for an answer. */
  get areBusy(): boolean {
    return [...this.#sessions.values()].some(({ session }) => session.isBusy);
  }

  async close(session: Session, end: SessionEnd): Promise<void> {
    if (!this.#sessions.delete(session.id)) return;
    this.#parts.observer?.sessionChanged(end, this.#sessions.size);
    await session.close();
  }

  /** Ends every session. */
  async closeAll(): Promise<void> {
    this.#cancelSweep();
    const sessions = [...this.#sessions.values()].map(({ session }) => session);
    await Promise.all(sessions.map((session) => this.close(session, "shutdown")));
  }

  #makeRoom(principalId: string): boolean {
    const { maxSessions, maxSessionsPerPrincipal } = this.#parts.limits;
    const counts = this.#countByPrincipal();
    const own = counts.get(principalId) ?? 0;
    if (own < maxSessionsPerPrincipal && this.#sessions.size < maxSessions) return true;
    const most = Math.max(...counts.values());
    // Its own where its share is full; else one of whoever holds the most, so that nobody can keep the others out.
    const mayGo = ({ principalId: id }: Session): boolean =>
      own >= maxSessionsPerPrincipal ? id === principalId : counts.get(id) === most;
    const quiet = [...this.#sessions.values()].map(({ session }) => session).filter((one) => !one.isBusy && mayGo(one));
    const victim = quiet.find((one) => !one.isAttended) ?? quiet[0];
    if (victim === undefined) return false;
    void this.close(victim, "displaced");
    return true;
  }

  #countByPrincipal(): Map<string, number> {
    const counts = new Map<string, number>();
    for (const { session } of this.#sessions.values()) {
      counts.set(session.principalId, (counts.get(session.principalId) ?? 0) + 1);
    }
    return counts;
  }

  #isIdle(session: Session, usedMs: number): boolean {
    const { clock, limits } = this.#parts;
    return !session.isAttended && clock.monotonicMs() - usedMs >= limits.sessionIdleMs;
  }

  #planSweep(): () => void {
    return this.#parts.clock.after(SWEEP_MS, () => {
      for (const { session, usedMs } of [...this.#sessions.values()]) {
        if (this.#isIdle(session, usedMs)) void this.close(session, "idle");
      }
      this.#cancelSweep = this.#planSweep();
    });
  }
}

const NO_ROOM: Refusal = {
  status: 503,
  code: SERVER_ERROR,
  message: "Too many sessions are open, all of them in use",
  headers: { "retry-after": "5" },
};
