import fc from "fast-check";
import type { ToolListing } from "../../src/server/catalogue.ts";
import { OPENINGS, type Opening } from "./openings.ts";
import { type Piece, pieceArbitrary } from "./pieces.ts";

/** A piece and how its bytes travel. */
interface Sending {
  readonly piece: Piece;
  readonly end: "\n" | "\r\n" | " \n\n" | "";
  /** Only so much of the line is sent, 0 to 1; the rest never comes. */
  readonly share: number;
  /** Where it is broken into chunks, 0 to 1. */
  readonly breaks: readonly number[];
  /** What happens after it: more in the same chunk, a chunk of its own at once, a turn later, or once all is answered. */
  readonly afterwards: "more" | "write" | "turn" | "settle";
}

/** All that one server process is sent. */
export interface Storm {
  readonly opening: Opening;
  readonly sendings: readonly Sending[];
  /** Whether stdin ends as the last byte is written, or once all is answered. */
  readonly end: "abrupt" | "settled";
}

/** One write to the server's stdin, and whether all is to be answered before the next. */
export interface Chunk {
  readonly bytes: Buffer;
  readonly afterwards: Sending["afterwards"];
}

/** Storms of up to `most` lines against a server of `tools`. */
export function stormArbitrary(tools: readonly ToolListing[], most: number): fc.Arbitrary<Storm> {
  const sending = fc.record({
    piece: pieceArbitrary(tools),
    end: fc.oneof(
      { weight: 12, arbitrary: fc.constant("\n" as const) },
      { weight: 3, arbitrary: fc.constantFrom("\r\n" as const, " \n\n" as const) },
      { weight: 1, arbitrary: fc.constant("" as const) },
    ),
    share: fc.oneof(
      { weight: 20, arbitrary: fc.constant(1) },
      { weight: 1, arbitrary: fc.double({ min: 0, max: 1, noNaN: true }) },
    ),
    breaks: fc.oneof(
      { weight: 4, arbitrary: fc.constant([]) },
      { weight: 1, arbitrary: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 3 }) },
    ),
    afterwards: fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom("more" as const, "write" as const) },
      { weight: 3, arbitrary: fc.constant("turn" as const) },
      { weight: 1, arbitrary: fc.constant("settle" as const) },
    ),
  });
  return fc.record({
    opening: fc.constantFrom(...OPENINGS),
    sendings: fc.array(sending, { minLength: 1, maxLength: most, size: "max" }),
    end: fc.constantFrom("settled", "settled", "abrupt"),
  });
}

/** The storm as the writes it makes. The same storm makes the same ones. */
export function chunksOf({ opening, sendings }: Storm): readonly Chunk[] {
  const writer = new PieceWriter(opening);
  const chunks: Chunk[] = [];
  let gathered: Buffer[] = [];
  const flush = (afterwards: Chunk["afterwards"]): void => {
    chunks.push({ bytes: Buffer.concat(gathered), afterwards });
    gathered = [];
  };
  if (opening.messages.length > 0) {
    gathered.push(Buffer.from(`${opening.messages.map((message) => JSON.stringify(message)).join("\n")}\n`));
    flush("turn");
  }
  for (const { piece, end, share, breaks, afterwards } of sendings) {
    const whole = writer.bytesOf(piece);
    const bytes = Buffer.concat([whole.subarray(0, Math.ceil(whole.length * share)), Buffer.from(end)]);
    let start = 0;
    for (const place of breaks.map((one) => Math.floor(one * bytes.length)).sort((a, b) => a - b)) {
      gathered.push(bytes.subarray(start, place));
      flush("turn");
      start = place;
    }
    gathered.push(bytes.subarray(start));
    if (afterwards !== "more") flush(afterwards);
  }
  flush("write");
  return chunks;
}

/** Gives pieces their ids, and remembers them for those who cancel. */
class PieceWriter {
  readonly #opening: Opening;
  readonly #ids: string[] = [];

  constructor(opening: Opening) {
    this.#opening = opening;
  }

  bytesOf(piece: Piece): Buffer {
    switch (piece.kind) {
      case "bytes":
        return Buffer.from(piece.bytes);
      case "mass":
        return Buffer.from(`${piece.before}${piece.text.repeat(piece.count)}${piece.after}`);
      default:
        return Buffer.from(this.#textOf(piece));
    }
  }

  #textOf(piece: Exclude<Piece, { kind: "bytes" | "mass" }>): string {
    switch (piece.kind) {
      case "raw":
        return piece.text;
      case "batch":
        return `[${piece.pieces.flatMap((one) => (one.kind === "bytes" || one.kind === "mass" ? [] : [this.#textOf(one)])).join(",")}]`;
      case "request": {
        const { method, params, extra } = piece;
        const id = piece.id === "fresh" ? this.#freshId() : piece.id.json;
        this.#ids.push(id);
        return withMember("id", id, { jsonrpc: "2.0", method, params: this.#opening.stamp(params), ...extra });
      }
      case "notification":
        return JSON.stringify({ jsonrpc: "2.0", method: piece.method, params: piece.params });
      case "cancel": {
        const requestId = this.#ids.at(-piece.back) ?? '"nobody"';
        const params = withMember("requestId", requestId, piece.rest);
        return `{"jsonrpc":"2.0","method":"notifications/cancelled","params":${params}}`;
      }
    }
  }

  /** Numbers and texts in turn. */
  #freshId(): string {
    const number = 1_000 + this.#ids.length;
    return number % 2 === 0 ? String(number) : JSON.stringify(`id ${number}`);
  }
}

/** `rest` as JSON with one member more, whose value is JSON text already. */
function withMember(name: string, json: string, rest: object): string {
  const text = JSON.stringify(rest).slice(1);
  return `{"${name}":${json}${text === "}" ? "" : ","}${text}`;
}
