import { type Result, success } from "../../domain/failure.ts";
import { HOUR_MS } from "../../domain/time-units.ts";
import { dataEndpoint } from "../contract/endpoint.ts";
import type { RequestCallers } from "../request/callers.ts";
import type { AlertPage, AlertPages } from "./alert-pages.ts";
import { askData, type DataParts } from "./data-api.ts";

/** The page sizes to try, in this order. Every page is billed, so the first is large. With null, the service chooses. */
const SIZES = [50_000, 10_000, 1_000, null] as const;
const SIZE_REFUSALS: ReadonlySet<number> = new Set([400, 413, 422]);
const REMEMBERED_MS = HOUR_MS;

/** `page` is undefined for the first page; `size` is undefined until a page has come, and null for the service's own. */
interface PageQuery {
  readonly minLevel: string | undefined;
  readonly page: number | undefined;
  readonly size: number | null | undefined;
}

/** Remembers the page size that worked, and whether the service ignores `page` (G-paging). */
export class PageRequests {
  readonly #parts: DataParts;
  #workingSize: { readonly size: number | null; readonly untilMs: number } | undefined;
  #ignoredUntilMs = Number.NEGATIVE_INFINITY;

  constructor(parts: DataParts) {
    this.#parts = parts;
  }

  /** Asks for one page. If the service refuses a size that is known, the refusal stands, and the size is forgotten. */
  async load(query: PageQuery, callers: RequestCallers): Promise<Result<AlertPage>> {
    const { clock } = this.#parts;
    if (this.#workingSize !== undefined && clock.monotonicMs() >= this.#workingSize.untilMs)
      this.#workingSize = undefined;
    const size = query.size === undefined ? this.#workingSize?.size : query.size;
    if (size === undefined) return this.#findSize(query, callers);
    const answer = await this.#ask({ ...query, size }, callers);
    if (isSizeRefused(answer)) this.#workingSize = undefined;
    return answer;
  }

  /** Asks for ever smaller pages until the service gives one. Refusals are free. */
  async #findSize(query: PageQuery, callers: RequestCallers): Promise<Result<AlertPage>> {
    const [largest, ...smaller] = SIZES;
    let answer = await this.#ask({ ...query, size: largest }, callers);
    for (const size of smaller) if (isSizeRefused(answer)) answer = await this.#ask({ ...query, size }, callers);
    if (answer.ok) {
      const untilMs = this.#parts.clock.monotonicMs() + REMEMBERED_MS;
      this.#workingSize ??= { size: answer.value.askedSize, untilMs };
    }
    return answer;
  }

  async #ask({ minLevel, page, size = null }: PageQuery, callers: RequestCallers): Promise<Result<AlertPage>> {
    // The specification shows no `page`, so only later pages send it.
    const endpoint = dataEndpoint("alerts", { minLevel, pageSize: size ?? undefined, page });
    const answer = await askData(this.#parts, endpoint, callers);
    if (!answer.ok) return answer;
    const levels = answer.value.records.map(({ temperatureLevel }) => temperatureLevel);
    this.#parts.seen.add("levels", levels);
    return success({ ...answer.value, askedSize: size });
  }

  rememberPageIgnored(): void {
    this.#ignoredUntilMs = this.#parts.clock.monotonicMs() + REMEMBERED_MS;
  }

  /** Why no request can complete these pages: the service ended them early, or is known to ignore `page`. */
  reasonNotToAsk(pages: AlertPages): "short" | "page_ignored" | undefined {
    if (pages.state === "short") return "short";
    const isIgnored = this.#parts.clock.monotonicMs() < this.#ignoredUntilMs;
    return isIgnored && pages.pagesRead > 0 ? "page_ignored" : undefined;
  }
}

/** A refusal of the token endpoint is no verdict on the page size. */
function isSizeRefused(answer: Result<AlertPage>): boolean {
  return !answer.ok && answer.failure.product === "alerts" && SIZE_REFUSALS.has(answer.failure.status ?? 0);
}
