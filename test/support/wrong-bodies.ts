import type { Origin } from "../../src/sandbox/settings.ts";

/** A body of the wrong shape. */
export function wrongShape(origin: Origin): unknown {
  if (origin === "token") return 42;
  if (origin === "planning" || origin === "tracking") return [{ shipmentId: 7, order: 7 }];
  return { data: "none", meta: { generatedAt: "2026-07-09T12:03:00Z" } };
}

/** Fields without which an answer cannot be read as a whole. */
export const LEFT_OUT = new Set(["meta", "expires_in", "shipmentId", "orderNumber", "trackingNumber", "status"]);

/** JSON of `size` bytes: `body` with one more field, or with trailing blanks. */
export function padded(body: Buffer, size: number): Buffer {
  const text = body.toString();
  if (!text.endsWith("}")) return Buffer.concat([body, Buffer.alloc(Math.max(0, size - body.length), 0x20)]);
  const head = Buffer.from(`${text.slice(0, -1)}${text === "{}" ? "" : ","}"padding":"`);
  return Buffer.concat([head, Buffer.alloc(Math.max(0, size - head.length - 2), 0x61), Buffer.from('"}')]);
}

/** The body without these fields. */
export function without(body: unknown, names: ReadonlySet<string>): unknown {
  if (typeof body !== "object" || body === null || Buffer.isBuffer(body)) return body;
  return Object.fromEntries(Object.entries(body).filter(([name]) => !names.has(name)));
}

/** New fields everywhere, and new values where the specification lists values. */
export function withUnknownFields(body: unknown): unknown {
  if (Array.isArray(body)) return body.map(withUnknownFields);
  if (typeof body !== "object" || body === null) return body;
  const fields = Object.entries(body).map(([name, value]) => [name, NEW_VALUES[name] ?? withUnknownFields(value)]);
  return { ...Object.fromEntries(fields), newField: "new value", newObject: { depth: 1 } };
}

const NEW_VALUES: Readonly<Record<string, string>> = {
  carrier: "CarrierZ",
  carrierDesc: "CarrierZ",
  carrierService: "CarrierZTeleport",
  transitService: "Teleport",
  transitServiceClass: "Instant",
  temperatureLevel: "NewLevel",
};
