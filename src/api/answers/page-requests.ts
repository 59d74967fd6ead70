import type { Result } from "../../domain/failure.ts";
import { HOUR_MS } from "../../domain/time-units.ts";
import { dataEndpoint } from "../contract/endpoint.ts";
import type { Waiters } from "../request/shared.ts";
import type { AlertPages, Paging } from "./alert-pages.ts";
import { askData, type DataParts, type Page } from "./data-api.ts";

/** Page sizes, largest first, since every page is billed. The last leaves the size to the service. */
const SIZES = [50_000, 10_000, 1_000, null] as const;

/** The statuses with which a service refuses a page size. */
const SIZE_REFUSALS: ReadonlySet<number> = new Set([400, 413, 422]);

/** How long the client remembers the page size that worked, and that the service ignores `page`. */
const REMEMBERED_MS = HOUR_MS;

/** One page of a reading. `page` is the parameter's value, undefined for the first page. */
interface PageQuery {
  readonly minLevel: string | undefined;
  readonly page: number | undefined;
  readonly paging: Paging;
}

/** Requests pages of alerts. Remembers the page size that worked, and whether the service ignores `page` (G-paging). */
export class PageRequests {
  readonly #parts: DataParts;
  #worked: { readonly size: number | null; readonly untilMs: number } | undefined;
  #ignoredUntilMs = Number.NEGATIVE_INFINITY;

  constructor(parts: DataParts) {
    this.#parts = parts;
  }

  /**
   * Asks for one page. The first has the remembered size, later pages the size of the first. A refusal (400, 413 or
   * 422) is free. Without a known size it leads to the next smaller one; else it stands, and the size is forgotten.
   */
  async load({ minLevel, page, paging }: PageQuery, waiters: Waiters): Promise<Result<Page>> {
    const { clock, seen } = this.#parts;
    if (this.#worked !== undefined && clock.monotonicMs() >= this.#worked.untilMs) this.#worked = undefined;
    const chosen = paging.size === undefined ? this.#worked?.size : paging.size;
    for (const size of chosen === undefined ? SIZES : [chosen]) {
      // The specification shows no `page`, so only later pages send it.
      const endpoint = dataEndpoint("alerts", { minLevel, pageSize: size ?? undefined, page });
      const answer = await askData(this.#parts, endpoint, waiters);
      if (answer.ok) {
        // Use does not renew the size, or it would be remembered for ever.
        if (paging.size === undefined) this.#worked ??= { size, untilMs: clock.monotonicMs() + REMEMBERED_MS };
        paging.size ??= size;
        seen.add(
          "levels",
          answer.value.records.map(({ temperatureLevel }) => temperatureLevel),
        );
        return answer;
      }
      // A refusal of the token endpoint is no verdict on the page size.
      const status = answer.failure.product === "alerts" ? answer.failure.status : undefined;
      const isRefused = status !== undefined && SIZE_REFUSALS.has(status);
      if (isRefused && chosen === undefined && size !== null) continue;
      if (isRefused) this.#worked = undefined;
      return answer;
    }
    throw new RangeError("no size is left to try");
  }

  /** Remembers that the service ignored `page` in a request. */
  noteIgnored(): void {
    this.#ignoredUntilMs = this.#parts.clock.monotonicMs() + REMEMBERED_MS;
  }

  /** Why no request can complete these pages, if so: the service ended them early, or is known to ignore `page`. */
  finalReason(pages: AlertPages): "short" | "page_ignored" | undefined {
    if (pages.isShort) return "short";
    const isIgnored = this.#parts.clock.monotonicMs() < this.#ignoredUntilMs;
    return isIgnored && pages.pagesRead > 0 ? "page_ignored" : undefined;
  }
}
