import type { ServerResponse } from "node:http";
import { promisify } from "node:util";
import { gzip, gzipSync } from "node:zlib";
import type { Clock } from "../runtime/clock.ts";
import { sleep } from "../runtime/clock.ts";
import type { Answer } from "./answer.ts";
import { PlainText } from "./answer.ts";
import type { Fault } from "./faults.ts";

const gzipped = promisify(gzip);

const HUGE_BYTES = 33 * 1024 * 1024;
const BOMB_BYTES = 50_000_000;
const DEFAULT_DRIP_MS = 1_000;
const DEFAULT_OFFSET_BYTES = 64;
/** Below this, compression costs more than it saves. */
const COMPRESS_FROM_BYTES = 1_024;

/** How an answer goes out. */
export interface Delivery {
  readonly response: ServerResponse;
  readonly clock: Clock;
  readonly answer: Answer;
  /** X-Request-Id; none where the sandbox plays a server that does not know it. */
  readonly requestId: string | undefined;
  readonly fault: Fault | undefined;
  /** Whether the client takes gzip and the settings allow it. */
  readonly compress: boolean;
  /** Aborted when the sandbox closes or the client is gone. */
  readonly signal: AbortSignal;
}

/** Writes an answer, in the way its fault makes it go out. Resolves when nothing more will be written. */
export async function deliver(delivery: Delivery): Promise<void> {
  const { response, fault, clock, signal } = delivery;
  if (response.destroyed) return;
  const body = bodyBytes(delivery.answer);
  switch (fault?.kind) {
    case "hang":
      // Without a delay for ever, which a client's own deadline ends.
      if (fault.delayMs !== undefined) reset(response);
      return;
    case "reset":
      reset(response);
      return;
    case "hangBody":
    case "resetBody":
      writeHead(delivery, { "Content-Length": String(body.length) });
      await written(response, body.subarray(0, Math.floor(body.length / 2)));
      if (fault.kind === "resetBody") reset(response);
      return;
    case "drip":
      writeHead(delivery, { "Content-Length": String(body.length) });
      for (const byte of body) {
        response.write(Uint8Array.of(byte));
        if (!(await sleep(clock, fault.delayMs ?? DEFAULT_DRIP_MS, signal))) return;
      }
      response.end();
      return;
    case "truncate":
      end(delivery, body.subarray(0, Math.floor(body.length / 2)));
      return;
    case "wrongLength":
      writeHead(delivery, {
        "Content-Length": String(Math.max(0, body.length + (fault.offsetBytes ?? DEFAULT_OFFSET_BYTES))),
      });
      await written(response, body);
      response.socket?.end();
      return;
    case "huge":
      end(delivery, padded(body, HUGE_BYTES));
      return;
    case "bomb":
      end(delivery, gzipSync(padded(body, BOMB_BYTES)), { "Content-Encoding": "gzip" });
      return;
    case "brokenGzip": {
      const packed = gzipSync(body);
      packed.fill(0xff, 10, Math.floor(packed.length / 2));
      end(delivery, packed.subarray(0, packed.length - 8), { "Content-Encoding": "gzip" });
      return;
    }
    case "closeAfter": {
      const socket = response.socket;
      response.once("finish", () => socket?.end());
      end(delivery, body);
      return;
    }
    default:
      await endCompressed(delivery, body);
  }
}

function bodyBytes({ body }: Answer): Buffer {
  return Buffer.from(body instanceof PlainText ? body.text : (JSON.stringify(body) ?? ""));
}

async function endCompressed(delivery: Delivery, body: Buffer): Promise<void> {
  if (!delivery.compress || body.length < COMPRESS_FROM_BYTES) {
    end(delivery, body);
    return;
  }
  end(delivery, await gzipped(body), { "Content-Encoding": "gzip", Vary: "Accept-Encoding" });
}

function end(delivery: Delivery, body: Buffer, headers: Record<string, string> = {}): void {
  // A 204 or 304 has no body, and so no length (RFC 9110, 8.6).
  const isBodiless = delivery.answer.status === 204 || delivery.answer.status === 304;
  writeHead(delivery, isBodiless ? {} : { ...headers, "Content-Length": String(body.length) });
  delivery.response.end(isBodiless ? undefined : body);
}

function writeHead(delivery: Delivery, headers: Record<string, string>): void {
  const { response, answer, requestId, fault } = delivery;
  const twice = fault?.kind === "duplicateHeaders";
  const all: Record<string, string | readonly string[]> = {
    "Content-Type": twice ? [answer.contentType, "text/html"] : answer.contentType,
    ...(requestId === undefined ? {} : { "X-Request-Id": twice ? [requestId, `${requestId}-again`] : requestId }),
    ...(twice ? { "Retry-After": ["1", "30"] } : {}),
    ...answer.headers,
    ...headers,
  };
  // The raw form keeps a header that is given twice as two lines.
  const lines = Object.entries(all).flatMap(([name, value]) =>
    typeof value === "string" ? [name, value] : value.flatMap((each) => [name, each]),
  );
  response.writeHead(answer.status, lines);
}

/** Writes and waits until it is on its way, so that what follows does not overtake it. */
function written(response: ServerResponse, bytes: Uint8Array): Promise<void> {
  return new Promise((resolve) => {
    response.write(bytes, () => resolve());
    response.once("close", () => resolve());
  });
}

function reset(response: ServerResponse): void {
  response.socket?.resetAndDestroy();
}

/** JSON of `size` bytes that reads as `body` with one more field, or with blanks after it. */
function padded(body: Buffer, size: number): Buffer {
  const text = body.toString();
  if (!text.endsWith("}")) return Buffer.concat([body, Buffer.alloc(Math.max(0, size - body.length), 0x20)]);
  const head = Buffer.from(`${text.slice(0, -1)}${text === "{}" ? "" : ","}"padding":"`);
  return Buffer.concat([head, Buffer.alloc(Math.max(0, size - head.length - 2), 0x61), Buffer.from('"}')]);
}
