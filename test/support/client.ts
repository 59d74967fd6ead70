import { setMaxListeners } from "node:events";
import { onTestFinished } from "vitest";
import { createApi } from "../../src/api/api.ts";
import type { Api, Call } from "../../src/api/model/api.ts";
import { CallUsage } from "../../src/api/model/usage.ts";
import { loadConfig } from "../../src/config/config.ts";
import type { Failure, Result } from "../../src/domain/failure.ts";
import { createLog } from "../../src/runtime/log.ts";
import { type Script, type Scripted, type Scripts, startScriptedService } from "./scripted-service.ts";
import { ShiftedClock } from "./shifted-clock.ts";

/** A call such as the call boundary makes. The test can cancel it. */
export interface TestCall extends Call {
  cancel(): void;
}

/**
 * The real client against `environment`. The test reads its log and moves its clock. By default backoff takes no time.
 * Closed after the test.
 */
export function startClient(environment: Readonly<Record<string, string>>, random: () => number = () => 0) {
  const clock = new ShiftedClock();
  const config = loadConfig(environment);
  const lines: string[] = [];
  const log = createLog({
    level: "trace",
    clock,
    write: (line) => lines.push(line),
  });
  const api: Api = createApi({ config, clock, random, log });
  onTestFinished(() => api.close());
  const call = (maxWaitMs: number = config.maxWaitMs): TestCall => {
    const controller = new AbortController();
    setMaxListeners(0, controller.signal);
    return {
      signal: controller.signal,
      deadlineMs: clock.monotonicMs() + maxWaitMs,
      usage: new CallUsage(config.maxBillablePerCall),
      cancel: () => controller.abort(),
    };
  };
  /** Resolves once `lines` holds every line so far. The first line loads the logger. */
  const flushed = () => log.flush();
  return { api, call, clock, lines, flushed };
}

/** The real client against a scripted service. Both end with the test. */
export async function startScripted(scripts: Scripts, settings: Readonly<Record<string, string>> = {}) {
  const service = await startScriptedService(scripts, (ms) => client.clock.advance(ms));
  const client = startClient({ ...service.environment, ...settings });
  return { service, ...client };
}

/** The value of a result. A failure fails the test. */
export function answerOf<T>(result: Result<T>): T {
  if (result.ok) return result.value;
  throw new Error(`expected an answer, got ${JSON.stringify(result.failure)}`);
}

/** The failure of a result. An answer fails the test. */
export function failureOf(result: Result<unknown>): Failure {
  if (!result.ok) return result.failure;
  throw new Error("expected a failure, got an answer");
}

/** Gives the answers in order, then repeats the last one. */
export function inTurn(...answers: readonly Scripted[]): Script {
  return ({ number }) => {
    const answer = answers[Math.min(number, answers.length) - 1];
    if (answer === undefined) throw new Error("a script needs an answer");
    return answer;
  };
}

/** An alerts or risk answer (service.md 2.1) of `zips`. */
export function envelope(zips: readonly string[], meta: Readonly<Record<string, unknown>> = {}) {
  return {
    data: zips.map((zip) => ({ zip, temperatureLevel: "SevereHot" })),
    meta: {
      generatedAt: "2026-07-09T12:03:00Z",
      window: { hours: 24 },
      granularity: "zip5",
      total: zips.length,
      page: 1,
      pageSize: 50_000,
      hasMore: false,
      ...meta,
    },
  };
}

/** The shortest package that the client reads (service.md 2.9). */
export const PACKAGE = {
  orderNumber: "10045",
  trackingNumber: null,
  status: "Moving",
};
/** The shortest shipment that the client reads (service.md 2.5). */
export const SHIPMENT = { shipmentId: "shp_000000000000000000000001" };
