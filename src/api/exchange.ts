import type { Config } from "../config.ts";
import { isPrintableAscii } from "../domain/clean.ts";
import { type Clock, moment, sleep } from "../runtime/clock.ts";
import { defectFields } from "../runtime/defect.ts";
import type { Log } from "../runtime/log.ts";
import type { ContractDrift } from "./drift.ts";
import { tokenEndpoint } from "./endpoint.ts";
import { maskHeaders, maskReply } from "./mask.ts";
import type { ApiObserver } from "./observer.ts";
import { requestIdOf, UNQUOTED_ID } from "./problem.ts";
import { backoffMs } from "./retry.ts";
import { readSecret } from "./secret.ts";
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
  const { config, clock, random, log, signal } = parts;
  const { clientId, clientSecret, authUrl, audience, problems } = config;
  if (clientId === undefined || clientSecret === undefined || authUrl === undefined) {
    return { ok: false, refused: false, failure: { kind: "configuration", product: "token", problems } };
  }
  const secret = await readSecret(clientSecret, clock, signal);
  if (!secret.ok) return { ok: false, refused: false, failure: secret.failure };
  log.conceal(secret.value);
  const body = JSON.stringify({
    grant_type: "client_credentials",
    client_id: clientId,
    client_secret: secret.value,
    audience,
  });
  const url = tokenEndpoint(authUrl);
  // Other characters (RFC 6749 appendix A.2 has none) can be spelt in more ways than could be looked for in an echo.
  const mayQuote = isPrintableAscii(secret.value);
  const first = await attempt(parts, url, body, mayQuote);
  if (first.ok || !first.mayRepeat) return first;
  await sleep(clock, backoffMs(1, random), signal);
  return attempt(parts, url, body, mayQuote);
}

async function attempt(parts: ExchangeParts, url: URL, body: string, mayQuote: boolean): Promise<TokenReply> {
  const { clock, log, transport, config, drift, signal } = parts;
  const startedMs = clock.monotonicMs();
  // A token's life counts from when the exchange was sent: that is never later than when it was issued.
  let issued = moment(clock);
  const sent = await transport.send(
    { method: "POST", url, headers: { accept: "application/json", "content-type": "application/json" }, body },
    {
      timeoutMs: () => config.timeoutMs,
      signal,
      mayStart: () => true,
      onStart: () => {
        issued = moment(clock);
      },
      onStatus: () => undefined,
    },
  );
  const reply = mayQuote ? sent : withoutWords(sent);
  // Not in a good answer's body: an issuer may give a token that is known, and concealed, already.
  const isGood = reply.kind === "answer" && reply.status >= 200 && reply.status < 300;
  const read = readTokenReply(isGood ? maskHeaders(reply, log) : maskReply(reply, log), {
    issued,
    nowMs: clock.nowMs(),
    timeoutMs: config.timeoutMs,
  });
  if (read.ok) log.conceal(read.value);
  // After the new token is known: whatever echoes it, too.
  note(parts, maskHeaders(reply, log), read, clock.monotonicMs() - startedMs);
  drift.count(read.drift);
  return read;
}

/** The reply without what would be quoted of it: a request id still counts as one, and a token as a token. */
function withoutWords(reply: Reply): Reply {
  if (!("headers" in reply)) return reply;
  const isIdentified = requestIdOf(reply.headers) !== undefined;
  const headers = { ...reply.headers, ...(isIdentified ? { "x-request-id": UNQUOTED_ID } : {}) };
  return reply.kind === "answer" && reply.status >= 300 ? { ...reply, headers, text: "" } : { ...reply, headers };
}

function note({ log, observer }: ExchangeParts, reply: Reply, read: TokenReply, tookMs: number): void {
  const head =
    "headers" in reply ? { status: reply.status, requestId: requestIdOf(reply.headers) } : { lost: reply.kind };
  const fields = { product: "token", tookMs: Math.round(tookMs), ...head };
  observer?.exchanged(read.ok);
  if (read.ok) log.info(fields, "token exchanged");
  else log.warn({ ...fields, failure: read.failure.kind }, "token exchange failed");
}
