import { JSONRPCMessageSchema } from "@modelcontextprotocol/sdk/types.js";
import fc from "fast-check";
import { META } from "../support/modern.ts";
import { type Asking, anyJson, asking, PROTOTYPE_KEYS } from "./asking.ts";

/** One line to send. The writer gives it its id. */
export type Piece =
  | { readonly kind: "request"; readonly id?: string; readonly asking: Asking; readonly extra?: object }
  /** Cancels the request `back` requests ago. It may be answered already, or may not exist. */
  | { readonly kind: "cancel"; readonly back: number }
  /** Text or bytes that need no answer under an id. */
  | { readonly kind: "junk"; readonly bytes: string | Uint8Array }
  /** `text`, `count` times, between `before` and `after`. The server sends `answers` answers under `id`. */
  | {
      readonly kind: "mass";
      readonly before: string;
      readonly text: string;
      readonly count: number;
      readonly after: string;
      readonly id?: string;
      readonly answers?: number;
    };

/** The answers that a line may get. */
export interface Expected {
  /** The JSON text of the id. */
  readonly id: string;
  readonly least: number;
  readonly most: number;
  /** The tool whose result must come, not a protocol error. */
  readonly tool?: string;
  /** The SDKs answer a malformed handshake, and a call as a task, with an internal error. */
  readonly mayFailInternally?: boolean;
}

export interface Written {
  readonly bytes: Buffer;
  readonly expected?: Expected;
  /** The JSON text of an id. This line makes its answer optional. */
  readonly cancels?: string;
}

/** Ids as JSON text: those that MCP allows (strings and whole numbers) and others. */
const IDS = [
  ...["0", "-0", "1.0", "1e2", "9007199254740991", '""', '"0"', '"\\u0000"', '"\\ud800"', '"\u2028"'],
  ...["1.5", "1e400", "9007199254740992", "null", "true", "{}", "[1]", JSON.stringify("x".repeat(5_000))],
  ...PROTOTYPE_KEYS.map((key) => JSON.stringify(key)),
];

/** Unknown members, and known members of a wrong type. */
const extra = fc.oneof(
  fc.constantFrom<object>({ jsonrpc: "1.0" }, { jsonrpc: null }, { method: 7 }, { params: 5 }),
  fc
    .tuple(fc.constantFrom("x", "result", "error", ...PROTOTYPE_KEYS), anyJson)
    .map((entry) => Object.fromEntries([entry])),
);

const request = { kind: fc.constant("request" as const), asking };
const oddRequest = fc.record({ ...request, id: fc.constantFrom(...IDS), extra }, { requiredKeys: ["kind", "asking"] });
const cancel = fc.record({ kind: fc.constant("cancel" as const), back: fc.oneof(fc.constantFrom(1, 2), fc.nat(30)) });

const PING = '{"jsonrpc":"2.0","id":"junk","method":"ping"}';

const junk: fc.Arbitrary<Piece> = fc
  .oneof<fc.Arbitrary<string | Uint8Array>[]>(
    fc.constantFrom("", " ", "\t\r", "\ufeff", "{", "}", "NaN", "Content-Length: 2\r", `[${PING}]`, `${PING}${PING}`),
    // A request that breaks off.
    fc.integer({ min: 1, max: PING.length - 1 }).map((end) => PING.slice(0, end)),
    fc.string({ unit: "binary" }).map((text) => text.replaceAll("\n", " ")),
    fc.uint8Array({ maxLength: 60 }).map((bytes) => bytes.map((byte) => (byte === 10 ? 0xff : byte))),
    // Any JSON, a notification, and an answer to a question that the server has not asked.
    anyJson.map((value) => JSON.stringify(value)),
    anyJson.map((params) => JSON.stringify({ jsonrpc: "2.0", method: "notifications/progress", params })),
    anyJson.map((id) => JSON.stringify({ jsonrpc: "2.0", id, result: {} })),
  )
  .map((bytes) => ({ kind: "junk", bytes }));

const MASS_PING = PING.replace("junk", "mass");
const DEEP =
  '{"jsonrpc":"2.0","id":"deep","method":"tools/call","params":{"name":"plan_shipment","arguments":{"origin":';

/** Masses: long, deep, wide and many lines. */
export const MASSES: readonly Piece[] = (
  [
    { before: '{"jsonrpc":"2.0","id":"long","method":"', text: "x", count: 9_000_000, after: '"}' },
    { before: `${DEEP}${"[".repeat(20_000)}`, text: "]", count: 20_000, after: "}}}", id: '"deep"' },
    { before: "[", text: "[", count: 100_000, after: "" },
    { before: "[".repeat(100_000), text: "]", count: 100_000, after: "" },
    { before: "[1", text: ",1", count: 500_000, after: "]" },
    { before: `[${PING}`, text: `,${PING}`, count: 20_000, after: "]" },
    { before: "", text: "\n", count: 50_000, after: "" },
    { before: "", text: "1\n", count: 3_000, after: "1" },
    { before: "", text: `${MASS_PING}\n`, count: 1_000, after: "", id: '"mass"', answers: 1_000 },
  ] as const
).map((shape) => ({ kind: "mass", ...shape }));

export const piece: fc.Arbitrary<Piece> = fc.oneof(
  { weight: 60, arbitrary: fc.record(request) },
  { weight: 15, arbitrary: oddRequest },
  { weight: 10, arbitrary: cancel },
  { weight: 14, arbitrary: junk },
  { weight: 1, arbitrary: fc.constantFrom(...MASSES) },
);

/** Writes pieces as lines of one connection. */
export class LineWriter {
  readonly #stamp: (params: unknown) => unknown;
  readonly #ids: string[] = [];

  /** @param stamp Adds to parameters what each request of the connection must hold. */
  constructor(stamp: (params: unknown) => unknown) {
    this.#stamp = stamp;
  }

  write(piece: Piece): Written {
    switch (piece.kind) {
      case "junk":
        return { bytes: Buffer.from(piece.bytes as Uint8Array) };
      case "mass": {
        const { before, text, count, after, id, answers = 1 } = piece;
        const bytes = Buffer.from(`${before}${text.repeat(count)}${after}`);
        return id === undefined ? { bytes } : { bytes, expected: { id, least: answers, most: answers } };
      }
      case "cancel": {
        const id = this.#ids.at(-piece.back) ?? '"nobody"';
        const bytes = Buffer.from(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":${id}}}`);
        // 1e2 and 100 are one id.
        return { bytes, cancels: JSON.stringify(JSON.parse(id)) };
      }
      case "request":
        return this.#request(piece);
    }
  }

  #request({ id, asking: { method, params, tool }, extra = {} }: Piece & { kind: "request" }): Written {
    const json = id ?? JSON.stringify(this.#ids.length % 2 === 0 ? 1_000 + this.#ids.length : `id ${this.#ids.length}`);
    this.#ids.push(json);
    const rest = JSON.stringify({ jsonrpc: "2.0", method, params: this.#stamp(params), ...extra }).slice(1);
    const bytes = Buffer.from(`{"id":${json},${rest}`);
    const read = JSON.parse(bytes.toString()) as { id: unknown };
    if (typeof read.id !== "string" && !Number.isFinite(read.id)) return { bytes };
    const isValid = JSONRPCMessageSchema.safeParse(read).success;
    const isTask = typeof params === "object" && params !== null && "task" in params;
    const expected = {
      id: JSON.stringify(read.id),
      // An invalid message gets an error, and a subscription its answer at its end.
      least: isValid && method === "subscriptions/listen" ? 0 : 1,
      most: 1,
      mayFailInternally: method === "initialize" || isTask,
      ...(tool === undefined || id !== undefined || !isValid ? {} : { tool }),
    };
    return { bytes, expected };
  }
}

/** `params` with the `_meta` of MCP 2026-07-28, if they are an object. */
export function inEnvelope(params: unknown): unknown {
  if (params === undefined) return { _meta: META };
  return typeof params === "object" && params !== null && !Array.isArray(params) ? { _meta: META, ...params } : params;
}
