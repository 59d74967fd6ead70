import type { Product } from "./settings.ts";
import { PRODUCTS } from "./settings.ts";

/** One billed request. */
export interface LedgerEntry {
  readonly product: Product;
  readonly requestId: string;
  readonly status: number;
}

/** How many entries are kept; the counts go on. */
const MAX_ENTRIES = 10_000;

/**
 * What the service's gateway charges for (spec 1.5): requests recorded without an error. Recorded is the status line
 * that the operation produced, also where the body, or the whole answer, is then lost on the way.
 */
export class Ledger {
  readonly #counts = new Map<Product, number>();
  readonly #entries: LedgerEntry[] = [];

  record(entry: LedgerEntry): void {
    this.#counts.set(entry.product, this.billed(entry.product) + 1);
    this.#entries.push(entry);
    if (this.#entries.length > MAX_ENTRIES) this.#entries.shift();
  }

  /** Billed requests of one product, or of all. */
  billed(product?: Product): number {
    if (product !== undefined) return this.#counts.get(product) ?? 0;
    return PRODUCTS.reduce((sum, each) => sum + this.billed(each), 0);
  }

  /** Billed requests by product. */
  byProduct(): Readonly<Record<Product, number>> {
    return {
      alerts: this.billed("alerts"),
      risk: this.billed("risk"),
      planning: this.billed("planning"),
      tracking: this.billed("tracking"),
    };
  }

  /** The latest entries, oldest first. */
  get entries(): readonly LedgerEntry[] {
    return this.#entries;
  }
}
