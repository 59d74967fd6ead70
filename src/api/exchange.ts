import type { Config } from "../config.ts";
import { cleanText } from "../domain/clean.ts";
import { type Clock, moment, sleep } from "../runtime/clock.ts";
import { defectFields } from "../runtime/defect.ts";
import type { Log } from "../runtime/log.ts";
import type { ContractDrift } from "./drift.ts";
import { tokenEndpoint } from "./endpoint.ts";
import type { Failure } from "./failure.ts";
import { maskBody } from "./mask.ts";
import { type ProblemDetails, parseJson, readProblem, requestIdOf } from "./problem.ts";
import { backoffMs } from "./retry.ts";
import { readSecret } from "./secret.ts";
import { askedWaitMs, statusFailure } from "./status-failure.ts";
import type { Exchanged } from "./token.ts";
import type { Reply, Transport } from "./transport.ts";

/** The life of a token whose answer does not say it (DESIGN 4, token). */
const UNKNOWN_LIFE_MS = 300_000;

/** What an exchange needs; `attemptMs` is the time of one attempt. */
export interface ExchangeParts {
  readonly config: Config;
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: Log;
  readonly transport: Transport;
  readonly drift: ContractDrift;
  /** Aborted when the client closes. */
  readonly signal: AbortSignal;
}

/**
 * One exchange of the client credentials for an access token (spec 4.1, 5.2; RFC 6749 section 4.4). Repeated once after
 * a lost answer or a 5xx that names no Retry-After; the secret goes to the token endpoint alone and is read anew.
 */
export async function exchangeToken(parts: ExchangeParts): Promise<Exchanged> {
  try {
    return await exchange(parts);
  } catch (error) {
    // The token cache keeps its one exchange for every caller: it must end, whatever goes wrong.
    parts.log.error(defectFields(error), "defect in a token exchange");
    return { ok: false, refused: false, failure: { kind: "internal", reference: "token exchange" } };
  }
}

async function exchange(parts: ExchangeParts): Promise<Exchanged> {
  const { config, clock, random, log, signal } = parts;
  const { clientId, clientSecret, authUrl, audience } = config;
  if (clientId === undefined || clientSecret === undefined || authUrl === undefined) {
    return {
      ok: false,
      refused: false,
      failure: {
        kind: "configuration",
        product: "token",
        problems: config.problems,
      },
    };
  }
  const secret = await readSecret(clientSecret, clock, signal);
  if (!secret.ok) return { ok: false, refused: false, failure: secret.failure };
  log.conceal(secret.value);
  const body = JSON.stringify({
    grant_type: "client_credentials",
    client_id: clientId,
    client_secret: secret.value,
    ...(audience === undefined ? {} : { audience }),
  });
  const url = tokenEndpoint(authUrl);
  const first = await attempt(parts, url, body);
  if (first.ok || !first.repeatable) return first;
  await sleep(clock, backoffMs(1, random), signal);
  return attempt(parts, url, body);
}

type Attempted = Exchanged & { readonly repeatable?: boolean };

async function attempt(parts: ExchangeParts, url: URL, body: string): Promise<Attempted> {
  const { clock, log, transport, config, drift, signal } = parts;
  let issued = moment(clock);
  const startedMs = clock.monotonicMs();
  const reply = await transport.send(
    {
      method: "POST",
      url,
      headers: {
        accept: "application/json",
        "content-type": "application/json",
      },
      body,
    },
    {
      timeoutMs: config.timeoutMs,
      signal,
      mayStart: () => true,
      onStart: () => {
        issued = moment(clock);
      },
      onStatus: () => undefined,
    },
  );
  const answered = reply.kind === "answer" || reply.kind === "broken";
  const requestId = answered ? requestIdOf(reply.headers) : undefined;
  if (answered && requestId === undefined) drift.count(["token: X-Request-Id missing"]);
  const fields = {
    product: "token",
    tookMs: Math.round(clock.monotonicMs() - startedMs),
    ...(answered
      ? {
          status: reply.status,
          requestId: requestId === undefined ? undefined : log.clean(requestId),
        }
      : { lost: reply.kind }),
  };
  if (answered && reply.status < 300) log.info(fields, "token exchanged");
  else log.warn(fields, "token exchange failed");
  if (reply.kind === "answer" && reply.status >= 200 && reply.status < 300) {
    const json = parseJson(reply.text);
    const token = typeof json === "object" && json !== null && "access_token" in json ? json.access_token : undefined;
    if (typeof token === "string" && isBearer(token)) {
      log.conceal(token);
      const life = json !== null && typeof json === "object" && "expires_in" in json ? json.expires_in : undefined;
      return { ok: true, value: token, issued, lifeMs: readLife(life, drift) };
    }
    return unusable(reply.status, "no access_token that can be sent");
  }
  return failure(reply, requestId, parts);
}

/** A token that fits into a header as it is (RFC 6750 section 2.1); anything else could smuggle header lines. */
function isBearer(token: string): boolean {
  return /^[\x21-\x7e]{1,16384}$/.test(token);
}

/** `expires_in` in milliseconds; what is missing or no positive number counts as five minutes. */
function readLife(expiresIn: unknown, drift: ContractDrift): number {
  const seconds = typeof expiresIn === "string" && /^\d+$/.test(expiresIn) ? Number(expiresIn) : expiresIn;
  if (typeof expiresIn !== "number") drift.count(["token.expires_in: not a number"]);
  return typeof seconds === "number" && seconds > 0 && Number.isFinite(seconds) ? seconds * 1000 : UNKNOWN_LIFE_MS;
}

function unusable(status: number, what: string): Attempted {
  return {
    ok: false,
    refused: false,
    failure: { kind: "unexpected_response", product: "token", status, what },
  };
}

function failure(reply: Reply, requestId: string | undefined, parts: ExchangeParts): Attempted {
  const { clock, log, config } = parts;
  const product = "token";
  switch (reply.kind) {
    case "unsent":
    case "lost":
      return {
        ok: false,
        refused: false,
        repeatable: true,
        failure: {
          kind: "network",
          product,
          code: reply.code,
          sent: reply.kind === "lost",
        },
      };
    case "timeout":
      return {
        ok: false,
        refused: false,
        repeatable: true,
        failure: {
          kind: "timeout",
          product,
          afterMs: config.timeoutMs,
          sent: reply.sent,
        },
      };
    case "cancelled":
      return {
        ok: false,
        refused: false,
        failure: { kind: "cancelled", product },
      };
    case "answer":
    case "broken":
      break;
  }
  if (reply.status >= 200 && reply.status < 300) {
    return {
      ...unusable(reply.status, "a body that could not be read"),
      repeatable: true,
    };
  }
  const body = reply.kind === "answer" ? maskBody(reply.text, log) : "";
  const problem = readProblem(body) ?? readOAuthError(body);
  const asked = askedWaitMs(reply.headers, clock.nowMs());
  const cleanId = requestId === undefined ? {} : { requestId: log.clean(requestId) };
  const told: Failure = statusFailure(product, reply.status, {
    ...(problem === undefined ? {} : { problem }),
    ...cleanId,
    ...(asked === undefined ? {} : { waitMs: asked }),
  });
  const refused = reply.status === 400 || reply.status === 401 || reply.status === 403;
  return {
    ok: false,
    refused,
    failure: told,
    repeatable: reply.status >= 500 && asked === undefined,
    ...(asked === undefined ? {} : { holdMs: asked }),
  };
}

/** An error as token endpoints tell it elsewhere (RFC 6749 section 5.2), in the terms of problem details. */
function readOAuthError(body: string): ProblemDetails | undefined {
  const json = parseJson(body);
  if (typeof json !== "object" || json === null || !("error" in json) || typeof json.error !== "string")
    return undefined;
  const detail =
    "error_description" in json && typeof json.error_description === "string" ? json.error_description : "";
  return { title: cleanText(json.error), ...(detail === "" ? {} : { detail: cleanText(detail) }) };
}
