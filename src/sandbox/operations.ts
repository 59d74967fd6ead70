import { z } from "zod";
import { addDays, utcDate } from "../domain/calendar.ts";
import { utcTimestamp } from "../domain/datetime.ts";
import { HOUR_MS, MINUTE_MS } from "../domain/time-units.ts";
import type { Clock } from "../runtime/clock.ts";
import { json, problem, type ServiceAnswer } from "./answer.ts";
import { check, invalid } from "./check.ts";
import { plannedShipment } from "./planner.ts";
import type { SandboxSettings } from "./settings.ts";
import { readShipmentRequest } from "./shipment-request.ts";
import { type Alert, alertsOn, riskOn } from "./world/heat.ts";
import {
  ALERT_GRANULARITY,
  ALERT_WINDOW_HOURS,
  DEFAULT_RISK_GRANULARITY,
  GENERATED_AT_MINUTE,
  HORIZON_FIRST_DAY,
  HORIZON_LAST_DAY,
  MAX_PACKAGE_ID_CHARS,
  PLAN_CREATED_STATUS,
  RISK_GRANULARITIES,
  TEMPERATURE_LEVELS,
} from "./world/invented.ts";
import { packagesAround } from "./world/packages.ts";
import { day } from "./world/zones.ts";

const count = z
  .string()
  .regex(/^[1-9]\d{0,8}$/, "must be a positive integer")
  .transform(Number);
// service.md 4.2 lists `page` only in the answer's meta. The sandbox invents the parameter, counted from 1.
const ALERTS_QUERY = z.strictObject({
  minLevel: z.enum(TEMPERATURE_LEVELS).optional(),
  pageSize: count.optional(),
  page: count.optional(),
});
const RISK_QUERY = z.strictObject({ granularity: z.enum(RISK_GRANULARITIES).optional(), date: day.optional() });

/** The four operations of service.md 4.2 to 4.5, on the sandbox's world. */
export type Operations = ReturnType<typeof operationsOf>;

export function operationsOf(clock: Clock, settings: SandboxSettings, seed: number) {
  const startMs = clock.nowMs();
  let plans = 0;
  /** Made at the first lookup: most sandboxes serve only one product. */
  let packages: ReadonlyMap<string, unknown> | undefined;
  /** The latest set of alerts. Clients fetch its pages one after another. */
  let latest: { readonly key: string; readonly records: readonly Alert[] } = { key: "", records: [] };

  function generatedAt(): string {
    const offsetMs = GENERATED_AT_MINUTE * MINUTE_MS;
    return utcTimestamp(Math.floor((clock.nowMs() - offsetMs) / HOUR_MS) * HOUR_MS + offsetMs);
  }

  function alertSet(): readonly Alert[] {
    const { alertCount } = settings;
    const key = `${utcDate(clock.nowMs())} ${alertCount}`;
    if (latest.key !== key) latest = { key, records: alertsOn(clock.nowMs(), seed, alertCount) };
    return latest.records;
  }

  return {
    /** GET /v1/temperature-alerts (service.md 4.2). */
    alerts: (query: URLSearchParams): ServiceAnswer => {
      const { defaultPageSize, maxPageSize } = settings;
      const read = check(ALERTS_QUERY, Object.fromEntries(query));
      if ("refusal" in read) return read.refusal;
      const { minLevel = TEMPERATURE_LEVELS[0], pageSize = defaultPageSize, page = 1 } = read.value;
      if (pageSize > maxPageSize) return invalid("pageSize", `must be at most ${maxPageSize}`);
      const levels = TEMPERATURE_LEVELS.slice(TEMPERATURE_LEVELS.indexOf(minLevel));
      const found = alertSet().filter(({ temperatureLevel }) => levels.includes(temperatureLevel));
      const start = (page - 1) * pageSize;
      return json({
        data: found.slice(start, start + pageSize),
        meta: {
          generatedAt: generatedAt(),
          window: { hours: ALERT_WINDOW_HOURS },
          granularity: ALERT_GRANULARITY,
          total: found.length,
          page,
          pageSize,
          hasMore: start + pageSize < found.length,
        },
      });
    },

    /** GET /v1/risk-levels (service.md 4.3). */
    risk: (query: URLSearchParams): ServiceAnswer => {
      const read = check(RISK_QUERY, Object.fromEntries(query));
      if ("refusal" in read) return read.refusal;
      const today = utcDate(clock.nowMs());
      const { granularity = DEFAULT_RISK_GRANULARITY, date = addDays(today, 1) } = read.value;
      const horizon = { from: addDays(today, HORIZON_FIRST_DAY), to: addDays(today, HORIZON_LAST_DAY) };
      if (date < horizon.from || date > horizon.to)
        return invalid("date", `lies outside the published horizon, ${horizon.from} to ${horizon.to}`);
      const meta = { generatedAt: generatedAt(), granularity, horizon };
      return json({ data: riskOn(date, granularity, seed), meta });
    },

    /** POST /shipments (service.md 4.4). */
    plan: (body: unknown): ServiceAnswer => {
      const nowMs = clock.nowMs();
      const read = readShipmentRequest(body, nowMs);
      if ("refusal" in read) return read.refusal;
      plans += 1;
      return json(plannedShipment(read.value, plans, nowMs, seed), PLAN_CREATED_STATUS);
    },

    /** GET /v1/packages/{id} (service.md 4.5). */
    package: (id: string): ServiceAnswer => {
      if (id.length > MAX_PACKAGE_ID_CHARS)
        return invalid("id", `must have at most ${MAX_PACKAGE_ID_CHARS} characters`);
      packages ??= packagesAround(startMs);
      const found = packages.get(id);
      return found === undefined
        ? problem(404, "not-found", "no package has this order or tracking number")
        : json(found);
    },
  };
}
