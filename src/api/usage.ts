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
  #fromMemory = 0;
  #oldestAgeMs = 0;
  #staleAfter: Failure | undefined;
  #hasShared = false;
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

  /** A request is sent that this call waits for, whoever pays for it: what it is answered is not from memory. */
  shared(): void {
    this.#hasShared = true;
  }

  sawRequestId(requestId: string): void {
    if (this.#requestIds.length < MAX_REQUEST_IDS && !this.#requestIds.includes(requestId)) {
      this.#requestIds.push(requestId);
    }
  }

  /** A part of the answer came from memory and is `ageMs` old; it is stale where it stands in for a `failure`. */
  answeredFromMemory(ageMs: number, failure?: Failure): void {
    this.#fromMemory += 1;
    this.#oldestAgeMs = Math.max(this.#oldestAgeMs, ageMs);
    const known = this.#staleAfter;
    this.#staleAfter = failure && known && waitMsOf(failure) <= waitMsOf(known) ? known : (failure ?? known);
  }

  /** How many parts of the answer came from memory. */
  get partsFromMemory(): number {
    return this.#fromMemory;
  }

  /** The failure that something stale stands in for; of several the one that says to wait longest. */
  get staleAfter(): Failure | undefined {
    return this.#staleAfter;
  }

  /** Whether a part of the answer came from memory, and whether it was too old to be sought there. */
  get fromMemory(): "fresh" | "stale" | undefined {
    if (this.#fromMemory === 0) return undefined;
    return this.#staleAfter === undefined ? "fresh" : "stale";
  }

  /** The bill as it stands; a request still under way may be billed, so it counts as `maybeBilled`. */
  report(): UsageReport {
    return {
      billableRequests: this.#billable,
      maybeBilled: this.#lost + this.#unanswered,
      requests: this.#requests,
      cached: this.#fromMemory > 0 && this.#requests === 0 && !this.#hasShared,
      ageSeconds: Math.floor(this.#oldestAgeMs / 1000),
      stale: this.#staleAfter !== undefined,
      requestIds: [...this.#requestIds],
    };
  }
}
