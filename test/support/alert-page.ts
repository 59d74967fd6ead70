import { envelope } from "./client.ts";
import type { Received, Scripted } from "./scripted-service.ts";

/** The page number in a request for alerts. */
export const pageOf = ({ url }: Received): number => Number(url.searchParams.get("page") ?? 1);

/** Page `number` of `total` pages of one record each. */
export function page(number: number, total: number, meta: Readonly<Record<string, unknown>> = {}): Scripted {
  const own = { total, page: number, pageSize: 1, hasMore: number < total };
  return { status: 200, json: envelope([String(85_000 + number)], { ...own, ...meta }) };
}

/** A service of `total` pages. `odd` answers the irregular pages. */
export function pages(total: number, odd: (request: Received) => Scripted | undefined = () => undefined) {
  return (request: Received): Scripted => odd(request) ?? page(pageOf(request), total);
}
