import { z } from "zod";
import { addDays, utcDate } from "../domain/calendar.ts";
import { utcTimestamp } from "../domain/datetime.ts";
import { HOUR_MS, MINUTE_MS } from "../domain/time-units.ts";
import { check, invalid, json, problem, type ServiceAnswer } from "./answer.ts";
import { plannedShipment } from "./planner.ts";
import type { Product, SandboxContext } from "./settings.ts";
import { day, readShipmentRequest } from "./shipment-request.ts";
import { RISK_GRANULARITIES, TEMPERATURE_LEVELS } from "./world/invented.ts";
import { packagesAround, type ServicePackage } from "./world/packages.ts";
import { type Alert, alertsOn, riskOn } from "./world/weather.ts";

const count = z
  .string()
  .regex(/^[1-9]\d{0,8}$/, "must be a positive integer")
  .transform(Number);
// service.md 4.2 lists `page` only in the answer's meta. The sandbox invents the parameter, counted from 1.
const ALERTS_QUERY = z.strictObject({
  minLevel: z.enum(TEMPERATURE_LEVELS, `must be one of ${TEMPERATURE_LEVELS.join(", ")}`).optional(),
  pageSize: count.optional(),
  page: count.optional(),
});
const RISK_QUERY = z.strictObject({
  granularity: z.enum(RISK_GRANULARITIES, `must be one of ${RISK_GRANULARITIES.join(", ")}`).optional(),
  date: day.optional(),
});

/** New data appears at this minute of each hour (`meta.generatedAt`). */
const GENERATED_AT_MINUTE = 3;
const MAX_PACKAGE_ID_CHARS = 100;

/** The operations (service.md 4). Of the scopes, service.md 4.3 shows only that of risk. */
export const OPERATIONS = {
  alerts: { method: "GET", path: /^\/risk-data\/v1\/temperature-alerts$/, scope: "read:temperature-alerts" },
  risk: { method: "GET", path: /^\/risk-data\/v1\/risk-levels$/, scope: "read:five-day-risk" },
  planning: { method: "POST", path: /^\/carrier\/shipments$/, scope: "create:shipments" },
  tracking: { method: "GET", path: /^\/support\/v1\/packages\/([^/]+)$/, scope: "read:packages" },
} as const satisfies Record<Product, object>;

export interface OperationInput {
  readonly query: URLSearchParams;
  readonly id: string;
  /** Parsed JSON. */
  readonly posted: unknown;
}

/** Each operation (service.md 4.2 to 4.5) has the name of its product. */
export class Operations implements Record<Product, (input: OperationInput) => ServiceAnswer> {
  readonly #context: SandboxContext;
  readonly #startMs: number;
  #plans = 0;
  /** Made at the first lookup: most sandboxes serve only one product. */
  #packages: ReadonlyMap<unknown, ServicePackage> | undefined;
  /** The latest set of alerts. Clients fetch its pages one after another. */
  #latest: { readonly key: string; readonly records: readonly Alert[] } = { key: "", records: [] };

  constructor(context: SandboxContext) {
    this.#context = context;
    this.#startMs = context.clock.nowMs();
  }

  alerts({ query }: OperationInput): ServiceAnswer {
    const { defaultPageSize, maxPageSize } = this.#context.settings;
    const read = check(ALERTS_QUERY, Object.fromEntries(query));
    if ("refusal" in read) return read.refusal;
    const { minLevel = "Warm", pageSize = defaultPageSize, page = 1 } = read.value;
    if (pageSize > maxPageSize) return invalid("pageSize", `must be at most ${maxPageSize}`);
    const levels = TEMPERATURE_LEVELS.slice(TEMPERATURE_LEVELS.indexOf(minLevel));
    const alerts = this.#alertSet().filter(({ temperatureLevel }) => levels.includes(temperatureLevel));
    const start = (page - 1) * pageSize;
    return json({
      data: alerts.slice(start, start + pageSize),
      meta: {
        generatedAt: this.#generatedAt(),
        window: { hours: 24 },
        granularity: "zip5",
        total: alerts.length,
        page,
        pageSize,
        hasMore: start + pageSize < alerts.length,
      },
    });
  }

  risk({ query }: OperationInput): ServiceAnswer {
    const read = check(RISK_QUERY, Object.fromEntries(query));
    if ("refusal" in read) return read.refusal;
    const today = utcDate(this.#context.clock.nowMs());
    const horizon = { from: addDays(today, 1), to: addDays(today, 5) };
    const { granularity = "zip3", date = horizon.from } = read.value;
    if (date < horizon.from || date > horizon.to)
      return invalid("date", `lies outside the published horizon, ${horizon.from} to ${horizon.to}`);
    const meta = { generatedAt: this.#generatedAt(), granularity, horizon };
    return json({ data: riskOn(date, granularity, this.#context.seed), meta });
  }

  planning({ posted }: OperationInput): ServiceAnswer {
    const { clock, seed } = this.#context;
    const nowMs = clock.nowMs();
    const read = readShipmentRequest(posted, nowMs);
    if ("refusal" in read) return read.refusal;
    this.#plans += 1;
    return json(plannedShipment(read.value, nowMs, seed, this.#plans), 201);
  }

  tracking({ id }: OperationInput): ServiceAnswer {
    if (id.length > MAX_PACKAGE_ID_CHARS) return invalid("id", `must have at most ${MAX_PACKAGE_ID_CHARS} characters`);
    this.#packages ??= packagesAround(this.#startMs);
    const known = this.#packages.get(id);
    return known === undefined ? problem(404, "no package has this order or tracking number") : json(known);
  }

  #generatedAt(): string {
    const offsetMs = GENERATED_AT_MINUTE * MINUTE_MS;
    return utcTimestamp(Math.floor((this.#context.clock.nowMs() - offsetMs) / HOUR_MS) * HOUR_MS + offsetMs);
  }

  #alertSet(): readonly Alert[] {
    const { clock, seed, settings } = this.#context;
    const nowMs = clock.nowMs();
    const key = `${utcDate(nowMs)} ${settings.alertCount}`;
    if (this.#latest.key !== key) this.#latest = { key, records: alertsOn(nowMs, seed, settings.alertCount) };
    return this.#latest.records;
  }
}
