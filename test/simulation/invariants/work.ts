import type { WireRequest } from "../events.ts";
import type { Ask } from "../steps.ts";

/** What a call wants done: equal for two calls exactly where one piece of work may serve both (a plan never does). */
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

/** The same of a request as it left; nothing for a token exchange. */
export function workBehind({ product, path, reference }: WireRequest): string | undefined {
  const { pathname, searchParams } = new URL(path, "http://service.test");
  switch (product) {
    case "alerts":
      return `alerts ${searchParams.get("minLevel") ?? ""}`;
    case "risk":
      return `risk ${searchParams.get("granularity")} ${searchParams.get("date")}`;
    case "planning":
      return `plan ${reference}`;
    case "tracking":
      return `package ${decodeURIComponent(pathname.slice(pathname.lastIndexOf("/") + 1))}`;
    case "token":
      return undefined;
  }
}

/** The page of alerts that a request asks for by its number; none of who asks for the first one, or for all at once. */
export function pageOf({ path }: WireRequest): string | undefined {
  return new URL(path, "http://service.test").searchParams.get("page") ?? undefined;
}

/** The page size that a request for alerts names; 0 where it is left to the service. */
export function sizeOf({ path }: WireRequest): number {
  return Number(new URL(path, "http://service.test").searchParams.get("pageSize") ?? 0);
}
