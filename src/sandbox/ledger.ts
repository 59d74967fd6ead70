import { each, PRODUCT_NAMES, type Product } from "../domain/product.ts";

/** The service's bill (service.md 1.5): requests without an error, even if the answer is lost. */
export class Ledger {
  readonly #counts = each(PRODUCT_NAMES, () => 0);

  record(product: Product): void {
    this.#counts[product] += 1;
  }

  /** Billed requests of one product, or of all. */
  billed(product?: Product): number {
    if (product !== undefined) return this.#counts[product];
    return PRODUCT_NAMES.reduce((sum, each) => sum + this.#counts[each], 0);
  }

  /** `4 (alerts 3, risk 0, planning 0, tracking 1)`. */
  summary(): string {
    return `${this.billed()} (${PRODUCT_NAMES.map((product) => `${product} ${this.#counts[product]}`).join(", ")})`;
  }
}
