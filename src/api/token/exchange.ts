import { failed, type Result, success } from "../../domain/failure.ts";
import { defined, jsonMembers, textOf } from "../../domain/record.ts";
import { limitsAfter, sleep } from "../../runtime/waiting.ts";
import { type JudgedRequest, judge, unusable } from "../attempt/judge.ts";
import { requestIdOf } from "../attempt/problem.ts";
import { hasStatus, isSuccess, type Reply, redactReply } from "../attempt/reply.ts";
import { backoffMs } from "../attempt/retry.ts";
import type { Transport } from "../attempt/transport.ts";
import type { ContractDrift } from "../contract/drift.ts";
import { tokenEndpoint } from "../contract/endpoint.ts";
import type { ApiOptions } from "../model/api.ts";
import { oddSecret, readSecret } from "./secret.ts";
import type { Issued } from "./token.ts";

interface ExchangeParts extends ApiOptions {
  readonly transport: Transport;
  readonly drift: ContractDrift;
  readonly closing: AbortSignal;
}

const TOKEN: JudgedRequest = { product: "token", creates: false };
/** The life that the client assumes if it cannot read `expires_in`. */
const UNKNOWN_LIFE_MS = 300_000;
/** The longest pause before the second attempt. If the service asks for more, the exchange fails at once. */
const MAX_WAIT_MS = 5_000;
/** How long a process waits for another process's exchange, which may take two attempts. */
const MAX_SHARED_MS = 30_000;

/** Gets one token for all processes of the account (G-account), but never `unwanted`. */
export async function exchangeToken(parts: ExchangeParts, unwanted?: string): Promise<Result<Issued>> {
  const { account, clock, log, closing } = parts;
  if (account === undefined) return exchange(parts);
  const issued = await account.getOrMake<Issued>("token", limitsAfter(clock, MAX_SHARED_MS, closing), {
    make: () => exchange(parts),
    lifeMs: ({ lifeMs }) => lifeMs,
    isWanted: ({ value }) => value !== unwanted,
  });
  if (issued.ok) log.conceal(issued.value.value);
  return issued;
}

/** Exchanges the client credentials for an access token (service.md 4.1, 5.2; RFC 6749 section 4.4). */
async function exchange(parts: ExchangeParts): Promise<Result<Issued>> {
  const { config, clock, random, log, closing } = parts;
  const { clientId, clientSecret, authUrl, audience, problems, nameOf } = config;
  if (clientId === undefined || clientSecret === undefined || authUrl === undefined) {
    return failed({ kind: "configuration", product: "token", problems });
  }
  const secret = await readSecret(clientSecret, clock, closing, nameOf);
  if (!secret.ok) return secret;
  log.conceal(secret.value);
  const credentials = { client_id: clientId, client_secret: secret.value, audience };
  const body = JSON.stringify({ grant_type: "client_credentials", ...credentials });
  const url = tokenEndpoint(authUrl);
  let exchanged = await exchangeOnce(parts, url, body);
  if (!exchanged.ok && exchanged.mayRepeat) {
    const waitMs = Math.max(backoffMs(1, random), exchanged.failure.waitMs ?? 0);
    if (waitMs > MAX_WAIT_MS) return exchanged;
    await sleep(clock, waitMs, closing);
    exchanged = await exchangeOnce(parts, url, body);
  }
  // The secret did not cause a failure that a retry may end.
  if (exchanged.ok || exchanged.mayRepeat) return exchanged;
  return failed({ ...exchanged.failure, ...defined({ oddSecret: oddSecret(secret.value, nameOf) }) });
}

type Exchanged = Result<Issued> & { readonly mayRepeat?: boolean };

async function exchangeOnce(parts: ExchangeParts, url: string, body: string): Promise<Exchanged> {
  const { clock, log, transport, drift, observer, config, closing } = parts;
  const startedMs = clock.monotonicMs();
  const reply = await transport.send(
    { method: "POST", url, headers: { accept: "application/json", "content-type": "application/json" }, body },
    { timeoutMs: config.timeoutMs, signal: closing, outlivesSignal: false, commit: () => true },
  );
  const token = readToken(reply);
  // Have the log redact the token first, because other parts of the answer may echo it.
  if (token !== undefined) log.conceal(token.value);
  const shown = redactReply(reply, log);
  const head = hasStatus(shown) ? { status: shown.status, requestId: requestIdOf(shown.headers) } : undefined;
  if (head !== undefined && head.requestId === undefined) drift.count(["token: X-Request-Id missing"]);
  const tookMs = Math.round(clock.monotonicMs() - startedMs);
  const fields = { product: "token", tookMs, ...(head ?? { lost: shown.kind }) };
  observer?.exchanged(token !== undefined);
  if (token !== undefined) {
    log.info(fields, "token exchanged");
    if (token.lifeMs === undefined) drift.count(["token.expires_in: not a number of seconds"]);
    return success({ ...token, lifeMs: token.lifeMs ?? UNKNOWN_LIFE_MS });
  }
  const outcome = judge(TOKEN, shown, { nowMs: clock.nowMs(), timeoutMs: config.timeoutMs });
  const failure = outcome.ok ? unusable(TOKEN, "no access_token that can be sent", outcome.received) : outcome.failure;
  log.warn({ ...fields, failure: failure.kind }, "token exchange failed");
  return { ...failed(failure), mayRepeat: !outcome.ok && outcome.repeat !== "never" };
}

/** The token of a 2xx answer: any visible ASCII, wider than RFC 6750 section 2.1. Other text could inject headers. */
function readToken(reply: Reply) {
  if (reply.kind !== "answer" || !isSuccess(reply)) return undefined;
  const { access_token: value, expires_in: life } = jsonMembers(reply.text);
  if (typeof value !== "string" || !/^[\x21-\x7e]+$/.test(value)) return undefined;
  const seconds = Number(textOf(life));
  return { value, sentMs: reply.sentMs, lifeMs: seconds > 0 ? seconds * 1000 : undefined };
}
