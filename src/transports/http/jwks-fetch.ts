import type { Clock } from "../../runtime/clock.ts";

/** Far more than any key set is. */
const MAX_CHARACTERS = 1024 * 1024;
/** Whoever sends tokens with made-up key ids makes the server ask for keys: that often, and no more. */
const MAX_FETCHES = 5;
const WINDOW_MS = 60_000;
/** How long keys are still good while the issuer cannot be reached. */
const STALE_MS = 3_600_000;

/** Fetches a key set within bounds of size and number, and stands in with the last one while its issuer is out of reach. */
export class JwksFetch {
  readonly #clock: Clock;
  #startedMs: number[] = [];
  #last: { readonly text: string; readonly atMs: number } | undefined;
  #hasFailed = false;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Whether the last attempt failed: then a key that is not known may be a new one. */
  get hasFailed(): boolean {
    return this.#hasFailed;
  }

  async fetch(url: string, options: RequestInit): Promise<Response> {
    const nowMs = this.#clock.monotonicMs();
    this.#startedMs = this.#startedMs.filter((atMs) => nowMs - atMs < WINDOW_MS);
    if (this.#startedMs.length < MAX_FETCHES) {
      this.#startedMs.push(nowMs);
      try {
        const text = await fetchText(url, options);
        this.#last = { text, atMs: nowMs };
        this.#hasFailed = false;
      } catch {
        this.#hasFailed = true;
      }
    }
    if (this.#last === undefined || nowMs - this.#last.atMs > STALE_MS) throw new Error("no keys");
    return new Response(this.#last.text);
  }
}

async function fetchText(url: string, options: RequestInit): Promise<string> {
  const response = await fetch(url, options);
  if (response.status !== 200 || response.body === null) throw new Error("no key set");
  let text = "";
  for await (const part of response.body.pipeThrough(new TextDecoderStream())) {
    text += part;
    if (text.length > MAX_CHARACTERS) throw new Error("too large");
  }
  const set: unknown = JSON.parse(text);
  if (typeof set !== "object" || set === null || !("keys" in set) || !Array.isArray(set.keys)) {
    throw new Error("no key set");
  }
  return text;
}
