import type { Failure } from "../../domain/failure.ts";
import type { Product } from "../../domain/product.ts";
import { defined } from "../../domain/record.ts";
import type { Allowance } from "./allowance.ts";

/** The requests and the bill of one call. A tool result carries it as `_meta["coldroute/usage"]` (G-errors). */
export interface UsageReport {
  readonly billableRequests: number;
  /** Requests still without an answer, or whose answer was lost. The service may have billed them. */
  readonly maybeBilled: number;
  readonly requests: number;
  /** True if memory answered, and no request was sent for this call or shared with it. */
  readonly cached: boolean;
  /** Age of the oldest part from memory, in whole seconds; 0 if all is live. */
  readonly ageSeconds: number;
  readonly stale: boolean;
  readonly requestIds: readonly string[];
}

export interface ProductSource {
  readonly data: "live" | "cached" | "stale";
  /** Of the oldest part from memory; 0 if all is live. */
  readonly ageMs: number;
  /** The failure that a stale part stands in for; the latest of several. */
  readonly staleAfter?: Failure;
}

const MAX_REQUEST_IDS = 20;

export class CallUsage {
  readonly maxBillable: number;
  readonly allowance: Allowance | undefined;
  /** The HTTP caller. Principals take turns for the slots of a product. */
  readonly principal: string | undefined;
  #requests = 0;
  #billed = 0;
  #lost = 0;
  #open = 0;
  readonly #live = new Set<Product>();
  readonly #remembered = new Map<Product, Pick<ProductSource, "ageMs" | "staleAfter">>();
  readonly #requestIds = new Set<string>();

  constructor(maxBillable: number, allowance?: Allowance, principal?: string) {
    this.maxBillable = maxBillable;
    this.allowance = allowance;
    this.principal = principal;
  }

  /** How many more requests `maxBillable` allows. Open and lost requests count as billed. */
  roomLeft(): number {
    return Math.max(0, this.maxBillable - this.#billed - this.#lost - this.#open);
  }

  sent(): void {
    this.#requests += 1;
    this.#open += 1;
  }

  settled(outcome: "billed" | "refused" | "lost"): void {
    this.#open -= 1;
    if (outcome === "billed") this.#billed += 1;
    if (outcome === "lost") this.#lost += 1;
  }

  /** A request is under way while this call waits: its answer is live. Another call may pay. */
  sawLive(product: Product): void {
    this.#live.add(product);
  }

  sawRequestId(requestId: string | undefined): void {
    if (requestId !== undefined && this.#requestIds.size < MAX_REQUEST_IDS) this.#requestIds.add(requestId);
  }

  /** A part of the answer is stale if it stands in for a `failure`. */
  answeredFromMemory(product: Product, ageMs: number, failure?: Failure): void {
    const earlier = this.#remembered.get(product);
    const oldestMs = Math.max(earlier?.ageMs ?? 0, ageMs);
    this.#remembered.set(product, { ageMs: oldestMs, ...defined({ staleAfter: failure ?? earlier?.staleAfter }) });
  }

  /** One stale part makes the answers stale; else one live part makes them live. */
  sourceOf(product: Product): ProductSource {
    const remembered = this.#remembered.get(product);
    if (remembered === undefined) return { data: "live", ageMs: 0 };
    if (remembered.staleAfter !== undefined) return { data: "stale", ...remembered };
    return { data: this.#live.has(product) ? "live" : "cached", ...remembered };
  }

  report(): UsageReport {
    const remembered = [...this.#remembered.values()];
    return {
      billableRequests: this.#billed,
      maybeBilled: this.#lost + this.#open,
      requests: this.#requests,
      cached: remembered.length > 0 && this.#requests === 0 && this.#live.size === 0,
      ageSeconds: Math.floor(Math.max(0, ...remembered.map(({ ageMs }) => ageMs)) / 1000),
      stale: remembered.some(({ staleAfter }) => staleAfter !== undefined),
      requestIds: [...this.#requestIds],
    };
  }
}
