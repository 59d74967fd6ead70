import type { Clock } from "../runtime/clock.ts";
import type { AlertPage, AlertPages } from "./alert-pages.ts";
import { readEnvelope } from "./answer.ts";
import type { Caller } from "./caller.ts";
import type { ContractDrift } from "./drift.ts";
import { alertsEndpoint } from "./endpoint.ts";
import { type Result, success } from "./failure.ts";
import type { Sender } from "./send.ts";

/** Page sizes asked for, largest first, since every page is billed; after the last the size is left to the service. */
const SIZES = [50_000, 10_000, 1_000, undefined] as const;

/** How long what was learned of the service's pages is remembered. */
const REMEMBERED_MS = 3_600_000;

/** What asking for pages needs. */
export interface PageRequestParts {
  readonly clock: Clock;
  readonly sender: Sender;
  readonly drift: ContractDrift;
  readonly riskUrl: string;
}

/** Asks for pages of alerts, and remembers what the service has shown of them (DESIGN 4, paging). */
export class PageRequests {
  readonly #parts: PageRequestParts;
  #worked: { readonly size: number | undefined; readonly untilMs: number } | undefined;
  #ignoredUntilMs = Number.NEGATIVE_INFINITY;

  constructor(parts: PageRequestParts) {
    this.#parts = parts;
  }

  /** Page `number` of `pages`, which keep the size of their first one. */
  async load(
    minLevel: string | undefined,
    number: number,
    pages: AlertPages,
    caller: Caller,
  ): Promise<Result<AlertPage>> {
    if (pages.size === undefined) return this.#firstPage(minLevel, pages, caller);
    const page = number === 1 ? undefined : pages.parameterOf(number);
    const answer = await this.#send({ minLevel, pageSize: pages.size.asked, page }, false, caller);
    if (isRefused(answer)) this.#worked = undefined;
    return answer;
  }

  /** Every page brings the same records, whichever is asked for. */
  noteIgnored(): void {
    this.#ignoredUntilMs = this.#parts.clock.monotonicMs() + REMEMBERED_MS;
  }

  /** Whether the service is known to ignore `page`. */
  get isPageIgnored(): boolean {
    return this.#parts.clock.monotonicMs() < this.#ignoredUntilMs;
  }

  /**
   * At the size that worked last. While none is remembered a 400, which is free, leads on to the next smaller size; otherwise
   * it is the answer, and the size is forgotten.
   */
  async #firstPage(minLevel: string | undefined, pages: AlertPages, caller: Caller): Promise<Result<AlertPage>> {
    const nowMs = this.#parts.clock.monotonicMs();
    const worked = this.#worked !== undefined && nowMs < this.#worked.untilMs ? this.#worked : undefined;
    const sizes = worked === undefined ? SIZES : [worked.size];
    for (const size of sizes) {
      const isLast = size === sizes.at(-1);
      const answer = await this.#send({ minLevel, pageSize: size }, !isLast, caller);
      if (isRefused(answer) && !isLast) continue;
      if (isRefused(answer)) this.#worked = undefined;
      if (!answer.ok) return answer;
      // Counted from when it was learned: in use it would otherwise be remembered for ever.
      if (worked === undefined || this.#worked === undefined) {
        this.#worked = { size, untilMs: this.#parts.clock.monotonicMs() + REMEMBERED_MS };
      }
      pages.size = { asked: size };
      return answer;
    }
    throw new RangeError("the last size is the last that is tried");
  }

  async #send(
    query: {
      readonly minLevel: string | undefined;
      readonly pageSize: number | undefined;
      readonly page?: number | undefined;
    },
    isTrial: boolean,
    caller: Caller,
  ): Promise<Result<AlertPage>> {
    const { sender, drift, riskUrl } = this.#parts;
    const endpoint = alertsEndpoint(riskUrl, query, isTrial);
    const answer = await sender.send(endpoint, caller);
    if (!answer.ok) return answer;
    const { bytes, sentMs } = answer.value;
    const envelope = readEnvelope(endpoint, answer.value, drift);
    return envelope.ok ? success({ envelope: envelope.value, bytes, sentMs }) : envelope;
  }
}

function isRefused(answer: Result<unknown>): boolean {
  return !answer.ok && answer.failure.kind === "invalid_request";
}
