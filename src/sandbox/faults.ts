import type { ServerResponse } from "node:http";
import { z } from "zod";
import { parseJson } from "../domain/record.ts";
import { page, problem, type ServiceAnswer } from "./answer.ts";
import { ORIGINS, type Origin } from "./settings.ts";

export const FAULT_KINDS = ["status", "rate-limit", "html", "hang", "reset", "truncate", "slow"] as const;

const count = z.int().min(0);
const FAULT = z.strictObject({
  product: z.enum([...ORIGINS, "any"]),
  kind: z.enum(FAULT_KINDS),
  /** How many requests it hits; default 1. */
  times: z.union([count, z.literal("always")], 'expected a whole number, or "always"').exactOptional(),
  /** Delays the answer; for `slow` 3,000. For `hang`, the time until the sandbox resets the connection. */
  delayMs: count.exactOptional(),
  /** For `status` (503) and `html` (200). */
  status: z.int().min(200).max(599).exactOptional(),
  /** For `rate-limit`; default 30. */
  retryAfterS: count.exactOptional(),
});

/** The faults of a product occur in the given order. */
export type Fault = Readonly<z.infer<typeof FAULT>>;

/** `wrong` is the first mistake, in zod's words. */
export function readFaultScript(script: string): { readonly faults: readonly Fault[] } | { readonly wrong: string } {
  const given = parseJson(script);
  if (given === undefined) return { wrong: "the fault script is not JSON" };
  const read = z.array(FAULT).safeParse(given);
  if (read.success) return { faults: read.data };
  const { path = [], message = "" } = read.error.issues[0] ?? {};
  const [index, ...field] = path;
  const place = index === undefined ? "the fault script" : [`fault ${Number(index) + 1}`, ...field].join(", ");
  return { wrong: `${place}: ${message}` };
}

export interface Effect {
  readonly kind?: string;
  /** The operation runs, so that it may bill or create a plan. */
  readonly processed: boolean;
  readonly delayMs?: number;
  replace?(right: ServiceAnswer): ServiceAnswer;
  /** Sends the answer in another way. */
  send?(response: ServerResponse, answer: ServiceAnswer, body: Buffer): Promise<void> | void;
}

const HTML = "<!doctype html><html><head><title>Bad gateway</title></head><body><h1>Bad gateway</h1></body></html>";

type Details = Pick<Fault, "kind" | "delayMs" | "status" | "retryAfterS">;

const EFFECTS: Readonly<Record<Fault["kind"], (fault: Details) => Effect>> = {
  status: ({ status = 503 }) => ({ processed: false, replace: () => problem(status) }),
  "rate-limit": ({ retryAfterS = 30 }) => ({
    processed: false,
    replace: () => problem(429, undefined, { "Retry-After": String(retryAfterS) }),
  }),
  html: ({ status = 200 }) => ({ processed: true, replace: () => page(status, "text/html; charset=utf-8", HTML) }),
  hang: ({ delayMs }) => ({ processed: false, send: delayMs === undefined ? () => undefined : reset }),
  reset: () => ({ processed: true, send: reset }),
  truncate: () => ({
    processed: true,
    send: (response, answer, body) => end(response, answer, body.subarray(0, Math.floor(body.length / 2))),
  }),
  slow: () => ({ processed: true, delayMs: 3_000 }),
};

export function everydayEffect(fault: Details): Effect {
  const { kind, delayMs } = fault;
  return { kind, ...EFFECTS[kind](fault), ...(delayMs !== undefined && { delayMs }) };
}

export function reset(response: ServerResponse): void {
  response.socket?.resetAndDestroy();
}

export function end(response: ServerResponse, answer: ServiceAnswer, body: Buffer): void {
  response.statusCode = answer.status;
  response.setHeader("Content-Type", answer.contentType);
  for (const [name, value] of Object.entries(answer.headers)) response.setHeader(name, value);
  response.end(body);
}

/** Gives the next fault for an origin. Each is used up after its `times`. */
export function faultQueue<F extends Pick<Fault, "product" | "times">>(
  faults: readonly F[],
): (origin: Origin) => F | undefined {
  const script = faults.map((fault) => ({ fault, left: fault.times === "always" ? Infinity : (fault.times ?? 1) }));
  return (origin) => {
    const due = script.find(({ fault, left }) => left > 0 && [origin, "any"].includes(fault.product));
    if (due !== undefined) due.left -= 1;
    return due?.fault;
  };
}

export function scripted(faults: readonly Fault[]): (request: { readonly origin: Origin }) => Effect | undefined {
  const next = faultQueue(faults);
  return ({ origin }) => {
    const fault = next(origin);
    return fault && everydayEffect(fault);
  };
}
