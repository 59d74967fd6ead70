import { cleanText } from "../../domain/clean.ts";
import { timestampMs } from "../../domain/datetime.ts";
import { failed, type Result, success } from "../../domain/failure.ts";
import type { DataProduct } from "../../domain/product.ts";
import { type JsonRecord, numberOrNull, recordOf, textOf } from "../../domain/record.ts";
import { type Received, unusable } from "../attempt/judge.ts";
import type { ContractDrift } from "../contract/drift.ts";
import type { DataEndpoint, Endpoint } from "../contract/endpoint.ts";
import { DATA_APIS, dataEnvelope, departures, servicePackage, shipment } from "../contract/schema.ts";
import type { Timed } from "../model/account.ts";

/** A `generatedAt` this close to the answer's own `Date` is the time of the answer. `Date` has whole seconds. */
const TIME_OF_ANSWER_MS = 10_000;

/** One answer of a data API (service.md 2.1). If `meta` lacks a member, it is null; `horizon` is undefined. */
export interface Envelope extends Timed {
  readonly bytes: number;
  readonly records: readonly JsonRecord[];
  readonly generatedAt: string | null;
  /** Whether the service made `generatedAt` for this answer: then it does not tell the age of the data. */
  readonly isTimeOfAnswer: boolean;
  readonly granularity: string | null;
  readonly windowHours: number | null;
  readonly horizon: unknown;
  readonly total: number | null;
  readonly pageNumber: number | null;
  readonly pageSize: number | null;
  readonly hasMore: boolean | null;
}

/** Fails unless `data` is a list of objects; any other departure from service.md 2.1 is drift. */
export function readEnvelope(endpoint: DataEndpoint, received: Received, drift: ContractDrift): Result<Envelope> {
  const body = recordOf(received.json) ?? {};
  const { data } = body;
  if (!Array.isArray(data)) return failed(unusable(endpoint, "JSON without a list in data", received));
  if (!data.every((item): item is JsonRecord => recordOf(item) !== undefined)) {
    return failed(unusable(endpoint, "a list in data that holds something else than records", received));
  }
  const meta = recordOf(body["meta"]) ?? {};
  drift.check(endpoint.product, () => envelopeDepartures(endpoint.product, body, data, meta));
  const window = recordOf(meta["window"]);
  return success({
    bytes: received.bytes,
    sentMs: received.sentMs,
    records: data,
    generatedAt: stringOrNull(meta["generatedAt"]),
    isTimeOfAnswer: isNear(timestampMs(meta["generatedAt"]), received.dateMs),
    granularity: stringOrNull(meta["granularity"]),
    windowHours: numberOrNull(window?.["hours"]),
    horizon: meta["horizon"],
    total: numberOrNull(meta["total"]),
    pageNumber: numberOrNull(meta["page"]),
    pageSize: numberOrNull(meta["pageSize"]),
    // An unreadable value may mean more pages. The next page will show.
    hasMore: (meta["hasMore"] ?? null) === null ? null : !/^false$/i.test(textOf(meta["hasMore"])),
  });
}

function envelopeDepartures(name: DataProduct, body: JsonRecord, data: readonly JsonRecord[], meta: JsonRecord) {
  const { meta: metaSchema, texts } = DATA_APIS[name];
  // Without a schema: there may be 41,000 records.
  const notTexts = texts.filter((field) => data.some((record) => typeof record[field] !== "string"));
  const isTotalTooLow = (numberOrNull(meta["total"]) ?? data.length) < data.length;
  return [
    ...departures(name, dataEnvelope, { ...body, data: [], meta: {} }),
    ...departures(`${name}.meta`, metaSchema, meta),
    ...notTexts.map((field) => `${name}.data[].${field}: not a string`),
    ...(isTotalTooLow ? [`${name}.meta.total: fewer than the records sent`] : []),
  ];
}

/** A shipment (service.md 2.5). Fails without a readable `shipmentId`, which identifies the plan. */
export function readShipment(endpoint: Endpoint, received: Received, drift: ContractDrift): Result<JsonRecord> {
  const record = recordOf(received.json) ?? {};
  if (typeof record["shipmentId"] !== "string" || cleanText(record["shipmentId"]) === "")
    return failed(unusable(endpoint, "no shipment with a shipmentId", received));
  drift.check("planning", () => departures("shipment", shipment, record));
  return success(record);
}

/** A package (service.md 2.9). Fails unless it has an order number, a tracking number or a status. */
export function readPackage(endpoint: Endpoint, received: Received, drift: ContractDrift): Result<JsonRecord> {
  const record = recordOf(received.json) ?? {};
  const isKnown = ["orderNumber", "trackingNumber", "status"].some((field) => typeof record[field] === "string");
  if (!isKnown)
    return failed(unusable(endpoint, "no package with an orderNumber, a trackingNumber or a status", received));
  drift.check("tracking", () => departures("package", servicePackage, record));
  return success(record);
}

function isNear(oneMs: number | undefined, otherMs: number | undefined): boolean {
  return oneMs !== undefined && otherMs !== undefined && Math.abs(oneMs - otherMs) <= TIME_OF_ANSWER_MS;
}

function stringOrNull(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}
