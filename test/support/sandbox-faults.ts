import type { ServerResponse } from "node:http";
import { gzipSync } from "node:zlib";
import { sleep } from "../../src/runtime/clock.ts";
import type { ServiceAnswer } from "../../src/sandbox/answer.ts";
import { isSuccess, page, problem } from "../../src/sandbox/answer.ts";
import type { Delivery } from "../../src/sandbox/delivery.ts";
import { end, reset, writeHead } from "../../src/sandbox/delivery.ts";
import type { Fault as EverydayFault, FaultKind as EverydayKind, FaultEffect } from "../../src/sandbox/faults.ts";
import { EVERYDAY_FAULTS } from "../../src/sandbox/faults.ts";
import type { Origin } from "../../src/sandbox/settings.ts";

/** Details that only the faults of tests have. */
interface Details extends EverydayFault<string> {
  readonly body?: unknown;
  readonly contentType?: string;
  /** False: an error without problem details. */
  readonly problem?: boolean;
  /** False: without X-Request-Id. */
  readonly requestId?: boolean;
  readonly location?: string;
  readonly offsetBytes?: number;
}

/** A fault that a test may script: an everyday one or a rare one. */
export interface Fault extends Details {
  readonly kind: FaultKind;
}

/** The kinds of faults that a test may script. */
export type FaultKind = EverydayKind | keyof typeof RARE_FAULTS;

const HUGE_BYTES = 33 * 1024 * 1024;
const BOMB_BYTES = 50_000_000;

const RARE_FAULTS = {
  /** No fault: lets a request through, to reach the next one. */
  pass: { processed: true },
  /** Like the everyday fault, but with `body`, without problem details, or without X-Request-Id. */
  status: { processed: false, replace: (_right, fault) => statusAnswer(fault) },
  /** The right answer with another `body`. */
  body: {
    processed: true,
    replace: (right, { status = right.status, contentType = right.contentType, body }) => ({
      ...right,
      status,
      contentType,
      body,
    }),
  },
  /** Half of the body, then nothing more. With `status`, the body is problem details. */
  hangBody: { processed: true, replace: statusOrRight, send: (delivery) => sendHalf(delivery) },
  /** A reset inside the body. With `status`, the body is problem details. */
  resetBody: {
    processed: true,
    replace: statusOrRight,
    send: async (delivery) => {
      await sendHalf(delivery);
      reset(delivery.response);
    },
  },
  /** A byte every `delayMs` (1,000). */
  drip: {
    processed: true,
    delayMs: () => 0,
    replace: statusOrRight,
    send: async (delivery, { delayMs = 1_000 }) => {
      const { response, body, clock, signal } = delivery;
      writeHead(delivery, { "Content-Length": String(body.length) });
      for (const byte of body) {
        response.write(Uint8Array.of(byte));
        if (!(await sleep(clock, delayMs, signal))) return;
      }
      response.end();
    },
  },
  /** A Content-Length that is `offsetBytes` (64) off, then the end of the connection. */
  wrongLength: {
    processed: true,
    send: async (delivery, { offsetBytes = 64 }) => {
      writeHead(delivery, { "Content-Length": String(Math.max(0, delivery.body.length + offsetBytes)) });
      await written(delivery.response, delivery.body);
      delivery.response.socket?.end();
    },
  },
  /** No body, `status` (200). */
  empty: {
    processed: true,
    replace: (right, { status = 200, contentType = right.contentType }) => page(status, contentType, ""),
  },
  /** JSON of the wrong shape: `data` a text, a plan or package an array, a token a number. */
  wrongShape: {
    processed: true,
    replace: (right, _fault, origin) => (isSuccess(right.status) ? { ...right, body: WRONG_SHAPES[origin] } : right),
  },
  /** Without `meta`; a token without `expires_in`, a plan or package without its identifiers. */
  noMeta: {
    processed: true,
    replace: (right) => (isSuccess(right.status) ? { ...right, body: without(right.body, LEFT_OUT) } : right),
  },
  /** The right body as `contentType` (text/plain). */
  badContentType: {
    processed: true,
    replace: (right, { contentType = "text/plain" }) => ({ ...right, contentType }),
  },
  /** A right answer of 33 MiB. */
  huge: { processed: true, send: (delivery) => end(delivery, padded(delivery.body, HUGE_BYTES)) },
  /** A right answer of 50 MB, in some 50 kB of gzip. */
  bomb: {
    processed: true,
    send: (delivery) => end(delivery, gzipSync(padded(delivery.body, BOMB_BYTES)), { "Content-Encoding": "gzip" }),
  },
  /** A gzip body, cut short and damaged. */
  brokenGzip: {
    processed: true,
    send: (delivery) => {
      const packed = gzipSync(delivery.body);
      packed.fill(0xff, 10, Math.floor(packed.length / 2));
      end(delivery, packed.subarray(0, packed.length - 8), { "Content-Encoding": "gzip" });
    },
  },
  /** 307 (or `status`) to `location`. */
  redirect: {
    processed: false,
    replace: (_right, { status = 307, location = "http://127.0.0.1:9/elsewhere" }) => ({
      ...page(status, "text/plain", ""),
      headers: { Location: location },
    }),
  },
  /** X-Request-Id, Content-Type and Retry-After twice, with differing values. */
  duplicateHeaders: {
    processed: true,
    send: (delivery) => {
      const { contentType, headers } = delivery.answer;
      const id = String(headers["X-Request-Id"]);
      end(delivery, delivery.body, {
        "Content-Type": [contentType, "text/html"],
        "X-Request-Id": [id, `${id}-again`],
        "Retry-After": headers["Retry-After"] ?? ["1", "30"],
      });
    },
  },
  /** Problem details with another status than the status line. */
  problemStatusMismatch: {
    processed: false,
    replace: (_right, { status = 503, detail }) => ({
      ...problem(status === 404 ? 500 : 404, "mismatch", detail),
      status,
    }),
  },
  /** The right answer with unknown fields, enum values and levels. */
  unknownFields: {
    processed: true,
    replace: (right) => (isSuccess(right.status) ? { ...right, body: withUnknownFields(right.body) } : right),
  },
  /** The right answer with a newer `meta.generatedAt`, as in all answers from now on. */
  newData: {
    processed: true,
    prepare: (settings) => {
      settings.newerByS += 1;
    },
  },
  /** The right answer, then a silent close of the idle connection. */
  closeAfter: {
    processed: true,
    send: (delivery) => {
      const { socket } = delivery.response;
      delivery.response.once("finish", () => socket?.end());
      end(delivery);
    },
  },
} as const satisfies Readonly<Record<string, FaultEffect<Details>>>;

/** Every kind of fault that a test may script. */
export const ALL_FAULTS: Readonly<Record<FaultKind, FaultEffect<Details>>> = { ...EVERYDAY_FAULTS, ...RARE_FAULTS };

const WRONG_SHAPES: Readonly<Record<Origin, unknown>> = {
  token: 42,
  alerts: { data: "none", meta: { generatedAt: "2026-07-09T12:03:00Z" } },
  risk: { data: "none", meta: { generatedAt: "2026-07-09T11:00:00Z" } },
  planning: [{ shipmentId: 7 }],
  tracking: [{ order: 7 }],
};

const LEFT_OUT = new Set(["meta", "expires_in", "shipmentId", "orderNumber", "trackingNumber", "status"]);

function statusAnswer(fault: Details): ServiceAnswer {
  const { status = 503, body, contentType, detail } = fault;
  const unsigned = fault.requestId === false ? { isUnsigned: true } : {};
  if (body !== undefined)
    return { status, contentType: contentType ?? "application/json", headers: {}, body, ...unsigned };
  if (fault.problem === false) return { ...page(status, contentType ?? "text/plain", ""), ...unsigned };
  const answer = problem(status, "injected", detail);
  return { ...answer, contentType: contentType ?? answer.contentType, ...unsigned };
}

function statusOrRight(right: ServiceAnswer, fault: Details): ServiceAnswer {
  return fault.status === undefined ? right : statusAnswer(fault);
}

async function sendHalf(delivery: Delivery): Promise<void> {
  const { body, response } = delivery;
  writeHead(delivery, { "Content-Length": String(body.length) });
  await written(response, body.subarray(0, Math.floor(body.length / 2)));
}

/** Writes and waits until the bytes are on their way, so that nothing overtakes them. */
function written(response: ServerResponse, bytes: Uint8Array): Promise<void> {
  return new Promise((resolve) => {
    response.write(bytes, () => resolve());
    response.once("close", () => resolve());
  });
}

/** JSON of `size` bytes: `body` with one more field, or with trailing blanks. */
function padded(body: Buffer, size: number): Buffer {
  const text = body.toString();
  if (!text.endsWith("}")) return Buffer.concat([body, Buffer.alloc(Math.max(0, size - body.length), 0x20)]);
  const head = Buffer.from(`${text.slice(0, -1)}${text === "{}" ? "" : ","}"padding":"`);
  return Buffer.concat([head, Buffer.alloc(Math.max(0, size - head.length - 2), 0x61), Buffer.from('"}')]);
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
