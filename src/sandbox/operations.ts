import type { Clock } from "../runtime/clock.ts";
import type { Answer } from "./answer.ts";
import { invalid, json, problem } from "./answer.ts";
import type { Granularity, Horizon, TemperatureLevel } from "./invented.ts";
import {
  ALERT_GRANULARITY,
  ALERT_WINDOW_HOURS,
  DEFAULT_RISK_GRANULARITY,
  GENERATED_AT_MINUTE,
  HORIZON_FIRST_DAY,
  HORIZON_LAST_DAY,
  MAX_PACKAGE_ID_CHARS,
  PAGE_PARAMETER,
  PLAN_CREATED_STATUS,
  RISK_FIELD,
  RISK_GRANULARITIES,
  STATES_WITHOUT_RISK,
  TEMPERATURE_LEVELS,
} from "./invented.ts";
import type { SandboxSettings } from "./settings.ts";
import { readShipmentRequest } from "./shipment-request.ts";
import { packagesAround } from "./world/packages.ts";
import { PLACES } from "./world/places.ts";
import { planShipment } from "./world/planner.ts";
import { riskLevel, temperatureLevel, weatherOf } from "./world/weather.ts";
import { addDays, isDay, utcDay } from "./world/zones.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const LEVEL_NAMES: readonly string[] = TEMPERATURE_LEVELS;

interface Alert {
  readonly zip: string;
  readonly temperatureLevel: TemperatureLevel;
}

/** The four operations of spec 4.2 to 4.5, on the sandbox's world. */
export class Operations {
  readonly #clock: Clock;
  readonly #settings: SandboxSettings;
  readonly #seed: number;
  readonly #startMs: number;
  /** Told at the first question: most sandboxes are asked for one product alone. */
  #packages: ReadonlyMap<string, unknown> | undefined;
  #plans = 0;
  #generation = 0;
  /** The latest alert set and what it was made for: pages of one set are asked one after the other. */
  #alerts: { readonly key: string; readonly records: readonly Alert[] } = { key: "", records: [] };

  constructor(clock: Clock, settings: SandboxSettings, seed: number) {
    this.#clock = clock;
    this.#settings = settings;
    this.#seed = seed;
    this.#startMs = clock.nowMs();
  }

  /** How many plans exist. */
  get plans(): number {
    return this.#plans;
  }

  /** `meta.generatedAt` moves on by a second from the next answer. */
  newData(): void {
    this.#generation += 1;
  }

  #generatedAt(): string {
    if (this.#settings.newData === "each-request") this.newData();
    const offsetMs = GENERATED_AT_MINUTE * 60_000;
    const hourMs = Math.floor((this.#clock.nowMs() - offsetMs) / HOUR_MS) * HOUR_MS + offsetMs;
    return new Date(hourMs + this.#generation * 1_000).toISOString().replace(".000Z", "Z");
  }

  /** GET /v1/temperature-alerts (spec 4.2). */
  alerts(query: URLSearchParams): Answer {
    const unknown = unknownParameter(query, ["minLevel", "pageSize", PAGE_PARAMETER]);
    if (unknown !== undefined) return unknown;
    const minLevel = query.get("minLevel");
    const lowest = minLevel === null ? 0 : LEVEL_NAMES.indexOf(minLevel);
    if (lowest < 0) return invalid("minLevel", `must be one of ${TEMPERATURE_LEVELS.join(", ")}`);
    const asked = positiveInteger(query, "pageSize", this.#settings.defaultPageSize);
    if (asked === undefined) return invalid("pageSize", "must be a positive integer");
    if (asked > this.#settings.maxPageSize && this.#settings.tooLarge === "reject") {
      return invalid("pageSize", `must be at most ${this.#settings.maxPageSize}`);
    }
    const pageSize = Math.min(asked, this.#settings.maxPageSize);
    const askedPage = positiveInteger(query, PAGE_PARAMETER, 1);
    const page = this.#settings.pageParameter === "ignored" ? 1 : askedPage;
    if (page === undefined) return invalid(PAGE_PARAMETER, "must be a positive integer");
    const all = this.#alertSet();
    const found =
      lowest === 0 ? all : all.filter((alert) => TEMPERATURE_LEVELS.indexOf(alert.temperatureLevel) >= lowest);
    const start = (page - 1) * pageSize;
    return json({
      data: found.slice(start, start + pageSize),
      meta: {
        generatedAt: this.#generatedAt(),
        window: { hours: ALERT_WINDOW_HOURS },
        granularity: ALERT_GRANULARITY,
        total: found.length,
        page,
        pageSize,
        hasMore: start + pageSize < found.length,
      },
    });
  }

  #alertSet(): readonly Alert[] {
    const nowMs = this.#clock.nowMs();
    const count = this.#settings.alertCount;
    const key = `${Math.floor(nowMs / DAY_MS)} ${count}`;
    if (this.#alerts.key !== key) {
      this.#alerts = {
        key,
        records: count === null ? weatherAlerts(nowMs, this.#seed) : countedAlerts(count, nowMs, this.#seed),
      };
    }
    return this.#alerts.records;
  }

  /** GET /v1/risk-levels (spec 4.3). */
  risk(query: URLSearchParams): Answer {
    const unknown = unknownParameter(query, ["granularity", "date"]);
    if (unknown !== undefined) return unknown;
    const granularity = query.get("granularity") ?? DEFAULT_RISK_GRANULARITY;
    if (!isGranularity(granularity)) return invalid("granularity", `must be one of ${RISK_GRANULARITIES.join(", ")}`);
    const today = utcDay(this.#clock.nowMs());
    const horizon: Horizon = { from: addDays(today, HORIZON_FIRST_DAY), to: addDays(today, HORIZON_LAST_DAY) };
    const date = query.get("date") ?? addDays(today, 1);
    if (!isDay(date)) return invalid("date", "must be a date, yyyy-MM-dd");
    if (date < horizon.from || date > horizon.to) {
      return invalid("date", `lies outside the published horizon, ${horizon.from} to ${horizon.to}`);
    }
    return json({
      data: riskRecords(date, granularity, this.#seed),
      meta: { generatedAt: this.#generatedAt(), granularity, horizon },
    });
  }

  /** POST /shipments (spec 4.4). */
  plan(body: unknown): Answer {
    const nowMs = this.#clock.nowMs();
    const read = readShipmentRequest(body, nowMs);
    if ("refusal" in read) return read.refusal;
    this.#plans += 1;
    return json(planShipment(read.request, this.#plans, nowMs, this.#seed), PLAN_CREATED_STATUS);
  }

  /** GET /v1/packages/{id} (spec 4.5). */
  package(id: string): Answer {
    if (id.length > MAX_PACKAGE_ID_CHARS) return invalid("id", `must have at most ${MAX_PACKAGE_ID_CHARS} characters`);
    this.#packages ??= packagesAround(this.#startMs);
    const found = this.#packages.get(id);
    return found === undefined
      ? problem(404, "not-found", "no package has this order or tracking number")
      : json(found);
  }
}

/** A parameter that the operation does not have, or one given twice. */
function unknownParameter(query: URLSearchParams, known: readonly string[]): Answer | undefined {
  for (const name of query.keys()) {
    if (!known.includes(name)) return invalid(name, "is not a parameter of this operation");
    if (query.getAll(name).length > 1) return invalid(name, "is given twice");
  }
  return undefined;
}

function positiveInteger(query: URLSearchParams, name: string, missing: number): number | undefined {
  const value = query.get(name);
  if (value === null) return missing;
  return /^[1-9]\d{0,8}$/.test(value) ? Number(value) : undefined;
}

function isGranularity(text: string): text is Granularity {
  return RISK_GRANULARITIES.some((each) => each === text);
}

function weatherAlerts(nowMs: number, seed: number): readonly Alert[] {
  const maximumF = weatherOf(nowMs, seed);
  return PLACES.flatMap((place) => {
    const level = temperatureLevel(maximumF(place));
    return level === undefined ? [] : [{ zip: place.zip, temperatureLevel: level }];
  });
}

/** `count` alerts whatever the weather: the warm places first, then every place, then codes that no place has. */
function countedAlerts(count: number, nowMs: number, seed: number): readonly Alert[] {
  const alerts = new Map(weatherAlerts(nowMs, seed).map((alert) => [alert.zip, alert]));
  const add = (zip: string): void => {
    if (alerts.size < count && !alerts.has(zip)) alerts.set(zip, { zip, temperatureLevel: "Warm" });
  };
  for (const place of PLACES) add(place.zip);
  for (let code = 501; code <= 99_950 && alerts.size < count; code += 1) add(String(code).padStart(5, "0"));
  return [...alerts.values()].slice(0, count);
}

/** One record an area that is covered: at zip3 the hottest place of the area speaks for it. */
function riskRecords(
  date: string,
  granularity: Granularity,
  seed: number,
): readonly Readonly<Record<string, string>>[] {
  const maximumF = weatherOf(Date.parse(date), seed);
  const hottest = new Map<string, number>();
  for (const place of PLACES) {
    if (STATES_WITHOUT_RISK.has(place.state)) continue;
    const area = granularity === "zip3" ? place.zip.slice(0, 3) : place.zip;
    hottest.set(area, Math.max(hottest.get(area) ?? -Infinity, maximumF(place)));
  }
  return [...hottest].map(([zip, temperatureF]) => ({ zip, [RISK_FIELD]: riskLevel(temperatureF) }));
}
