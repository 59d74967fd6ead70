import { JSONRPCMessageSchema } from "@modelcontextprotocol/sdk/types.js";
import { isEnvelope } from "./openings.ts";

/** Each request of MCP 2026-07-28 names its version. */
const NAMES_VERSION = /"io\.modelcontextprotocol\/protocolVersion"\s*:/;

const NEWLINE = 0x0a;

/** What may be answered under one id. */
export interface Expected {
  /** How many messages with this id ask for an answer. */
  asked: number;
  /** How many of them a cancellation may have freed the server from answering. */
  cancelled: number;
  /** The call, where there is only one message of this id and it is one: its answer can be told. */
  call: { readonly tool: unknown; readonly isWellFormed: boolean } | undefined;
  /** A handshake that is none, or a call as a task: the SDKs call either an internal error. */
  mayBreak: boolean;
}

/**
 * A second reading of what stdin carries, by MCP alone: how many answers each id may get. A line that is no message of
 * MCP, a batch for one, gets none. An id is the JSON text of its value.
 */
export class Expectation {
  readonly ids = new Map<string, Expected>();
  messages = 0;
  /**
   * Of the connection: its first object decides (DESIGN 7), and after a mere probe the next. "unsure" where it depends on
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
    const text = bytes.toString("utf8");
    if (text.trim() === "") return;
    this.messages += 1;
    const value = parse(text);
    const isMessage = JSONRPCMessageSchema.safeParse(value).success;
    if (this.era === undefined && !isMessage && text.trimStart().startsWith("{")) {
      this.era = NAMES_VERSION.test(text) ? "unsure" : "2025";
    }
    if (isRecord(value)) this.#takeObject(value, isMessage);
  }

  #takeObject({ id, method, params }: Record<string, unknown>, isMessage: boolean): void {
    const isRequest = typeof method === "string" && (typeof id === "string" || Number.isSafeInteger(id));
    if (isMessage) this.#decideEra(method, params);
    if (isMessage && typeof method === "string" && id === undefined) this.#notified(method, params);
    else if (isRequest) this.#asked(JSON.stringify(id), { method, params }, isMessage);
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

  #asked(id: string, { method, params }: Record<string, unknown>, isMessage: boolean): void {
    const known = this.ids.get(id);
    const isCall = isMessage && method === "tools/call" && isRecord(params) && known === undefined;
    // A subscription of MCP 2026-07-28 is answered when it ends; what is not as it should be may be answered or not.
    const mayBeSilent = method === "subscriptions/listen" || !isMessage;
    this.ids.set(id, {
      asked: (known?.asked ?? 0) + 1,
      cancelled: (known?.cancelled ?? 0) + (mayBeSilent ? 1 : 0),
      mayBreak: known?.mayBreak === true || isBeyondSdk(method, params),
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

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isBeyondSdk(method: unknown, params: unknown): boolean {
  if (method === "initialize") return !isProperHandshake(params);
  return method === "tools/call" && isRecord(params) && "task" in params;
}

function isProperHandshake(params: unknown): boolean {
  if (!isRecord(params)) return false;
  const { protocolVersion, capabilities, clientInfo } = params;
  return typeof protocolVersion === "string" && isRecord(capabilities) && isRecord(clientInfo);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
