import type { WireRequest } from "../events.ts";
import type { Ask } from "../steps.ts";

/** The work that a call needs. Two calls have equal work exactly if one request may serve both. */
export function workOf(ask: Ask): string {
  switch (ask.kind) {
    case "alerts":
      return `alerts ${ask.minLevel ?? ""}`;
    case "risk":
      return `risk ${ask.granularity} ${ask.date}`;
    case "plan":
      return `plan ${ask.reference}`;
    case "package":
      return `package ${ask.id}`;
  }
}

/** The work that a request serves. None for a token exchange. */
export function workOfRequest({ product, path, plan }: WireRequest): string | undefined {
  const { pathname, searchParams } = new URL(path, "http://service.test");
  switch (product) {
    case "alerts":
      return `alerts ${searchParams.get("minLevel") ?? ""}`;
    case "risk":
      return `risk ${searchParams.get("granularity")} ${searchParams.get("date")}`;
    case "planning":
      return `plan ${plan}`;
    case "tracking":
      return `package ${decodeURIComponent(pathname.slice(pathname.lastIndexOf("/") + 1))}`;
    default:
      return undefined;
  }
}

/** The page number in a request for alerts. None for the first page, or for all alerts at once. */
export function pageOf({ path }: WireRequest): string | undefined {
  return new URL(path, "http://service.test").searchParams.get("page") ?? undefined;
}
