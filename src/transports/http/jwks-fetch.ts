import type { Clock } from "../../runtime/clock.ts";

/** Far more than any key set is. */
const MAX_CHARACTERS = 1024 * 1024;
/** Whoever sends tokens with made-up key ids makes the server ask for keys: so often at once, then at this pace. */
const MAX_FETCHES = 5;
const FETCH_INTERVAL_MS = 12_000;
/** How soon after a failure the issuer is asked again. */
const RETRY_MS = 1_000;
/** How long keys are still good while the issuer cannot be reached. */
const STALE_MS = 3_600_000;

/** Why an earlier set is given: the issuer could not be asked, or has been asked too often to be asked again now. */
export type StandIn = "failed" | "withheld";

/** Fetches a key set within bounds of size and number, and stands in with the last one while its issuer is out of reach. */
export class JwksFetch {
  readonly #clock: Clock;
  /** Fetches that may be made now, as of `#countedMs`. */
  #spare = MAX_FETCHES;
  #countedMs: number;
  #notBeforeMs: number;
  #last: { readonly text: string; readonly atMs: number } | undefined;
  #standIn: StandIn | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#countedMs = clock.monotonicMs();
    this.#notBeforeMs = this.#countedMs;
  }

  /** Why the last answer was an earlier set, if it was: then a key that is not in it may be a new one. */
  get standIn(): StandIn | undefined {
    return this.#standIn;
  }

  async fetch(url: string, options: RequestInit): Promise<Response> {
    const nowMs = this.#clock.monotonicMs();
    if (this.#mayAsk(nowMs)) {
      try {
        const text = await fetchText(url, options);
        this.#spare -= 1;
        this.#last = { text, atMs: nowMs };
        this.#standIn = undefined;
      } catch {
        this.#standIn = "failed";
        this.#notBeforeMs = this.#clock.monotonicMs() + RETRY_MS;
      }
    } else {
      this.#standIn ??= "withheld";
    }
    if (this.#last === undefined || nowMs - this.#last.atMs > STALE_MS) throw new Error("no keys");
    return new Response(this.#last.text);
  }

  #mayAsk(nowMs: number): boolean {
    this.#spare = Math.min(MAX_FETCHES, this.#spare + (nowMs - this.#countedMs) / FETCH_INTERVAL_MS);
    this.#countedMs = nowMs;
    return this.#spare >= 1 && nowMs >= this.#notBeforeMs;
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
