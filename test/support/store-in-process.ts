import type { Argument, Reply, Store } from "../../src/api/account/store.ts";
import type { Clock } from "../../src/runtime/clock.ts";

/** The numbers of the contract between processes, the same as in the Redis scripts. */
const LEASE_MS = 3_000;
const POLL_MS = 50;
const SETTLING_MS = 3_000;
const DAY_MS = 86_400_000;

interface Entry {
  readonly fields: Map<string, Argument>;
  readonly endMs: number;
}

interface News {
  readonly process: string;
  readonly day: number;
  readonly counts: readonly {
    readonly id: string;
    readonly limit?: number;
    readonly mine: number;
    readonly want: number;
    readonly all: number;
  }[];
  readonly gate: string;
  readonly coolEndMs: number;
}

/**
 * The shared state of accounts without Redis, on a test's clock. One process can then simulate hundreds of replicas.
 * `store.test.ts` holds this class and the Redis scripts to the same tests.
 */
export class StoreInProcess {
  readonly #clock: Clock;
  readonly #entries = new Map<string, Entry>();
  readonly #scripts = { tell: this.#tell, take: this.#take, put: this.#put };
  commands = 0;
  isDown = false;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** One process's connection to the store. */
  connect(): Store {
    return {
      run: async (script, keys, args) => {
        if (this.isDown) return undefined;
        this.commands += 1;
        return this.#scripts[script].call(this, keys, args);
      },
      lost: undefined,
      nowMs: () => this.#clock.nowMs(),
      close: () => undefined,
    };
  }

  /** Whether a process holds a lease, to make a value for all. */
  get isLeased(): boolean {
    return [...this.#entries.keys()].some((key) => key.endsWith(":lease") && this.#live(key) !== undefined);
  }

  /** All keys and values as text. */
  dump(): string {
    const entries = [...this.#entries].map(([key, { fields }]) => [key, ...[...fields].flat().map(String)]);
    return JSON.stringify(entries);
  }

  #tell([bill = "", gate = ""]: readonly string[], [text = ""]: readonly Argument[]): Reply {
    const news = JSON.parse(String(text)) as News;
    const nowMs = this.#clock.nowMs();
    const today = Math.floor(nowMs / DAY_MS);
    const day = this.#number(bill, "day");
    const born = day === 0 ? nowMs : this.#number(bill, "born");
    if (day !== today) {
      this.#entries.delete(bill);
      this.#set(bill, { day: today, born }, 2 * DAY_MS);
    }
    let [holdMs, alone] = [0, 0];
    const probe = this.#live(gate)?.get("probe");
    const until = this.#number(gate, "until");
    if (news.coolEndMs > nowMs) {
      const end = Math.max(news.coolEndMs, until);
      this.#set(gate, { until: end, probe: "" }, end - nowMs + DAY_MS);
    } else if (news.gate === "ask" && this.#live(gate) !== undefined) {
      holdMs = Math.max(0, until - nowMs);
      if (holdMs === 0 && probe !== "" && this.#number(gate, "probing") > nowMs) holdMs = POLL_MS;
      if (holdMs === 0) {
        alone = 1;
        this.#set(gate, { probing: nowMs + LEASE_MS, probe: news.process });
      }
    } else if (probe === news.process) {
      if (news.gate === "stay") this.#set(gate, { probing: nowMs + LEASE_MS });
      if (news.gate === "follow") this.#entries.delete(gate);
      if (news.gate === "leave") this.#set(gate, { probe: "" });
    }
    const parts: number[] = [];
    for (const { id, limit, want, ...known } of news.day === today ? news.counts : []) {
      const ofMine = `${news.process}:${id}`;
      const mine = Math.max(this.#number(bill, ofMine), known.mine);
      const all = Math.max(this.#number(bill, id), known.all);
      let more = want - mine;
      if (limit !== undefined) {
        if (more > 0) holdMs = Math.max(holdMs, born + SETTLING_MS - nowMs);
        more = holdMs > 0 ? 0 : Math.min(more, limit - all);
      }
      more = Math.max(0, more);
      this.#set(bill, { [ofMine]: mine + more, [id]: all + more });
      parts.push(mine + more, all + more);
    }
    return [holdMs, alone, ...parts];
  }

  #take([value = "", lease = ""]: readonly string[], [unwanted]: readonly Argument[]): Reply {
    const id = this.#number(value, "id");
    const box = this.#live(value)?.get("box");
    if (id > 0 && id !== Number(unwanted) && Buffer.isBuffer(box)) return [1, id, box];
    this.#entries.delete(value);
    if (this.#live(lease) !== undefined) return [2];
    const fence = Math.max(this.#clock.nowMs(), id + 1);
    this.#set(lease, { fence: String(fence) }, LEASE_MS);
    return [0, fence];
  }

  #put([value = "", lease = ""]: readonly string[], [fence, leaseMs, ms, box]: readonly Argument[]): Reply {
    if (this.#live(lease)?.get("fence") === fence) this.#set(lease, {}, Number(leaseMs));
    if (box !== undefined && this.#number(value, "id") < Number(fence)) {
      this.#set(value, { id: Number(fence), box }, Number(ms));
    }
    return [];
  }

  #live(key: string): Map<string, Argument> | undefined {
    const entry = this.#entries.get(key);
    return entry !== undefined && entry.endMs > this.#clock.nowMs() ? entry.fields : undefined;
  }

  #number(key: string, field: string): number {
    return Number(this.#live(key)?.get(field) ?? 0);
  }

  #set(key: string, fields: Readonly<Record<string, number | Argument>>, lifeMs?: number): void {
    const live = this.#live(key) ?? new Map<string, Argument>();
    for (const [field, value] of Object.entries(fields))
      live.set(field, typeof value === "number" ? String(value) : value);
    const kept = this.#entries.get(key)?.endMs ?? Number.POSITIVE_INFINITY;
    this.#entries.set(key, { fields: live, endMs: lifeMs === undefined ? kept : this.#clock.nowMs() + lifeMs });
  }
}
