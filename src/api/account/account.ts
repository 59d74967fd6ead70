import { createHash, randomUUID } from "node:crypto";
import type { Failure } from "../../domain/failure.ts";
import type { Product } from "../../domain/product.ts";
import { DAY_MS, HOUR_MS } from "../../domain/time-units.ts";
import type { Clock } from "../../runtime/clock.ts";
import type { Account, Settle } from "../model/account.ts";
import type { ApiOptions } from "../model/api.ts";
import type { CallUsage } from "../model/usage.ts";
import { BillShare, type Purse } from "./bill-share.ts";
import { keyOfSecret } from "./seal.ts";
import { connectStore, type Store } from "./store.ts";
import { Values } from "./values.ts";

/** How often leases are renewed, and news of the bill is told. */
const BEAT_MS = 1_000;
/** How long an attempt waits that does not know the day of the bill. */
const POLL_MS = 50;
/** The longest hold that is taken from the account at a time: it may be planted. */
const MAX_HOLD_MS = HOUR_MS;
/** When to ask again whether a limit has room, where the account could not tell. */
const UNSHARED_MS = 5_000;

/** The day's limit in the bill; the limits of principals follow it. */
const DAY_PURSE = "drawn";

type AccountOptions = Pick<ApiOptions, "config" | "clock" | "log">;

/** The account's state in the Redis or Valkey at `redisUrl`. Resolves after two seconds at the latest. */
export async function connectAccount(redisUrl: string, options: AccountOptions): Promise<Account> {
  options.log.conceal(decodeURIComponent(new URL(redisUrl).password));
  return new SharedAccount(await connectStore(redisUrl, options.clock, options.log), options);
}

/** The state of an account in a store that all its processes reach (G-account). */
export class SharedAccount implements Account {
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #limit: number | undefined;
  readonly #prefix: string;
  readonly #process = randomUUID();
  readonly #bill = new BillShare(this.#process);
  readonly #values: Values;
  readonly #closing = new AbortController();
  readonly take: Account["take"];
  #billedByAll = 0;
  #cancelBeat: (() => void) | undefined;

  constructor(store: Store, { config, clock }: AccountOptions) {
    const { clientId = "", account = clientId, clientSecret, authUrl, audience, productUrls, billableLimit } = config;
    this.#store = store;
    this.#clock = clock;
    this.#limit = billableLimit;
    // Not keyed with the secret, whose rotation must not split the bill. The braces keep it on one node of a cluster.
    this.#prefix = `coldroute:1:{${digest(account)}}`;
    const scope = [clientId, authUrl, audience, ...Object.values(productUrls)];
    const secretKey = keyOfSecret(clientSecret, clock, this.#closing.signal);
    const keyOf = (name: string): string => `${this.#prefix}:value:${digest(JSON.stringify([scope, name]))}`;
    this.#values = new Values({ store, secretKey, clock, keyOf, onHeld: () => this.#arm() });
    this.take = this.#values.take;
  }

  async admit(product: Product, payer: CallUsage): ReturnType<Account["admit"]> {
    // Twice: the first report of a day may only learn which day it is.
    for (let round = 0; round < 2; round += 1) {
      this.#bill.turn(Math.floor(this.#store.nowMs() / DAY_MS));
      const purses = this.#pursesOf(payer);
      for (const purse of purses) purse.waiting += 1;
      const told = await this.#tell(product, this.#process);
      for (const purse of purses) purse.waiting -= 1;
      const empty = purses.find(({ drawn, spent }) => drawn <= spent);
      const { holdMs = 0, isAlone = false, isOfToday = false } = told ?? {};
      if (holdMs === 0 && empty === undefined) return this.#admission(product, purses, isAlone);
      if (isAlone) void this.#settle(product, 0, false);
      if (holdMs > 0 || empty === undefined) return { holdMs: Math.min(holdMs, MAX_HOLD_MS) };
      if (told === undefined) return spentLimit(product, payer, empty, { waitMs: UNSHARED_MS, isUnshared: true });
      const waitMs = DAY_MS - (this.#store.nowMs() % DAY_MS);
      if (isOfToday) return spentLimit(product, payer, empty, { waitMs });
    }
    return { holdMs: POLL_MS };
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
    this.#bill.leave();
    await Promise.all([this.#values.renew("end"), this.#bill.hasNews && this.#tell("none", "")]);
    this.#store.close();
  }

  #pursesOf({ allowance }: CallUsage): readonly Purse[] {
    return [
      ...(this.#limit === undefined ? [] : [this.#bill.purse(DAY_PURSE, this.#limit)]),
      ...(allowance === undefined
        ? []
        : [this.#bill.purse(`${DAY_PURSE}:${digest(allowance.principal)}`, allowance.limit)]),
    ];
  }

  #admission(product: Product, purses: readonly Purse[], isAlone: boolean): Settle {
    for (const purse of purses) purse.spent += 1;
    let isSettled = false;
    return (fate, holdMs = 0) => {
      if (isSettled) return;
      isSettled = true;
      const isAnswered = fate === "billed" || fate === "refused";
      if (fate === "billed" || fate === "lost") this.#bill.count(fate, product);
      else for (const purse of purses) purse.spent -= 1;
      if (isAlone || holdMs > 0) void this.#settle(product, holdMs, isAnswered);
      this.#arm();
    };
  }

  async #settle(product: Product, holdMs: number, isAnswered: boolean): Promise<void> {
    // The store's own time, so that a command that runs late holds nobody longer.
    const endsMs = holdMs > 0 ? Math.ceil(this.#store.nowMs() + holdMs) : 0;
    const mayFollow = isAnswered && holdMs === 0;
    const args = [this.#process, String(endsMs), mayFollow ? "1" : "0"];
    await this.#store.run("settle", [`${this.#prefix}:gate:${product}`], args);
  }

  /** Tells the account the news of this process, and asks leave for an attempt of `asking` unless that is empty. */
  async #tell(product: Product | "none", asking: string) {
    const { text, hear } = this.#bill.report();
    const keys = [`${this.#prefix}:bill`, `${this.#prefix}:gate:${product}`];
    const reply = await this.#store.run("admit", keys, [text, asking]);
    if (reply === undefined) return undefined;
    const [holdMs = 0, isAlone, day = 0, billed = 0, ...purses] = reply.map(Number);
    this.#billedByAll = billed;
    return { holdMs, isAlone: isAlone === 1, isOfToday: hear(day, purses) };
  }

  /** Beats while there is something to renew or to tell. */
  #arm(): void {
    const isNeeded = this.#values.isHolding || this.#bill.hasNews;
    if (this.#closing.signal.aborted || this.#cancelBeat !== undefined || !isNeeded) return;
    this.#cancelBeat = this.#clock.after(BEAT_MS, () => {
      this.#cancelBeat = undefined;
      void this.#values.renew("renew");
      if (this.#bill.hasNews) void this.#tell("none", "");
      this.#arm();
    });
  }
}

type Spent = { readonly waitMs: number; readonly isUnshared?: boolean };

function spentLimit(product: Product, { allowance }: CallUsage, { id, limit }: Purse, spent: Spent): Failure {
  const common = { kind: "billing_limit", product, limit, ...spent } as const;
  const { owner } = allowance ?? {};
  return id === DAY_PURSE ? ({ ...common, scope: "day" } as const) : ({ ...common, scope: "caller", owner } as const);
}

function digest(text: string): string {
  return createHash("sha256").update(text).digest("base64url").slice(0, 22);
}
