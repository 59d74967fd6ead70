import type { ServerResponse } from "node:http";
import { gzipSync } from "node:zlib";
import type { Clock } from "../../src/runtime/clock.ts";
import { sleep } from "../../src/runtime/waiting.ts";
import { bodyBytes, isSuccess, page, problem, type ServiceAnswer } from "../../src/sandbox/answer.ts";
import { type Effect, type Fault as EverydayFault, end, everydayEffect, reset } from "../../src/sandbox/faults.ts";
import type { Origin } from "../../src/sandbox/settings.ts";
import { LEFT_OUT, padded, without, withUnknownFields, wrongShape } from "./wrong-bodies.ts";

/** A fault that a test may script: an everyday one or a rare one, with details that only tests have. */
export interface Fault extends Omit<EverydayFault, "kind"> {
  readonly kind: EverydayFault["kind"] | keyof typeof RARE;
  /** Whether the operation runs; the kind sets the default. */
  readonly processed?: boolean;
  readonly headers?: ServiceAnswer["headers"];
  readonly detail?: string;
  readonly body?: unknown;
  /** False: an error without problem details. */
  readonly problem?: boolean;
  /** False: without X-Request-Id. */
  readonly requestId?: boolean;
  readonly location?: string;
  readonly offsetBytes?: number;
}

const HUGE_BYTES = 33 * 1024 * 1024;
const BOMB_BYTES = 50_000_000;
/** The effects of rare faults, and of an everyday one with details that only tests have. */
const RARE = {
  /** No fault: lets a request through, to reach the next one. */
  pass: () => ({ processed: true }),
  /** Like the everyday fault, but with `body`, without problem details, or without X-Request-Id. */
  status: (fault) => ({
    processed: false,
    replace: () => statusAnswer(fault),
    ...(fault.requestId === false ? { send: (response, answer) => end(response, ...unsigned(answer)) } : {}),
  }),
  /** The right answer with another `body`, `status` (200). */
  body: ({ status = 200, body }) => ({ processed: true, replace: (right) => ({ ...right, status, body }) }),
  /** Half of the body, then nothing more. With `status`, the body is problem details. */
  hangBody: (fault) => ({
    processed: true,
    replace: (right) => (fault.status === undefined ? right : statusAnswer(fault)),
    send: sendHalf,
  }),
  /** A reset inside the body. */
  resetBody: () => ({
    processed: true,
    send: async (response, answer, body) => {
      await sendHalf(response, answer, body);
      reset(response);
    },
  }),
  /** A byte every `delayMs` (1,000). */
  drip: (fault, _origin, clock) => ({
    processed: true,
    delayMs: 0,
    send: async (response, answer, body) => {
      const gone = new AbortController();
      response.once("close", () => gone.abort());
      writeHead(response, answer, { "Content-Length": String(body.length) });
      for (const byte of body) {
        response.write(Uint8Array.of(byte));
        if (!(await sleep(clock, fault.delayMs ?? 1_000, gone.signal))) return;
      }
      response.end();
    },
  }),
  /** A Content-Length that is `offsetBytes` (64) off, then the end of the connection. */
  wrongLength: ({ offsetBytes = 64 }) => ({
    processed: true,
    send: async (response, answer, body) => {
      writeHead(response, answer, { "Content-Length": String(Math.max(0, body.length + offsetBytes)) });
      await written(response, body);
      response.socket?.end();
    },
  }),
  /** 200 without a body. */
  empty: () => ({ processed: true, replace: (right) => page(200, right.contentType, "") }),
  /** JSON of the wrong shape: `data` a text, a plan or package an array, a token a number. */
  wrongShape: (_fault, origin) => changed(() => wrongShape(origin)),
  /** Without `meta`; a token without `expires_in`, a plan or package without its identifiers. */
  noMeta: () => changed((body) => without(body, LEFT_OUT)),
  /** The right body as text/plain. */
  badContentType: () => ({ processed: true, replace: (right) => ({ ...right, contentType: "text/plain" }) }),
  /** A right answer of 33 MiB. */
  huge: () => ({
    processed: true,
    send: (response, answer, body) => end(response, answer, padded(body, HUGE_BYTES)),
  }),
  /** A right answer of 50 MB, in some 50 kB of gzip. */
  bomb: () => ({
    processed: true,
    send: (response, answer, body) => endPacked(response, answer, gzipSync(padded(body, BOMB_BYTES))),
  }),
  /** A gzip body, cut short and damaged. */
  brokenGzip: () => ({
    processed: true,
    send: (response, answer, body) => {
      const packed = gzipSync(body);
      packed.fill(0xff, 10, Math.floor(packed.length / 2));
      endPacked(response, answer, packed.subarray(0, packed.length - 8));
    },
  }),
  /** 307 to `location`. */
  redirect: ({ location = "http://127.0.0.1:9/elsewhere" }) => ({
    processed: false,
    replace: () => ({ ...page(307, "text/plain", ""), headers: { Location: location } }),
  }),
  /** X-Request-Id, Content-Type and Retry-After twice, with differing values. */
  duplicateHeaders: () => ({
    processed: true,
    send: (response, answer, body) => {
      const id = String(answer.headers["X-Request-Id"]);
      writeHead(response, answer, {
        "Content-Length": String(body.length),
        "Content-Type": [answer.contentType, "text/html"],
        "X-Request-Id": [id, `${id}-again`],
        "Retry-After": answer.headers["Retry-After"] ?? ["1", "30"],
      });
      response.end(body);
    },
  }),
  /** A 503 whose problem details say 404. */
  problemStatusMismatch: () => ({ processed: false, replace: () => ({ ...problem(404), status: 503 }) }),
  /** The right answer with unknown fields, enum values and levels. */
  unknownFields: () => changed(withUnknownFields),
  /** The right answer with a newer `meta.generatedAt`, as in all answers from now on. */
  newData: () => ({ processed: true }),
  /** The right answer, then a silent close of the idle connection. */
  closeAfter: () => ({
    processed: true,
    send: (response, answer, body) => {
      const { socket } = response;
      response.once("finish", () => socket?.end());
      end(response, answer, body);
    },
  }),
} as const satisfies Readonly<Record<string, (fault: Fault, origin: Origin, clock: Clock) => Effect>>;

/** The effect of any fault on a request to `origin`: what its kind does, as the fault's other fields change it. */
export function anyEffectOf(fault: Fault, origin: Origin, clock: Clock): Effect {
  const { kind, headers = {}, delayMs } = fault;
  const effect: Effect = isRare(kind) ? RARE[kind](fault, origin, clock) : everydayEffect({ ...fault, kind });
  return {
    kind,
    ...(delayMs !== undefined && { delayMs }),
    ...effect,
    processed: fault.processed ?? effect.processed,
    replace: (right) => {
      const answer = effect.replace?.(right) ?? right;
      return { ...answer, headers: { ...answer.headers, ...headers } };
    },
  };
}

function isRare(kind: Fault["kind"]): kind is keyof typeof RARE {
  return Object.hasOwn(RARE, kind);
}

/** A success with another body. */
function changed(change: (body: unknown) => unknown): Effect {
  const replace = (right: ServiceAnswer) => (isSuccess(right.status) ? { ...right, body: change(right.body) } : right);
  return { processed: true, replace };
}

function statusAnswer(fault: Fault): ServiceAnswer {
  const { status = 503, body, detail } = fault;
  if (body !== undefined) return { status, contentType: "application/json", headers: {}, body };
  return fault.problem === false ? page(status, "text/plain", "") : problem(status, detail);
}

/** The answer without its request id, and its body. */
function unsigned(answer: ServiceAnswer): [ServiceAnswer, Buffer] {
  const { "X-Request-Id": _, ...headers } = answer.headers;
  const { body } = answer;
  return [{ ...answer, headers }, bodyBytes({ ...answer, body: without(body, new Set(["requestId"])) })];
}

function writeHead(response: ServerResponse, answer: ServiceAnswer, headers: ServiceAnswer["headers"]): void {
  // Node writes one header line for each value of a list.
  response.writeHead(answer.status, { "Content-Type": answer.contentType, ...answer.headers, ...headers });
}

function endPacked(response: ServerResponse, answer: ServiceAnswer, packed: Buffer): void {
  end(response, { ...answer, headers: { ...answer.headers, "Content-Encoding": "gzip" } }, packed);
}

async function sendHalf(response: ServerResponse, answer: ServiceAnswer, body: Buffer): Promise<void> {
  writeHead(response, answer, { "Content-Length": String(body.length) });
  await written(response, body.subarray(0, Math.floor(body.length / 2)));
}

/** Writes and waits until the bytes are on their way, so that nothing overtakes them. */
function written(response: ServerResponse, bytes: Uint8Array): Promise<void> {
  return new Promise((resolve) => {
    response.write(bytes, () => resolve());
    response.once("close", () => resolve());
  });
}
