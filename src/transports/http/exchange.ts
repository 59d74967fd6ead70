import type { ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import type { ArrivingRequest } from "./arriving-request.ts";
import type { Caller } from "./caller.ts";

/** The paths of this server; `other` is none of them. */
export type Route = "/mcp" | "/healthz" | "/readyz" | "/metrics" | "/.well-known/oauth-protected-resource" | "other";

/** One HTTP request and its response as they go, from the first byte to the last. */
export class Exchange {
  readonly incoming: ArrivingRequest;
  readonly outgoing: ServerResponse;
  readonly startedMs: number;
  readonly #tasks: (() => void)[] = [];
  #isOver = false;
  #route: Route = "other";
  #rpc: readonly string[] = [];
  #whenRead: () => void = () => undefined;
  /** Known once the request is authorized. */
  caller: Caller | undefined;
  /** The one before it on its connection, until it is its turn. */
  before: Exchange | undefined;
  /** It was owed an answer when the server was told to end. */
  isInTime = false;
  /** All of its answer has been written, though it is not over. */
  isSaid = false;
  /** What it was refused with where no response could be: past the request that it never became. */
  refusedStatus: number | undefined;

  /** @param startedMs Monotonic. */
  constructor(incoming: ArrivingRequest, outgoing: ServerResponse, startedMs: number) {
    this.incoming = incoming;
    this.outgoing = outgoing;
    this.startedMs = startedMs;
    outgoing.once("close", () => this.end());
  }

  /** Known once it is its turn. */
  get route(): Route {
    return this.#route;
  }

  /** The methods of the JSON-RPC messages that it carries; known once they are read. */
  get rpc(): readonly string[] {
    return this.#rpc;
  }

  /** Takes note of what is asked, as far as that has been read. */
  asks({ route, rpc }: { readonly route?: Route; readonly rpc?: readonly string[] }): void {
    this.#route = route ?? this.#route;
    this.#rpc = rpc ?? this.#rpc;
    this.#whenRead();
  }

  /** Runs `task` whenever more is known of what it asks. */
  whenRead(task: () => void): void {
    this.#whenRead = task;
  }

  /** Runs `task` once the response is over: written whole, or its client gone. */
  whenOver(task: () => void): void {
    if (this.#isOver) task();
    else this.#tasks.push(task);
  }

  /** It is over. */
  end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    for (const task of this.#tasks.splice(0)) task();
  }

  /** Whether the response is written whole, or its client gone. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** Whether the client left before the response was written whole. */
  get isCutOff(): boolean {
    return !this.isSaid && !this.outgoing.writableFinished;
  }

  /** Whether it is owed an answer: it has arrived whole and does not just listen, nor do any before it. */
  get isOwed(): boolean {
    const { before } = this;
    const hasTurn = before === undefined || before.#isOver || before.isOwed;
    return hasTurn && this.incoming.complete && !this.listens;
  }

  /** Whether it waits for what may come, not for an answer. */
  get listens(): boolean {
    const isStream = this.incoming.method === "GET" && this.#route === "/mcp";
    return isStream || this.#rpc.includes("subscriptions/listen");
  }

  /** Ends the connection where it is. */
  cut(): void {
    this.outgoing.destroy();
  }
}

/** The exchanges under way. */
export class Exchanges {
  /** In the order in which they came. */
  readonly #bySocket = new Map<Duplex, Set<Exchange>>();
  readonly #onChange = new Set<() => void>();

  begin(exchange: Exchange): void {
    const { socket } = exchange.incoming;
    const open = this.#bySocket.get(socket) ?? new Set();
    this.#bySocket.set(socket, open.add(exchange));
    exchange.whenRead(() => this.#changed());
    exchange.whenOver(() => {
      open.delete(exchange);
      if (open.size === 0) this.#bySocket.delete(socket);
      this.#changed();
    });
  }

  #changed(): void {
    for (const look of this.#onChange) look();
  }

  *#all(): Generator<Exchange> {
    for (const open of this.#bySocket.values()) yield* open;
  }

  /** The one that has its turn on a connection. */
  on(socket: Duplex): Exchange | undefined {
    return [...(this.#bySocket.get(socket) ?? [])].find(({ outgoing }) => outgoing.socket === socket);
  }

  /** The one that came last on a connection. */
  lastOn(socket: Duplex): Exchange | undefined {
    return [...(this.#bySocket.get(socket) ?? [])].at(-1);
  }

  /** Marks those that are owed an answer now: whatever comes later is too late. */
  close(): void {
    for (const exchange of this.#all()) exchange.isInTime = exchange.isOwed;
  }

  /** Resolves when every request has its answer but those that only listen, or have not arrived yet. */
  answered(): Promise<void> {
    return new Promise((resolve) => {
      const look = (): void => {
        for (const exchange of this.#all()) if (exchange.isOwed) return;
        this.#onChange.delete(look);
        resolve();
      };
      this.#onChange.add(look);
      look();
    });
  }
}
