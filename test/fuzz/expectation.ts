import { isEnvelope } from "./openings.ts";

/** Each request of MCP 2026-07-28 names its version so; the first line of a connection is looked at for it. */
const NAMES_VERSION = /"io\.modelcontextprotocol\/protocolVersion"\s*:/;

const NEWLINE = 0x0a;

/** What may be answered under one id. */
export interface Expected {
  /** How many messages with this id ask for an answer. */
  asked: number;
  /** How many of them the server may leave unanswered: cancelled ones, and those that are not as MCP defines them. */
  cancelled: number;
  /** The call, where there is only one message of this id and it is one: its answer can be told. */
  call: { readonly tool: unknown; readonly isWellFormed: boolean } | undefined;
}

/**
 * A second reading of what stdin carries, by JSON-RPC 2.0 and MCP alone: how many answers each id may get. The SDKs drop what
 * is no message as MCP defines it, batches included. An id is the JSON text of its value.
 */
export class Expectation {
  readonly ids = new Map<string, Expected>();
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
    const value = parse(bytes.toString("utf8"));
    if (!isRecord(value)) return;
    this.messages += 1;
    const { id, jsonrpc, method, params, ...rest } = value;
    this.#decideEra(bytes, method, params);
    if (jsonrpc === "2.0" && typeof method === "string" && id === undefined) this.#notified(method, params);
    else if (typeof id === "string" || Number.isSafeInteger(id)) {
      const isMessage = jsonrpc === "2.0" && typeof method === "string" && Object.keys(rest).length === 0;
      const isProper = isMessage && isProperRequest(method, params);
      if (typeof method === "string" || !("result" in rest || "error" in rest)) {
        this.#asked(JSON.stringify(id), { jsonrpc, method, params }, isProper && this.#isOfEra(method, params));
      }
    }
  }

  #decideEra(bytes: Buffer, method: unknown, params: unknown): void {
    const meta = isRecord(params) ? params["_meta"] : undefined;
    const isModern = isEnvelope(meta) && method !== "initialize";
    if (this.era === undefined && !NAMES_VERSION.test(bytes.toString("latin1"))) this.era = "2025";
    else if (this.era === undefined || this.era === "probed") {
      const isProbe = isModern && method === "server/discover";
      if (isProbe) this.era = "probed";
      else if (isModern) this.era = "2026";
      else
        this.era = this.era === "probed" && meta === undefined && isProperRequest(method, params) ? "2025" : "unsure";
    }
  }

  /** Whether a request is one in the connection's era, without a doubt. */
  #isOfEra(method: unknown, params: unknown): boolean {
    const meta = isRecord(params) ? params["_meta"] : undefined;
    if (this.era === "2025") return meta === undefined || !NAMES_VERSION.test(JSON.stringify(meta));
    return this.era !== "unsure" && isEnvelope(meta) && method !== "initialize";
  }

  #asked(id: string, { jsonrpc, method, params }: Record<string, unknown>, isCertain: boolean): void {
    const known = this.ids.get(id);
    const isCall = jsonrpc === "2.0" && method === "tools/call" && isRecord(params) && known === undefined;
    // A subscription of MCP 2026-07-28 is answered when it ends.
    const mayBeLeft = !isCertain || method === "subscriptions/listen";
    this.ids.set(id, {
      asked: (known?.asked ?? 0) + 1,
      cancelled: (known?.cancelled ?? 0) + (mayBeLeft ? 1 : 0),
      call: isCall
        ? { tool: params["name"], isWellFormed: isCertain && this.#hasPlainMeta(params["_meta"]) }
        : undefined,
    });
  }

  #hasPlainMeta(meta: unknown): boolean {
    return meta === undefined || isEnvelope(meta);
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

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Whether no SDK has anything against a request's form. */
function isProperRequest(method: unknown, params: unknown): boolean {
  if (params !== undefined && !isRecord(params)) return false;
  const { _meta, protocolVersion, capabilities, clientInfo } = params ?? {};
  if (_meta !== undefined && !isEnvelope(_meta)) return false;
  if (method === "tools/call" && params?.["task"] !== undefined) return false;
  if (method !== "initialize") return true;
  return typeof protocolVersion === "string" && isRecord(capabilities) && isRecord(clientInfo);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
