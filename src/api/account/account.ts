import { createHash, randomUUID } from "node:crypto";
import type { Product } from "../../domain/product.ts";
import { DAY_MS, HOUR_MS } from "../../domain/time-units.ts";
import { type Clock, every } from "../../runtime/clock.ts";
import type { Account, Settle } from "../model/account.ts";
import type { Allowance } from "../model/allowance.ts";
import type { ApiOptions } from "../model/api.ts";
import { keyOfSecret } from "./seal.ts";
import { sharing } from "./sharing.ts";
import { connectStore, type Store } from "./store.ts";

/** How often a process reports its bill, and that its probe is still under way. */
const BEAT_MS = 1_000;
/** How long an attempt waits before it asks again, if it drew nothing from a limit that has room. */
const POLL_MS = 50;
/** The longest hold to accept from Redis at a time: whoever can write to Redis could plant one. */
const MAX_HOLD_MS = HOUR_MS;
/** The wait that a failure names if Redis could not say whether a limit has room. */
const UNSHARED_MS = 5_000;
/** The most to draw in advance. A process draws a tenth of what it has spent, so an idle one holds nothing. */
const MAX_DRAW = 10;

type AccountOptions = Pick<ApiOptions, "config" | "clock" | "log">;

/** Connects to the account's state in the Redis or Valkey at `redisUrl`. Waits two seconds at most, then goes on. */
export async function connectAccount(redisUrl: string, options: AccountOptions): Promise<Account> {
  options.log.conceal(decodeURIComponent(new URL(redisUrl).password));
  return new SharedAccount(await connectStore(redisUrl, options.clock, options.log), options);
}

/** `ask`: an attempt asks to start. A probe is under way (`stay`), lets others `follow` or got no answer (`leave`). */
type GateNews = "none" | "ask" | "stay" | "follow" | "leave";

/** The state of an account in a store that all its processes reach (G-account). */
export class SharedAccount implements Account {
  readonly share: Account["share"];
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #prefix: string;
  readonly #process = randomUUID();
  readonly #closing = new AbortController();
  /** The limits that attempts asked about today. */
  readonly #allowances = new Set<Allowance>();
  /** This process's totals for `day`. Reporting a total twice, or late, does no harm. */
  #counts = { day: 0, billed: 0, lost: 0 };
  #reported = 0;
  #billedByAll = 0;
  #cancelBeat: (() => void) | undefined;

  constructor(store: Store, { config, clock }: AccountOptions) {
    const { clientId = "", account = clientId, clientSecret, authUrl, audience, productUrls } = config;
    this.#store = store;
    this.#clock = clock;
    // Not keyed with the secret: its rotation must not split the bill. The braces keep all keys on one cluster node.
    this.#prefix = `coldroute:1:{${digest(account)}}`;
    const scope = [clientId, authUrl, audience, ...Object.values(productUrls)];
    const secretKey = keyOfSecret(clientSecret, clock, this.#closing.signal);
    const keyOf = (name: string): string => `${this.#prefix}:value:${digest(JSON.stringify([scope, name]))}`;
    this.share = sharing({ store, secretKey, clock, keyOf });
  }

  async admit(product: Product, allowances: readonly Allowance[]): ReturnType<Account["admit"]> {
    this.#today();
    for (const allowance of allowances) {
      this.#allowances.add(allowance);
      allowance.asking += 1;
    }
    const told = await this.#tell(product, "ask");
    for (const allowance of allowances) allowance.asking -= 1;
    const { holdMs = 0, isAlone = false } = told ?? {};
    const empty = allowances.find(({ spent, drawn }) => spent >= drawn);
    if (holdMs === 0 && empty === undefined) return this.#settling(product, isAlone);
    if (isAlone) void this.#tell(product, "leave");
    if (holdMs > 0 || empty === undefined) return { holdMs: Math.min(holdMs, MAX_HOLD_MS) };
    const exceeded = empty.exceeded(product, this.nowMs());
    if (told === undefined) return { ...exceeded, waitMs: UNSHARED_MS, isUnshared: true };
    return empty.drawnByAll >= empty.limit ? exceeded : { holdMs: POLL_MS };
  }

  nowMs(): number {
    return this.#store.nowMs();
  }

  status(): ReturnType<Account["status"]> {
    const { lost } = this.#store;
    return {
      state: lost === undefined ? "shared" : "alone",
      ...(lost && { cause: lost }),
      billedToday: this.#billedByAll,
    };
  }

  async close(): Promise<void> {
    this.#closing.abort();
    this.#cancelBeat?.();
    // Redis replies in order, so this reply follows those to all earlier commands.
    await this.#tell("none", "none");
    this.#store.close();
  }

  #settling(product: Product, isAlone: boolean): Settle {
    const stop = isAlone ? every(this.#clock, BEAT_MS, () => void this.#tell(product, "stay")) : undefined;
    return (fate, holdMs = 0) => {
      stop?.();
      if (fate === "billed" || fate === "lost") this.#today()[fate] += 1;
      const isAnswered = fate === "billed" || fate === "refused";
      if (isAlone || holdMs > 0) void this.#tell(product, isAnswered ? "follow" : "leave", holdMs);
      this.#arm();
    };
  }

  #today() {
    const day = Math.floor(this.nowMs() / DAY_MS);
    if (day !== this.#counts.day) {
      this.#counts = { day, billed: 0, lost: 0 };
      this.#reported = 0;
      this.#allowances.clear();
    }
    return this.#counts;
  }

  /** Reports the news of this process, and any cool-down that an answer began. Takes in the reply. */
  async #tell(product: Product | "none", gate: GateNews, coolMs = 0) {
    const { day, billed, lost } = this.#today();
    const allowances = [...this.#allowances].filter((allowance) => allowance.turn(this.nowMs()).day === day);
    const limits = allowances.map((allowance) => {
      const { principal, limit, drawn, drawnByAll } = allowance;
      const id = principal === undefined ? "drawn" : `drawn:${digest(principal)}`;
      return { id, limit, want: wantOf(allowance), mine: drawn, all: drawnByAll };
    });
    const totals = Object.entries({ billed, lost }).map(([id, want]) => ({ id, want, mine: 0, all: 0 }));
    // An end on the store's clock, so that a command that runs late extends no hold.
    const coolEndMs = coolMs > 0 ? Math.ceil(this.nowMs() + coolMs) : 0;
    const news = { process: this.#process, day, counts: [...totals, ...limits], gate, coolEndMs };
    const keys = [`${this.#prefix}:bill`, `${this.#prefix}:gate:${product}`];
    const reply = await this.#store.run("tell", keys, [JSON.stringify(news)]);
    if (reply === undefined) return undefined;
    const [holdMs = 0, isAlone, ...parts] = reply.map(Number);
    // Redis sends no parts if its day differs: midnight may reach it a little later.
    const [, billedByAll = 0, , lostByAll = 0, ...drawn] = parts;
    if (parts.length > 0 && day === this.#counts.day) {
      this.#reported = billed + lost;
      this.#billedByAll = billedByAll + lostByAll;
    }
    for (const [at, allowance] of allowances.entries()) {
      if (allowance.day !== day) continue;
      const [mine = 0, all = 0] = drawn.slice(2 * at);
      // A reply must not grant more than this process asked for.
      allowance.drawn = Math.max(allowance.drawn, Math.min(mine, limits[at]?.want ?? 0));
      allowance.drawnByAll = Math.max(allowance.drawnByAll, Math.min(all, allowance.limit));
    }
    return { holdMs, isAlone: isAlone === 1 };
  }

  /** Schedules a report while there is news, or a bill to restore should Redis lose its data. */
  #arm(): void {
    const { billed, lost } = this.#counts;
    const hasNews = this.#allowances.size > 0 || billed + lost !== this.#reported;
    if (this.#closing.signal.aborted || this.#cancelBeat !== undefined || !hasNews) return;
    this.#cancelBeat = this.#clock.after(BEAT_MS, () => {
      this.#cancelBeat = undefined;
      void this.#tell("none", "none").then(() => this.#arm());
    });
  }
}

/** The total to ask for. If attempts lack room, it grows by that much, or by up to `MAX_DRAW` if that is more. */
function wantOf({ spent, asking, drawn }: Allowance): number {
  const missing = spent + asking - drawn;
  return missing > 0 ? drawn + Math.max(missing, Math.min(MAX_DRAW, Math.floor(spent / MAX_DRAW))) : drawn;
}

function digest(text: string): string {
  return createHash("sha256").update(text).digest("base64url").slice(0, 22);
}
