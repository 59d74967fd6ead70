import type { Answer } from "./answer.ts";
import { isSuccess, PlainText, problem } from "./answer.ts";
import type { Fault } from "./faults.ts";
import { withHostileText } from "./hostile-text.ts";
import type { Origin } from "./settings.ts";

/** What a fault puts in the place of the right answer; faults of the wire leave the answer as it is. */
export function faultAnswer(fault: Fault, origin: Origin, right: Answer): Answer {
  const answer = replaced(fault, origin, right);
  return { ...answer, headers: { ...answer.headers, ...fault.headers } };
}

function replaced(fault: Fault, origin: Origin, right: Answer): Answer {
  switch (fault.kind) {
    case "status":
      return statusAnswer(fault);
    case "body":
      return {
        ...right,
        status: fault.status ?? right.status,
        contentType: fault.contentType ?? right.contentType,
        body: fault.body,
      };
    case "html":
      return page(fault.status ?? 200, "text/html; charset=utf-8", HTML);
    case "empty":
      return page(fault.status ?? 200, fault.contentType ?? right.contentType, "");
    case "wrongShape":
      return isSuccess(right.status) ? { ...right, body: WRONG_SHAPES[origin] } : right;
    case "noMeta":
      return isSuccess(right.status) ? { ...right, body: without(right.body, LEFT_OUT) } : right;
    case "badContentType":
      return { ...right, contentType: fault.contentType ?? "text/plain" };
    case "redirect":
      return {
        ...page(fault.status ?? 307, "text/plain", ""),
        headers: { Location: fault.location ?? "http://127.0.0.1:9/elsewhere" },
      };
    case "problemStatusMismatch": {
      const status = fault.status ?? 503;
      const other = problem(status === 404 ? 500 : 404, "mismatch", fault.detail);
      return { ...other, status };
    }
    case "hangBody":
    case "resetBody":
    case "drip":
      return fault.status === undefined ? right : statusAnswer(fault);
    case "hostileText":
      return { ...right, body: withHostileText(right.body) };
    case "unknownFields":
      return isSuccess(right.status) ? { ...right, body: withUnknownFields(right.body) } : right;
    default:
      return right;
  }
}

const HTML = "<!doctype html><html><head><title>Bad gateway</title></head><body><h1>Bad gateway</h1></body></html>";

const WRONG_SHAPES: Readonly<Record<Origin, unknown>> = {
  token: 42,
  alerts: { data: "none", meta: { generatedAt: "2026-07-09T12:03:00Z" } },
  risk: { data: "none", meta: { generatedAt: "2026-07-09T11:00:00Z" } },
  planning: [{ shipmentId: 7 }],
  tracking: [{ order: 7 }],
};

const LEFT_OUT = new Set(["meta", "expires_in", "shipmentId", "orderNumber", "trackingNumber", "status"]);

function statusAnswer(fault: Fault): Answer {
  const status = fault.status ?? 503;
  if (fault.body !== undefined)
    return { status, contentType: fault.contentType ?? "application/json", headers: {}, body: fault.body };
  if (fault.problem === false) return page(status, fault.contentType ?? "text/plain", "");
  const answer = problem(status, "injected", fault.detail);
  return { ...answer, contentType: fault.contentType ?? answer.contentType };
}

function page(status: number, contentType: string, text: string): Answer {
  return { status, contentType, headers: {}, body: new PlainText(text) };
}

function without(body: unknown, names: ReadonlySet<string>): unknown {
  if (typeof body !== "object" || body === null) return body;
  return Object.fromEntries(Object.entries(body).filter(([name]) => !names.has(name)));
}

/** New fields everywhere, and new values where the specification lists values. */
function withUnknownFields(body: unknown): unknown {
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
