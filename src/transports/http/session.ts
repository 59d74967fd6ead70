import { randomUUID } from "node:crypto";
import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { type JSONRPCMessage, SUPPORTED_PROTOCOL_VERSIONS } from "@modelcontextprotocol/sdk/types.js";
import { INVALID_REQUEST, type Refusal, refuse, SERVER_ERROR } from "./answers.ts";
import type { EventStores, SessionEvents } from "./event-store.ts";
import type { Exchange } from "./exchange.ts";
import type { HttpLimits } from "./limits.ts";
import type { PostedBody, RequestId } from "./posted-body.ts";

/** What a cancelled request is answered with: without an answer its stream would stay open. */
const CANCELLED = { code: SERVER_ERROR, message: "Request cancelled" };

/** One 2025-era session: a transport of SDK 1.x, and what of it is under way (MCP 2025-11-25, Session Management). */
export class Session {
  readonly id = randomUUID();
  readonly principalId: string;
  readonly #limits: HttpLimits;
  readonly #transport: WebStandardStreamableHTTPServerTransport;
  readonly #events: SessionEvents;
  /** Requests not answered yet, each with all that came in one POST with it and share its stream. */
  readonly #open = new Map<RequestId, Set<RequestId>>();
  #streams = 0;

  constructor(principalId: string, limits: HttpLimits, stores: EventStores) {
    this.principalId = principalId;
    this.#limits = limits;
    this.#events = stores.open((message) => this.#answered(message));
    this.#transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => this.id,
      eventStore: this.#events,
      keepAliveMs: limits.streamKeepAliveMs,
    });
  }

  /** Call once, before anything is handled. */
  async connect(serve: (transport: Transport) => Promise<void>): Promise<void> {
    await serve(this.#transport);
  }

  /** Whether a request of this session waits for its answer. */
  get isBusy(): boolean {
    return this.#open.size > 0;
  }

  /** Whether its client is there: waits for an answer, or listens. */
  get isAttended(): boolean {
    return this.isBusy || this.#streams > 0;
  }

  /** Messages of the client. `request`'s body has been read into `posted`. */
  async post(request: Request, posted: PostedBody): Promise<Response> {
    const { requestIds } = posted;
    if (requestIds.some((id) => this.#open.has(id)) || new Set(requestIds).size < requestIds.length) {
      return refuse({ status: 400, code: INVALID_REQUEST, message: "Invalid request: its id is in use" });
    }
    const together = new Set(requestIds);
    for (const id of requestIds) this.#open.set(id, together);
    const cancelled = posted.cancelledIds.filter((id) => this.#open.has(id));
    const response = await this.#transport.handleRequest(request, { parsedBody: posted.value });
    // Refused as a whole: none of its requests will be answered.
    if (!response.ok) for (const id of requestIds) this.#open.delete(id);
    // Once the SDK has stopped the call, which then goes unanswered. What it refuses it does not stop.
    if (response.ok && cancelled.length > 0) setImmediate(() => void this.#answerCancelled(cancelled));
    return response;
  }

  /** A stream for what the server sends by itself, or the rest of one that broke off. */
  async listen(request: Request, exchange: Exchange): Promise<Response> {
    if (this.#streams >= this.#limits.maxStreamsPerSession) return refuse(TOO_MANY_STREAMS);
    const lastId = request.headers.get("last-event-id");
    if (lastId !== null && !this.#events.has(lastId)) return refuse(EVENT_GONE);
    const rest = lastId === null || !isProper(request) ? undefined : this.#events.restOfEnded(lastId);
    // Of a stream that has ended the SDK would hold the connection open, for nothing more to come.
    if (rest !== undefined) {
      const headers = { "content-type": "text/event-stream", "cache-control": "no-store", "mcp-session-id": this.id };
      return new Response(rest, { headers });
    }
    const response = await this.#transport.handleRequest(request);
    if (response.ok) {
      this.#streams += 1;
      exchange.whenOver(() => {
        this.#streams -= 1;
      });
    }
    return response;
  }

  /** The client's own end of the session. */
  terminate(request: Request): Promise<Response> {
    return this.#transport.handleRequest(request);
  }

  /** Ends every stream and gives up every call. */
  async close(): Promise<void> {
    await this.#transport.close();
    this.#open.clear();
    this.#events.clear();
  }

  /** Takes note of an answer; true for the last of those that share a stream. */
  #answered(message: JSONRPCMessage): boolean {
    if ("method" in message || !("id" in message) || message.id === undefined) return false;
    const together = this.#open.get(message.id);
    this.#open.delete(message.id);
    together?.delete(message.id);
    return together?.size === 0;
  }

  async #answerCancelled(ids: readonly RequestId[]): Promise<void> {
    for (const id of ids) {
      if (!this.#open.has(id)) continue;
      // Its stream may be closed by now; then there is nobody to tell.
      await this.#transport.send({ jsonrpc: "2.0", id, error: CANCELLED }).catch(() => undefined);
    }
  }
}

/** Whether the SDK would open a stream for it. */
function isProper({ headers }: Request): boolean {
  const version = headers.get("mcp-protocol-version");
  const isKnown = version === null || SUPPORTED_PROTOCOL_VERSIONS.includes(version);
  return isKnown && headers.get("accept")?.includes("text/event-stream") === true;
}

const EVENT_GONE: Refusal = {
  status: 400,
  code: INVALID_REQUEST,
  message: "Invalid request: the event of Last-Event-ID is not kept any more, or was never sent",
};
const TOO_MANY_STREAMS: Refusal = {
  status: 429,
  code: SERVER_ERROR,
  message: "Too many streams are open in this session",
};
