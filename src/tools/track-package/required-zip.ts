import { z } from "zod";
import type { Api } from "../../api/model/api.ts";
import { type Failure, failed, success } from "../../domain/failure.ts";
import { recordOf, textOf } from "../../domain/record.ts";
import { HOUR_MS } from "../../domain/time-units.ts";
import { readZip, shortZip, withZeros } from "../../domain/zip.ts";
import type { Tool, ToolContext } from "../tool.ts";
import { isUnknown, tidyNumber } from "./lookup.ts";

/** After this many wrong ZIPs within an hour, a number is not looked up for an hour. */
const MAX_WRONG = 5;
/** The most numbers with wrong ZIPs that are remembered. */
const MAX_NUMBERS = 10_000;
const NOT_FOUND: Failure = { kind: "not_found", product: "tracking", status: 404 };
const NOTE = "A package is found only with its recipient's ZIP.";

const recipientZip = z
  .string()
  .transform((text, context) => {
    const reading = readZip(text);
    if (reading.ok) return reading.zip;
    context.addIssue({ code: "custom", message: reading.message });
    return z.NEVER;
  })
  .meta({
    description: "the recipient's five-digit ZIP, one for all ids; with another ZIP a package reads as not found",
  });

/** `track_package` for COLDROUTE_REQUIRE_ZIP. A package of another ZIP is one that does not exist. */
export function requiringZip(tool: Tool): Tool {
  const wrongZips = new WrongZips();
  return {
    ...tool,
    input: tool.input.extend({ recipientZip }),
    async run({ recipientZip: zip, ...args }, context) {
      const api = { ...context.api, package: packagesOfZip(textOf(zip), context, wrongZips) };
      const outcome = await tool.run(args, { ...context, api });
      if (!outcome.ok) return outcome;
      const { headline, notes } = outcome.value;
      return success({ ...outcome.value, headline: `With ZIP ${textOf(zip)}: ${headline}`, notes: [...notes, NOTE] });
    },
  };
}

function packagesOfZip(zip: string, { api, clock }: ToolContext, wrongZips: WrongZips): Api["package"] {
  const isBlocked = (number: string): boolean => wrongZips.isBlocked(number, clock.monotonicMs());
  return async (id, call) => {
    if (isBlocked(tidyNumber(id))) return failed(NOT_FOUND);
    const result = await api.package(id, call);
    if (!result.ok) return isUnknown(result.failure) ? failed(NOT_FOUND) : result;
    // Wrong ZIPs count for a package, by whichever of its numbers it was asked.
    const { orderNumber, trackingNumber, recipientAddress } = result.value;
    const numbers = new Set([id, textOf(orderNumber), textOf(trackingNumber)].map(tidyNumber).filter(Boolean));
    if ([...numbers].some(isBlocked)) return failed(NOT_FOUND);
    const { zip: sentZip } = recordOf(recipientAddress) ?? {};
    if (withZeros(shortZip(textOf(sentZip))) === zip) return result;
    for (const number of numbers) wrongZips.add(number, clock.monotonicMs());
    return failed(NOT_FOUND);
  };
}

/** When all callers of this process gave wrong ZIPs for a number, on the monotonic clock, the latest last. */
class WrongZips {
  readonly #timesMs = new Map<string, readonly number[]>();

  /** True for an hour after the last of five wrong ZIPs within an hour. */
  isBlocked(number: string, nowMs: number): boolean {
    const timesMs = this.#timesMs.get(number) ?? [];
    return timesMs.length >= MAX_WRONG && nowMs - (timesMs.at(-1) ?? 0) < HOUR_MS;
  }

  add(number: string, nowMs: number): void {
    const recent = (this.#timesMs.get(number) ?? []).filter((timeMs) => nowMs - timeMs < HOUR_MS);
    // A number that is set again becomes the last.
    this.#timesMs.delete(number);
    this.#timesMs.set(number, [...recent, nowMs]);
    const [oldest = ""] = this.#timesMs.keys();
    if (this.#timesMs.size > MAX_NUMBERS) this.#timesMs.delete(oldest);
  }
}
