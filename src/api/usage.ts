import { type Failure, type Product, waitMsOf } from "./failure.ts";

/** `_meta["coldroute/usage"]` of one result (DESIGN 3). */
export interface UsageReport {
  readonly billableRequests: number;
  /** Requests sent whose answer never came: the service may have billed them. */
  readonly maybeBilled: number;
  readonly requests: number;
  /** True only when nothing was sent and something was answered from memory. */
  readonly cached: boolean;
  /** Age of the oldest part, in whole seconds; 0 when everything is live. */
  readonly ageSeconds: number;
  readonly stale: boolean;
  readonly requestIds: readonly string[];
}

/** Where the answers of one product to one call come from. */
export interface ProductSource {
  readonly data: "live" | "cached" | "stale";
  /** Age of the oldest part from memory; 0 where all is live. */
  readonly ageMs: number;
  /** The failure that a stale part stands in for; of several the one with the longest wait. */
  readonly staleAfter?: Failure;
}

/** How many request ids one result names. */
const MAX_REQUEST_IDS = 20;

/** What one tool call sent and was billed. Written by the API client, read by the call boundary. */
export class CallUsage {
  /** The most requests this call may bill (COLDROUTE_MAX_BILLABLE_PER_CALL). */
  readonly maxBillable: number;
  #requests = 0;
  #billable = 0;
  #lost = 0;
  /** Reserved, whether sent or not; and of those the ones sent and not answered yet. */
  #reserved = 0;
  #unanswered = 0;
  #partsFromMemory = 0;
  readonly #shared = new Set<Product>();
  readonly #remembered = new Map<Product, Pick<ProductSource, "ageMs" | "staleAfter">>();
  readonly #requestIds: string[] = [];

  constructor(maxBillable: number) {
    this.maxBillable = maxBillable;
  }

  /** How many more requests `maxBillable` allows, counting those whose outcome is open or lost. */
  roomLeft(): number {
    return Math.max(0, this.maxBillable - this.#billable - this.#lost - this.#reserved);
  }

  /** Whether `maxBillable` is reached, whatever becomes of the requests that are open. */
  isSpent(): boolean {
    return this.#billable + this.#lost >= this.maxBillable;
  }

  /** What who has no room left is told. */
  limitReached(product: Product): Failure {
    return { kind: "billing_limit", product, scope: "call", limit: this.maxBillable };
  }

  reserved(): void {
    this.#reserved += 1;
  }

  sent(): void {
    this.#requests += 1;
    this.#unanswered += 1;
  }

  settled(outcome: "billed" | "refused" | "lost" | "unsent"): void {
    this.#reserved -= 1;
    if (outcome !== "unsent") this.#unanswered -= 1;
    if (outcome === "billed") this.#billable += 1;
    if (outcome === "lost") this.#lost += 1;
  }

  /** A request of `product` is sent that this call waits for, whoever pays for it: its answer is not from memory. */
  shared(product: Product): void {
    this.#shared.add(product);
  }

  sawRequestId(requestId: string): void {
    if (this.#requestIds.length < MAX_REQUEST_IDS && !this.#requestIds.includes(requestId)) {
      this.#requestIds.push(requestId);
    }
  }

  /** A part of the answer came from memory and is `ageMs` old; it is stale where it stands in for a `failure`. */
  answeredFromMemory(product: Product, ageMs: number, failure?: Failure): void {
    this.#partsFromMemory += 1;
    const known = this.#remembered.get(product);
    const staleAfter = longerWait(known?.staleAfter, failure);
    this.#remembered.set(product, {
      ageMs: Math.max(known?.ageMs ?? 0, ageMs),
      ...(staleAfter === undefined ? {} : { staleAfter }),
    });
  }

  /** Where the answers of `product` came from; live where nothing came from memory. */
  sourceOf(product: Product): ProductSource {
    const remembered = this.#remembered.get(product);
    if (remembered === undefined) return { data: "live", ageMs: 0 };
    if (remembered.staleAfter !== undefined) return { data: "stale", ...remembered };
    return { data: this.#shared.has(product) ? "live" : "cached", ...remembered };
  }

  /** How many parts of the answer came from memory. */
  get partsFromMemory(): number {
    return this.#partsFromMemory;
  }

  /** The failure that something stale stands in for; of several the one that says to wait longest. */
  get staleAfter(): Failure | undefined {
    return [...this.#remembered.values()].reduce<Failure | undefined>(
      (worst, { staleAfter }) => longerWait(worst, staleAfter),
      undefined,
    );
  }

  /** Whether a part of the answer came from memory, and whether it was too old to be sought there. */
  get fromMemory(): "fresh" | "stale" | undefined {
    if (this.#partsFromMemory === 0) return undefined;
    return this.staleAfter === undefined ? "fresh" : "stale";
  }

  /** The bill as it stands; a request still under way may be billed, so it counts as `maybeBilled`. */
  report(): UsageReport {
    const remembered = [...this.#remembered.values()];
    return {
      billableRequests: this.#billable,
      maybeBilled: this.#lost + this.#unanswered,
      requests: this.#requests,
      cached: this.#partsFromMemory > 0 && this.#requests === 0 && this.#shared.size === 0,
      ageSeconds: Math.floor(Math.max(0, ...remembered.map(({ ageMs }) => ageMs)) / 1000),
      stale: this.staleAfter !== undefined,
      requestIds: [...this.#requestIds],
    };
  }
}

function longerWait(known: Failure | undefined, next: Failure | undefined): Failure | undefined {
  return next && known && waitMsOf(next) <= waitMsOf(known) ? known : (next ?? known);
}
