import { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import { GrowingBytes } from "./growing-bytes.ts";

/**
 * A request as it arrives. What comes of its body while nobody reads it is held in one piece: Node would hold each part by
 * itself, and a body that comes byte by byte in hundreds of times its size. To be read by its `data` events.
 */
export class ArrivingRequest extends IncomingMessage {
  readonly #unread = new GrowingBytes();
  #hasEnded = false;

  constructor(socket: Socket) {
    super(socket);
    // Nobody reads trailers, and they come after the headers were measured: Node would keep 16 KiB of each request.
    Object.defineProperty(this, "rawTrailers", { get: () => [], set: () => undefined });
  }

  /** What its client chose of it and is held for now, in bytes: target, headers, and what has come of its body. */
  get heldBytes(): number {
    const headBytes = this.rawHeaders.reduce((sum, part) => sum + part.length, (this.url ?? "").length);
    return headBytes + this.#unread.length;
  }

  /** Forgets what its client chose of it, and whatever may still come. */
  forget(): void {
    this.resume();
    this.url = "";
    this.headers = {};
    this.rawHeaders = [];
  }

  /** Called by Node with what comes of the body, and with null at its end; false says that this is enough for now. */
  override push(part: Buffer | null): boolean {
    if (this.readableFlowing === true) return super.push(part);
    if (part === null) this.#hasEnded = true;
    else this.#unread.add(part);
    return this.#unread.length < this.readableHighWaterMark;
  }

  override resume(): this {
    if (this.#unread.length > 0) super.push(this.#unread.take());
    if (this.#hasEnded) super.push(null);
    this.#hasEnded = false;
    return super.resume();
  }
}
