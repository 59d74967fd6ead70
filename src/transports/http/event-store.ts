import type { EventStore } from "@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js";
import type { JSONRPCMessage } from "@modelcontextprotocol/sdk/types.js";
import type { HttpLimits } from "./limits.ts";

/** A message as sent on a stream; as text it is out of the way of everything else in memory. */
interface StoredEvent {
  readonly streamId: string;
  readonly text: string;
  /** Nothing comes after it on its stream. */
  readonly isLast: boolean;
}

/**
 * The events of one session. It does not tell which stream an event is of: then the SDK lets who resumes a stream have it,
 * though the connection that broke may not have ended here.
 */
export interface SessionEvents extends EventStore {
  has(id: string): boolean;
  /** What followed event `lastId` on a stream that has ended, as server-sent events; `undefined` for any other. */
  restOfEnded(lastId: string): string | undefined;
  /** Forgets everything. */
  clear(): void;
}

/**
 * The last events of every session, so that a client whose stream broke off can have the rest (MCP 2025-11-25,
 * Resumability and Redelivery). Bounded for each session and in all; whoever comes for more than is kept is refused.
 */
export class EventStores {
  readonly #limits: Pick<HttpLimits, "maxEventsPerSession" | "maxEventCharacters">;
  /** In the order stored, over all sessions. */
  readonly #events = new Map<string, StoredEvent>();
  #characters = 0;
  #sessions = 0;

  constructor(limits: Pick<HttpLimits, "maxEventsPerSession" | "maxEventCharacters">) {
    this.#limits = limits;
  }

  /**
   * A store for one session, which finds no other's events.
   *
   * @param endsStream Whether nothing is sent on a message's stream after it. Asked once for each message.
   */
  open(endsStream: (message: JSONRPCMessage) => boolean): SessionEvents {
    this.#sessions += 1;
    const session = this.#sessions;
    let count = 0;
    let size = 0;
    /** The ids of each stream's events; a stream moves to the end of its map with what is stored last. */
    const open = new Map<string, string[]>();
    const ended = new Map<string, string[]>();
    const find = (id: string): StoredEvent | undefined =>
      id.startsWith(`${session}-`) ? this.#events.get(id) : undefined;
    const after = (lastId: string): readonly (readonly [string, StoredEvent])[] => {
      const streamId = find(lastId)?.streamId ?? "";
      const ids = open.get(streamId) ?? ended.get(streamId) ?? [];
      return ids.slice(ids.indexOf(lastId) + 1).flatMap((id) => {
        const event = this.#events.get(id);
        return event === undefined ? [] : [[id, event] as const];
      });
    };
    /** With the first event of a stream goes what a client may resume it by: what ended goes whole, and first. */
    const makeRoom = (latest: string): void => {
      const over = [...ended].find(([streamId]) => streamId !== latest);
      const [from, ids] =
        over ?? [...open, ...ended].reduce((one, other) => (other[1].length > one[1].length ? other : one));
      const gone = ids.splice(0, over === undefined ? 1 : ids.length);
      for (const id of gone) this.#drop(id);
      if (ids.length === 0) {
        open.delete(from);
        ended.delete(from);
      }
      size -= gone.length;
    };
    return {
      storeEvent: async (streamId, message) => {
        count += 1;
        size += 1;
        const id = `${session}-${count}`;
        const ids = open.get(streamId) ?? ended.get(streamId) ?? [];
        const isLast = endsStream(message);
        open.delete(streamId);
        ended.delete(streamId);
        (isLast ? ended : open).set(streamId, [...ids, id]);
        this.#add(id, { streamId, text: JSON.stringify(message), isLast });
        while (size > this.#limits.maxEventsPerSession) makeRoom(streamId);
        return id;
      },
      has: (id) => find(id) !== undefined,
      replayEventsAfter: async (lastId, { send }) => {
        for (const [id, { text }] of after(lastId)) await send(id, JSON.parse(text) as JSONRPCMessage);
        return find(lastId)?.streamId ?? "";
      },
      restOfEnded: (lastId) => {
        const rest = after(lastId);
        const last = rest.at(-1)?.[1] ?? find(lastId);
        if (last?.isLast !== true) return undefined;
        return rest.map(([id, { text }]) => `event: message\nid: ${id}\ndata: ${text}\n\n`).join("");
      },
      clear: () => {
        for (const id of [...open.values(), ...ended.values()].flat()) this.#drop(id);
        open.clear();
        ended.clear();
        size = 0;
      },
    };
  }

  #add(id: string, event: StoredEvent): void {
    this.#events.set(id, event);
    this.#characters += event.text.length;
    while (this.#characters > this.#limits.maxEventCharacters) {
      const oldest = this.#events.keys().next();
      if (oldest.done) return;
      this.#drop(oldest.value);
    }
  }

  #drop(id: string | undefined): void {
    const event = id === undefined ? undefined : this.#events.get(id);
    if (id === undefined || event === undefined) return;
    this.#events.delete(id);
    this.#characters -= event.text.length;
  }
}
