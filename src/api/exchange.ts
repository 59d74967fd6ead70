import type { Config } from "../config.ts";
import { type Clock, sleep } from "../runtime/clock.ts";
import { defectFields } from "../runtime/defect.ts";
import type { Log } from "../runtime/log.ts";
import type { ContractDrift } from "./drift.ts";
import { tokenEndpoint } from "./endpoint.ts";
import type { ApiObserver } from "./observer.ts";
import { requestIdOf } from "./problem.ts";
import { redactHead, redactReply } from "./redact-reply.ts";
import { backoffMs } from "./retry.ts";
import type { SecretReader } from "./secret.ts";
import type { Exchanged } from "./token.ts";
import { readTokenReply, type TokenReply } from "./token-reply.ts";
import type { Reply, Transport } from "./transport.ts";

/** What an exchange needs. */
export interface ExchangeParts {
  readonly config: Config;
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: Log;
  readonly transport: Transport;
  readonly drift: ContractDrift;
  readonly secrets: SecretReader;
  /** Aborted when the client closes. */
  readonly signal: AbortSignal;
  readonly observer?: ApiObserver | undefined;
}

/**
 * One exchange of the client credentials for an access token (spec 4.1, 5.2; RFC 6749 section 4.4). Repeated once after
 * a lost answer or a 5xx that names no Retry-After; the secret goes to the token endpoint alone and is read anew.
 * Never rejects: the token cache keeps the one exchange for every caller, so it must end, whatever goes wrong.
 */
export async function exchangeToken(parts: ExchangeParts): Promise<Exchanged> {
  try {
    return await exchange(parts);
  } catch (error) {
    parts.log.error(defectFields(error), "defect in a token exchange");
    return { ok: false, refused: false, failure: { kind: "internal", reference: "token exchange" } };
  }
}

async function exchange(parts: ExchangeParts): Promise<Exchanged> {
  const { config, clock, random, log, secrets, signal } = parts;
  const { clientId, clientSecret, authUrl, audience, problems } = config;
  if (clientId === undefined || clientSecret === undefined || authUrl === undefined) {
    return { ok: false, refused: false, failure: { kind: "configuration", product: "token", problems } };
  }
  const secret = await secrets.read(clientSecret, signal);
  if (!secret.ok) return { ok: false, refused: false, failure: secret.failure };
  log.conceal(secret.value);
  const credentials = { client_id: clientId, client_secret: secret.value, audience };
  const body = JSON.stringify({ grant_type: "client_credentials", ...credentials });
  const first = await attempt(parts, tokenEndpoint(authUrl), body);
  if (first.ok || !first.mayRepeat) return first;
  await sleep(clock, backoffMs(1, random), signal);
  return attempt(parts, tokenEndpoint(authUrl), body);
}

async function attempt(parts: ExchangeParts, url: URL, body: string): Promise<TokenReply> {
  const { clock, log, transport, config, drift, signal } = parts;
  const startedMs = clock.monotonicMs();
  let issuedMs = startedMs;
  const reply = await transport.send(
    { method: "POST", url, headers: { accept: "application/json", "content-type": "application/json" }, body },
    {
      timeoutMs: config.timeoutMs,
      signal,
      outlivesSignal: false,
      admit: () => {
        issuedMs = clock.monotonicMs();
        return true;
      },
      onStatus: () => undefined,
    },
  );
  // The body of a good answer holds a token by right, which may be known, and concealed, already.
  const isGood = reply.kind === "answer" && reply.status >= 200 && reply.status < 300;
  const shown = isGood ? redactHead(reply, log) : redactReply(reply, log);
  const read = readTokenReply(shown, { issuedMs, nowMs: clock.nowMs(), timeoutMs: config.timeoutMs });
  if (read.ok) log.conceal(read.value);
  // Anew, now that the token is known: the answer's own headers may echo it.
  note(parts, redactHead(reply, log), read, clock.monotonicMs() - startedMs);
  drift.count(read.drift);
  return read;
}

function note({ log, observer }: ExchangeParts, reply: Reply, read: TokenReply, tookMs: number): void {
  const head =
    "headers" in reply ? { status: reply.status, requestId: requestIdOf(reply.headers) } : { lost: reply.kind };
  const fields = { product: "token", tookMs: Math.round(tookMs), ...head };
  observer?.exchanged(read.ok);
  if (read.ok) log.info(fields, "token exchanged");
  else log.warn({ ...fields, failure: read.failure.kind }, "token exchange failed");
}
