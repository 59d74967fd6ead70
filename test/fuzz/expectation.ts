import { isEnvelope } from "./openings.ts";

/** The longest line that the server reads (`line-transport.ts`), and the longest batch. */
const MAX_LINE_BYTES = 8 * 1024 * 1024;
const MAX_BATCH = 1_000;

const NEWLINE = 0x0a;

/** What may be answered under one id. */
export interface Expected {
  /** How many messages with this id ask for an answer. */
  asked: number;
  /** How many of them a cancellation may have freed the server from answering. */
  cancelled: number;
  /** The call, where there is only one message of this id and it is one: its answer can be told. */
  call: { readonly tool: unknown; readonly isWellFormed: boolean } | undefined;
}

/**
 * A second reading of what stdin carries, by JSON-RPC 2.0 and MCP alone: how many answers each id may get, and how many
 * errors must come without one. An id is the JSON text of its value.
 */
export class Expectation {
  readonly ids = new Map<string, Expected>();
  /** Lines and messages whose id cannot be told: an error with `id: null` each (JSON-RPC 2.0, 5). */
  errorsWithoutId = 0;
  messages = 0;
  /**
   * Of the connection: its first message decides (DESIGN 7), and after a mere probe the next. "unsure" where it depends on
   * how a message that is not as it should be is taken.
   */
  era: "2025" | "2026" | "probed" | "unsure" | undefined;
  #rest: Buffer[] = [];

  take(bytes: Buffer): void {
    let start = 0;
    for (let end = bytes.indexOf(NEWLINE); end !== -1; end = bytes.indexOf(NEWLINE, start)) {
      this.#takeLine(Buffer.concat([...this.#rest, bytes.subarray(start, end)]));
      this.#rest = [];
      start = end + 1;
    }
    this.#rest.push(bytes.subarray(start));
  }

  /** Whether a line has been begun and not ended. */
  get isInsideLine(): boolean {
    return this.#rest.some((part) => part.length > 0);
  }

  /** The end of stdin ends a line too. */
  end(): void {
    if (this.isInsideLine) this.#takeLine(Buffer.concat(this.#rest));
    this.#rest = [];
  }

  #takeLine(bytes: Buffer): void {
    const text = bytes.length > MAX_LINE_BYTES ? "too long" : bytes.toString("utf8");
    if (text.trim() === "") return;
    const [value, isJson] = parse(text);
    if (isJson && Array.isArray(value) && value.length > 0 && value.length <= MAX_BATCH) {
      for (const element of value) this.#takeMessage(element);
    } else if (isJson) this.#takeMessage(value);
    else this.#refused();
  }

  #takeMessage(value: unknown): void {
    this.messages += 1;
    const { id, jsonrpc, method, params, ...rest } = isRecord(value) ? value : {};
    const isRequestId = typeof id === "string" || Number.isSafeInteger(id);
    const isMessage = jsonrpc === "2.0" && (params === undefined || isRecord(params));
    if (isMessage && (isRequestId || id === undefined)) this.#decideEra(method, params);
    if (isMessage && typeof method === "string" && id === undefined) this.#notified(method, params);
    else if (!isRequestId) this.#refused();
    else if (jsonrpc === "2.0" && typeof method !== "string" && ("result" in rest || "error" in rest)) return;
    else this.#asked(JSON.stringify(id), { jsonrpc, method, params });
  }

  #decideEra(method: unknown, params: unknown): void {
    const meta = isRecord(params) ? params["_meta"] : undefined;
    const namesVersion = isRecord(meta) && "io.modelcontextprotocol/protocolVersion" in meta;
    const isHandshake = method === "initialize";
    if (this.era === undefined || this.era === "probed") {
      if (method === "server/discover") this.era = "probed";
      else if (namesVersion) this.era = isEnvelope(meta) && !isHandshake ? "2026" : "unsure";
      else if (this.era === undefined) this.era = "2025";
      else if (isHandshake) this.era = isProperHandshake(params) ? "2025" : "unsure";
    }
  }

  #refused(): void {
    this.errorsWithoutId += 1;
  }

  #asked(id: string, { jsonrpc, method, params }: Record<string, unknown>): void {
    const known = this.ids.get(id);
    const isCall = jsonrpc === "2.0" && method === "tools/call" && isRecord(params) && known === undefined;
    // A subscription of MCP 2026-07-28 is answered when it ends.
    const isSubscription = method === "subscriptions/listen";
    this.ids.set(id, {
      asked: (known?.asked ?? 0) + 1,
      cancelled: (known?.cancelled ?? 0) + (isSubscription ? 1 : 0),
      call: isCall ? { tool: params["name"], isWellFormed: this.#isWellFormed(params["_meta"]) } : undefined,
    });
  }

  /** Whether a call with this `_meta` is one in the connection's era, without a doubt. */
  #isWellFormed(meta: unknown): boolean {
    return this.era === "2025" ? meta === undefined : this.era !== "unsure" && isEnvelope(meta);
  }

  #notified(method: string, params: unknown): void {
    if (method !== "notifications/cancelled" || !isRecord(params)) return;
    const { requestId, reason, _meta } = params;
    // One that is not as MCP defines it is to be ignored.
    if ((reason !== undefined && typeof reason !== "string") || (_meta !== undefined && !isRecord(_meta))) return;
    const known = this.ids.get(JSON.stringify(requestId) ?? "");
    if (known !== undefined) known.cancelled = Math.min(known.cancelled + 1, known.asked);
  }
}

function parse(text: string): readonly [value: unknown, isJson: boolean] {
  try {
    return [JSON.parse(text), true];
  } catch {
    return [undefined, false];
  }
}

function isProperHandshake(params: unknown): boolean {
  if (!isRecord(params)) return false;
  const { protocolVersion, capabilities, clientInfo } = params;
  return typeof protocolVersion === "string" && isRecord(capabilities) && isRecord(clientInfo);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
