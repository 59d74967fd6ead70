import type { Argument, Reply, Store } from "../../src/api/account/store.ts";
import type { Clock } from "../../src/runtime/clock.ts";

/** Numbers of the contract between processes, as the scripts have them. */
const LEASE_MS = 3_000;
const PROBE_MS = 11_000;
const POLL_MS = 50;
const SETTLING_MS = 3_000;
const DAY_MS = 86_400_000;

interface Entry {
  readonly fields: Map<string, Argument>;
  readonly endMs: number;
}

interface Report {
  readonly process: string;
  readonly day: number;
  readonly totals: Readonly<Record<string, number>>;
  readonly purses: readonly {
    readonly id: string;
    readonly limit: number;
    readonly drawn: number;
    readonly want: number;
    readonly all: number;
  }[];
}

/**
 * The shared state of accounts without Redis, on the clock of a test: what `store.test.ts` says of the scripts holds of it, so
 * that hundreds of processes can be simulated in one.
 */
export class StoreInProcess {
  readonly #clock: Clock;
  readonly #entries = new Map<string, Entry>();
  readonly #scripts = { admit: this.#admit, settle: this.#settle, take: this.#take, put: this.#put };
  commands = 0;
  isDown = false;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** The store as one process reaches it. */
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

  /** A process makes a value for all. */
  get isLeased(): boolean {
    return [...this.#entries.keys()].some((key) => key.endsWith(":lease") && this.#live(key) !== undefined);
  }

  /** All keys and values as text. */
  dump(): string {
    const entries = [...this.#entries].map(([key, { fields }]) => [key, ...[...fields].flat().map(String)]);
    return JSON.stringify(entries);
  }

  #admit([bill = "", gate = ""]: readonly string[], [text = "", name = ""]: readonly Argument[]): Reply {
    const report = JSON.parse(String(text)) as Report;
    const nowMs = this.#clock.nowMs();
    const today = Math.floor(nowMs / DAY_MS);
    const known = this.#number(bill, "day");
    const born = known === 0 ? nowMs : this.#number(bill, "born");
    if (known < today) {
      this.#entries.delete(bill);
      this.#set(bill, { day: today, born }, 2 * DAY_MS);
    }
    const day = Math.max(known, today);
    const add = (field: string, more: number): void => this.#set(bill, { [field]: this.#number(bill, field) + more });
    for (const [field, total] of Object.entries(report.day === day ? report.totals : {})) {
      const mine = `${report.process}:${field}`;
      const more = total - this.#number(bill, mine);
      const counted = field.startsWith("back:") ? [mine, field] : [mine, field, "billed"];
      if (more > 0) for (const each of counted) add(each, more);
    }
    let [holdMs, alone] = [0, 0];
    if (name !== "") {
      holdMs = Math.max(0, this.#number(gate, "until") - nowMs);
      if (holdMs === 0 && this.#number(gate, "cautious") === 1) {
        if (this.#number(gate, "probing") > nowMs) holdMs = POLL_MS;
        else {
          alone = 1;
          this.#set(gate, { probing: nowMs + PROBE_MS, probe: name });
        }
      }
    }
    const settlingMs = Math.max(0, born + SETTLING_MS - nowMs);
    const billed = this.#number(bill, "billed");
    const purses: number[] = [];
    for (const { id, limit, drawn, want, all: atLeast } of report.purses) {
      const ofMine = `${report.process}:${id}`;
      let [all, mine] = [this.#number(bill, id), this.#number(bill, ofMine)];
      if (report.day === day) {
        [all, mine] = [Math.max(all, atLeast), Math.max(mine, drawn)];
        const wanted = Math.max(0, want - mine);
        if (wanted > 0) holdMs = Math.max(holdMs, settlingMs);
        const room = limit + this.#number(bill, `back:${id}`) - all;
        const draw = holdMs > 0 ? 0 : Math.max(0, Math.min(wanted, room));
        [all, mine] = [all + draw, mine + draw];
        this.#set(bill, { [id]: all, [ofMine]: mine });
      }
      purses.push(mine, all);
    }
    return [holdMs, alone, day, billed, ...purses];
  }

  #settle([gate = ""]: readonly string[], [name, end, follow]: readonly Argument[]): Reply {
    const nowMs = this.#clock.nowMs();
    if (Number(end) > nowMs) {
      const until = Math.max(Number(end), this.#number(gate, "until"));
      this.#set(gate, { until, cautious: 1, probing: 0 }, until - nowMs + DAY_MS);
    } else if (this.#live(gate)?.get("probe") === name) {
      this.#set(gate, { probing: 0, cautious: 1 - Number(follow) });
    }
    return [];
  }

  #take([value = "", lease = ""]: readonly string[], [unwanted, drop]: readonly Argument[]): Reply {
    const id = this.#number(value, "id");
    const box = this.#live(value)?.get("box");
    if (id > 0 && id !== Number(unwanted) && Buffer.isBuffer(box)) return [1, id, box];
    if (drop === "1") this.#entries.delete(value);
    if (this.#live(lease) !== undefined) return [2];
    const fence = Math.max(this.#clock.nowMs(), id + 1);
    this.#set(lease, { fence: String(fence) }, LEASE_MS);
    return [0, fence];
  }

  #put([value = "", lease = ""]: readonly string[], [fence, what, ms, box = ""]: readonly Argument[]): Reply {
    if (this.#live(lease)?.get("fence") === fence) {
      if (what === "renew") this.#set(lease, {}, LEASE_MS);
      else this.#entries.delete(lease);
    }
    if (what === "put" && this.#number(value, "id") < Number(fence)) {
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
