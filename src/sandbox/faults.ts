import type { ServerResponse } from "node:http";
import { z } from "zod";
import { parseJson } from "../domain/record.ts";
import { page, problem, type ServiceAnswer } from "./answer.ts";
import { ORIGINS, type Origin } from "./settings.ts";

/** The everyday faults, which users may script with `--faults`. */
export const FAULT_KINDS = ["status", "rate-limit", "html", "hang", "reset", "truncate", "slow"] as const;

const count = z.int().min(0);
const FAULT = z.strictObject({
  product: z.enum([...ORIGINS, "any"]),
  kind: z.enum(FAULT_KINDS),
  /** The number of requests that the fault hits; default 1. */
  times: z.union([count, z.literal("always")], 'expected a whole number, or "always"').exactOptional(),
  /** The delay of the answer. For `hang`, the time until the sandbox resets the connection. */
  delayMs: count.exactOptional(),
  /** Whether the operation runs, so that it may bill or create a plan. The kind sets the default. */
  processed: z.boolean().exactOptional(),
  status: z.int().min(200).max(599).exactOptional(),
  headers: z.record(z.string(), z.string()).exactOptional(),
  detail: z.string().exactOptional(),
  retryAfterS: count.exactOptional(),
});

/** A fault as JSON data. The faults of a product occur in the given order. */
export type Fault = Readonly<z.infer<typeof FAULT>>;

/** Reads `--faults`, a JSON array of faults. Returns the faults, or the first mistake in zod's words. */
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

/** The disturbance of one request and its answer. */
export interface Effect {
  /** The name of the fault, for the record. */
  readonly kind?: string;
  /** Whether the operation runs. */
  readonly processed: boolean;
  /** The client gets no status line. */
  readonly isSilent?: boolean;
  readonly delayMs?: number;
  /** Replaces the right answer. */
  replace?(right: ServiceAnswer): ServiceAnswer;
  /** Sends something else than the answer with this body. */
  send?(response: ServerResponse, answer: ServiceAnswer, body: Buffer): Promise<void> | void;
}

const DEFAULT_SLOW_MS = 3_000;
const DEFAULT_RETRY_AFTER_S = 30;
const HTML = "<!doctype html><html><head><title>Bad gateway</title></head><body><h1>Bad gateway</h1></body></html>";

/** The effect of a fault: what its kind does, as the fault's other fields change it. */
export function effectOf(
  fault: Pick<Fault, "delayMs" | "processed"> & { readonly kind: string; readonly headers?: ServiceAnswer["headers"] },
  effect: Effect,
): Effect {
  const { kind, headers = {}, delayMs } = fault;
  return {
    kind,
    ...(delayMs === undefined ? {} : { delayMs }),
    ...effect,
    processed: fault.processed ?? effect.processed,
    replace: (right) => {
      const answer = effect.replace?.(right) ?? right;
      return { ...answer, headers: { ...answer.headers, ...headers } };
    },
  };
}

/** The disturbance that each kind of everyday fault causes. */
export function everydayEffect(fault: Fault): Effect {
  const { status, detail, delayMs, retryAfterS = DEFAULT_RETRY_AFTER_S } = fault;
  switch (fault.kind) {
    case "status":
      return { processed: false, replace: () => problem(status ?? 503, "injected", detail) };
    case "rate-limit": {
      const headers = { "Retry-After": String(retryAfterS) };
      return { processed: false, replace: () => problem(429, "rate-limit", detail, headers) };
    }
    case "html":
      return { processed: true, replace: () => page(status ?? 200, "text/html; charset=utf-8", HTML) };
    case "hang":
      return { processed: false, isSilent: true, send: delayMs === undefined ? () => undefined : reset };
    case "reset":
      return { processed: true, isSilent: true, send: reset };
    case "truncate":
      return {
        processed: true,
        send: (response, answer, body) => end(response, answer, body.subarray(0, Math.floor(body.length / 2))),
      };
    case "slow":
      return { processed: true, delayMs: delayMs ?? DEFAULT_SLOW_MS };
  }
}

/** Resets the connection, so that the client notices. */
export function reset(response: ServerResponse): void {
  response.socket?.resetAndDestroy();
}

/** Sends an answer with this body. Node sets its length. */
export function end(response: ServerResponse, answer: ServiceAnswer, body: Buffer): void {
  response.statusCode = answer.status;
  response.setHeader("Content-Type", answer.contentType);
  for (const [name, value] of Object.entries(answer.headers)) response.setHeader(name, value);
  response.end(body);
}

/** Gives the next fault for a request to an origin. Each is used up after its `times`. */
export function faultQueue<F extends { readonly product: Origin | "any"; readonly times?: Fault["times"] }>(
  faults: readonly F[],
): (origin: Origin) => F | undefined {
  const script = faults.map((fault) => ({ fault, left: fault.times === "always" ? Infinity : (fault.times ?? 1) }));
  return (origin) => {
    const due = script.find(({ fault, left }) => left > 0 && [origin, "any"].includes(fault.product));
    if (due !== undefined) due.left -= 1;
    return due?.fault;
  };
}

/** Lets these faults happen, in order for each product. */
export function scripted(faults: readonly Fault[]): (request: { readonly origin: Origin }) => Effect | undefined {
  const next = faultQueue(faults);
  return ({ origin }) => {
    const fault = next(origin);
    return fault === undefined ? undefined : effectOf(fault, everydayEffect(fault));
  };
}
