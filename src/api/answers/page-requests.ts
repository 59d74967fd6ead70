import type { Result } from "../../domain/failure.ts";
import { HOUR_MS } from "../../domain/time-units.ts";
import { alertsEndpoint } from "../contract/endpoint.ts";
import type { Seen } from "../model/status.ts";
import type { Caller } from "../request/shared.ts";
import type { AlertPages } from "./alert-pages.ts";
import { askData, type DataAnswer, type DataParts } from "./data-api.ts";

/** Page sizes, largest first, since every page is billed. The last leaves the size to the service. */
const SIZES = [50_000, 10_000, 1_000, undefined] as const;

/** The statuses with which a service refuses a page size. */
const SIZE_REFUSALS: ReadonlySet<number> = new Set([400, 413, 422]);

/** How long the client remembers the page size that worked, and that the service ignores `page`. */
const REMEMBERED_MS = HOUR_MS;

/** Requests pages of alerts. Remembers the page size that worked, and whether the service ignores `page` (G-paging). */
export function pageRequests(parts: DataParts) {
  const { clock, riskUrl, seen } = parts;
  let worked: { readonly size: number | undefined; readonly untilMs: number } | undefined;
  let ignoredUntilMs = Number.NEGATIVE_INFINITY;

  /**
   * Asks for page `number` of `pages`. The first page has the remembered size, later pages the size of the first.
   * A refusal (400, 413 or 422) is free. Without a known size it leads to the next smaller one; else it stands, and the size is forgotten.
   */
  async function load(
    minLevel: string | undefined,
    number: number,
    pages: AlertPages,
    caller: Caller,
  ): Promise<Result<DataAnswer>> {
    if (worked !== undefined && clock.monotonicMs() >= worked.untilMs) worked = undefined;
    const known = pages.paging.size === undefined ? worked : { size: pages.paging.size.asked };
    const page = number === 1 ? undefined : pages.parameterOf(number);
    for (const size of known === undefined ? SIZES : [known.size]) {
      const endpoint = alertsEndpoint(riskUrl, { minLevel, pageSize: size, page });
      const answer = await askData(parts, endpoint, caller);
      // A refusal of the token endpoint is no verdict on the page size.
      const status = !answer.ok && answer.failure.product === "alerts" ? answer.failure.status : undefined;
      const isRefused = status !== undefined && SIZE_REFUSALS.has(status);
      if (isRefused && known === undefined && size !== undefined) continue;
      if (isRefused) worked = undefined;
      if (answer.ok && pages.paging.size === undefined) {
        // Use does not renew the size, or it would be remembered for ever.
        worked ??= { size, untilMs: clock.monotonicMs() + REMEMBERED_MS };
        pages.paging.size = { asked: size };
      }
      if (answer.ok) seeLevels(answer.value, seen.levels);
      return answer;
    }
    throw new RangeError("no size is left to try");
  }

  return {
    load,
    /** Remembers that the service ignored `page` in a request. */
    noteIgnored: (): void => {
      ignoredUntilMs = clock.monotonicMs() + REMEMBERED_MS;
    },
    /** Whether the service is known to ignore `page`. */
    isPageIgnored: (): boolean => clock.monotonicMs() < ignoredUntilMs,
  };
}

export type PageRequests = ReturnType<typeof pageRequests>;

function seeLevels({ envelope }: DataAnswer, levels: Seen): void {
  const held = new Set(envelope.records.map(({ temperatureLevel }) => temperatureLevel));
  for (const level of held) if (typeof level === "string") levels.add(level);
}
