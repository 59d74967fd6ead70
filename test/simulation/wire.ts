import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { Socket } from "node:net";
import type { Origin } from "../../src/sandbox/settings.ts";
import type { WireAnswer, WireBody, WirePage, WireRequest } from "./events.ts";
import type { Instant } from "./virtual-time.ts";

/** A request as undici's diagnostics channels report it. */
interface UndiciRequest {
  readonly origin: string | URL;
  readonly path: string;
  readonly method: string;
  readonly body: Buffer | string | null;
}

interface UndiciMessage {
  readonly request?: UndiciRequest;
  /** The head of the request as written. */
  readonly headers?: string;
  readonly response?: { readonly statusCode: number; readonly headers: readonly Buffer[] };
  readonly chunk?: Buffer;
  readonly socket?: Socket;
  readonly connectParams?: { readonly port: string };
}

const PRODUCT_PATHS: readonly (readonly [string, Origin])[] = [
  ["/oauth/token", "token"],
  ["/v1/temperature-alerts", "alerts"],
  ["/v1/risk-levels", "risk"],
  ["/shipments", "planning"],
  ["/v1/packages/", "tracking"],
];

/** Listens to the wire, and supplies what the wire cannot know. */
export interface WireListener {
  now(): Instant;
  /** The number of a token, from 1 as the service issued them. 0 if it issued no such token. */
  tokenNumber(token: string): number;
  started(request: WireRequest): void;
  answered(request: WireRequest, answer: WireAnswer): void;
  finished(request: WireRequest, body: WireBody): void;
}

/**
 * The client's connections to one port, seen from outside. undici and node:http announce each action on diagnostics
 * channels, in order.
 */
export class Wire {
  /** Grows with every event on either side. */
  activity = 0;
  /** The numbers of open requests, of open requests that undici has written, and of connections being opened. */
  #open = 0;
  #written = 0;
  #connecting = 0;
  /** Whether a compressed answer came. Another thread unpacks it. */
  unpacking = false;
  readonly #port: string;
  readonly #listener: WireListener;
  readonly #requests = new Map<UndiciRequest, WireRequest | undefined>();
  /** The bodies of pages of alerts that have arrived so far. */
  readonly #data = new Map<UndiciRequest, Buffer[]>();
  readonly #sockets = new Set<Socket>();
  #started = 0;

  constructor(port: string, listener: WireListener) {
    this.#port = port;
    this.#listener = listener;
    for (const [name, observe] of this.#channels) subscribe(name, observe);
  }

  /**
   * Whether the service, with `received` requests open, has seen everything sent. undici may queue a request behind
   * another one on its connection, and writes it only when the service has answered that one.
   */
  isEven(received: number): boolean {
    return this.#open === received || (this.#connecting === 0 && this.#written === received);
  }

  /** The number of the client's connections that are not closed. */
  get sockets(): number {
    return [...this.#sockets].filter((socket) => !socket.destroyed).length;
  }

  close(): void {
    for (const [name, observe] of this.#channels) unsubscribe(name, observe);
  }

  readonly #channels: readonly (readonly [string, (message: unknown) => void])[] = [
    ["undici:request:create", this.#ofOurs((request) => this.#create(request))],
    ["undici:client:sendHeaders", this.#ofOurs((request, { headers }) => this.#start(request, headers ?? ""))],
    ["undici:request:headers", this.#ofOurs((request, { response }) => this.#answer(request, response))],
    ["undici:request:bodyChunkReceived", this.#ofOurs((request, { chunk }) => this.#receive(request, chunk))],
    ["undici:request:trailers", this.#ofOurs((request) => this.#finish(request, true))],
    ["undici:request:error", this.#ofOurs((request) => this.#finish(request, false))],
    ["undici:client:beforeConnect", (message) => this.#connect(message as UndiciMessage, 1)],
    ["undici:client:connected", (message) => this.#connect(message as UndiciMessage, -1)],
    ["undici:client:connectError", (message) => this.#connect(message as UndiciMessage, -1)],
    ["http.server.request.start", () => this.#count()],
    ["http.server.response.finish", () => this.#count()],
  ];

  #count(): void {
    this.activity += 1;
  }

  #ofOurs(observe: (request: UndiciRequest, message: UndiciMessage) => void): (message: unknown) => void {
    return (message) => {
      const { request } = message as UndiciMessage;
      if (request === undefined || !String(request.origin).endsWith(`:${this.#port}`)) return;
      this.#count();
      observe(request, message as UndiciMessage);
    };
  }

  #connect({ socket, connectParams }: UndiciMessage, change: 1 | -1): void {
    if (connectParams?.port !== this.#port) return;
    this.#connecting += change;
    this.#count();
    if (socket === undefined) return;
    this.#sockets.add(socket);
    socket.once("close", () => this.#sockets.delete(socket));
  }

  #create(request: UndiciRequest): void {
    this.#open += 1;
    this.#requests.set(request, undefined);
  }

  #start(request: UndiciRequest, head: string): void {
    this.#started += 1;
    // If undici writes a request again, it has closed the first connection, which the service has noticed.
    const before = this.#requests.get(request);
    if (before === undefined) this.#written += 1;
    const token = /^authorization: Bearer (\S+)/im.exec(head)?.[1];
    const [, plan] = /"externalShipmentId":"([^"]+)"/.exec(String(request.body ?? "")) ?? [];
    const started: WireRequest = {
      number: this.#started,
      product: PRODUCT_PATHS.find(([path]) => request.path.includes(path))?.[1] ?? "token",
      method: request.method,
      path: request.path,
      token: token === undefined ? 0 : this.#listener.tokenNumber(token),
      ...(plan === undefined ? {} : { plan }),
      ...(before === undefined ? {} : { again: before.number }),
      startedAt: this.#listener.now(),
    };
    this.#requests.set(request, started);
    this.#listener.started(started);
  }

  #answer(request: UndiciRequest, response: UndiciMessage["response"]): void {
    const started = this.#requests.get(request);
    if (started === undefined || response === undefined || response.statusCode < 200) return;
    const headers = new Map<string, string[]>();
    for (let index = 0; index + 1 < response.headers.length; index += 2) {
      const name = String(response.headers[index]).toLowerCase();
      headers.set(name, [...(headers.get(name) ?? []), String(response.headers[index + 1])]);
    }
    this.unpacking ||= headers.has("content-encoding");
    if (started.product === "alerts" && response.statusCode === 200) this.#data.set(request, []);
    this.#listener.answered(started, { status: response.statusCode, headers });
  }

  #receive(request: UndiciRequest, chunk: Buffer | undefined): void {
    if (chunk !== undefined) this.#data.get(request)?.push(chunk);
  }

  #finish(request: UndiciRequest, whole: boolean): void {
    if (!this.#requests.has(request)) return;
    const started = this.#requests.get(request);
    this.#requests.delete(request);
    this.#open -= 1;
    const data = this.#data.get(request);
    this.#data.delete(request);
    if (started === undefined) return;
    this.#written -= 1;
    this.#listener.finished(started, { whole, page: whole && data !== undefined ? readPage(data) : undefined });
  }
}

/** A page (service.md 2.1), or nothing if it is unreadable. */
function readPage(page: readonly Buffer[]): WirePage | undefined {
  try {
    const { data, meta } = JSON.parse(Buffer.concat(page).toString()) as {
      data?: unknown;
      meta?: { generatedAt?: string; hasMore?: boolean; total?: number; page?: number };
    };
    if (!Array.isArray(data)) return undefined;
    const records = data.map((record) => JSON.stringify(record));
    const { generatedAt, hasMore, total, page: number } = meta ?? {};
    return { generatedAt, hasMore, total, page: number, records };
  } catch {
    return undefined;
  }
}
