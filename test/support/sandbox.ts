import { utcTimestamp } from "../../src/domain/datetime.ts";
import { systemClock } from "../../src/runtime/clock.ts";
import type { ServiceAnswer } from "../../src/sandbox/answer.ts";
import { type Effect, faultQueue } from "../../src/sandbox/faults.ts";
import type { ReceivedRequest } from "../../src/sandbox/gateway.ts";
import * as plain from "../../src/sandbox/sandbox.ts";
import { CLIENT_SECRET, defaultSettings, type SandboxSettings as PlainSettings } from "../../src/sandbox/settings.ts";
import { anyEffectOf, type Fault } from "./sandbox-faults.ts";

export type { Fault } from "./sandbox-faults.ts";

/** The behaviour of a test's sandbox, with ways in which a service may differ. */
export interface SandboxSettings extends PlainSettings {
  /** The answer to a `pageSize` above the maximum: 400, or pages of the maximum. */
  tooLarge: "reject" | "clamp";
  /** `ignored`: the service always answers with the first page. */
  pageParameter: "honoured" | "ignored";
  /** How often `meta.generatedAt` advances. */
  newData: "hourly" | "each-request";
  latencyMs: number;
}

/** The options of a test's sandbox. */
export interface SandboxOptions extends Omit<plain.SandboxOptions, "disturb" | "settings"> {
  readonly settings?: Partial<SandboxSettings>;
  /** The faults of a product occur in order. */
  readonly faults?: readonly Fault[];
}

/** A sandbox that knows every kind of fault and finds misplaced credentials. */
export type Sandbox = Awaited<ReturnType<typeof startSandbox>>;

/** The most misplaced credentials recorded. One is enough to fail. */
const MAX_MISPLACED = 1_000;

/** Starts the simulated service for a test. */
export async function startSandbox({ faults = [], ...options }: SandboxOptions = {}) {
  const { clock = systemClock } = options;
  const settings: SandboxSettings = {
    ...defaultSettings(),
    ...{ tooLarge: "reject", pageParameter: "honoured", newData: "hourly", latencyMs: 0 },
    ...options.settings,
  };
  const queues = [faultQueue(faults)];
  /** Seconds added to `meta.generatedAt`. */
  let newerByS = 0;

  function disturb(request: ReceivedRequest): Effect {
    const { origin, query } = request;
    if (misplacedCredentials.length < MAX_MISPLACED) misplacedCredentials.push(...misplaced(sandbox.tokens, request));
    if (settings.pageParameter === "ignored") query.delete("page");
    if (settings.tooLarge === "clamp" && Number(query.get("pageSize")) > settings.maxPageSize)
      query.set("pageSize", String(settings.maxPageSize));
    const fault = queues.reduce<Fault | undefined>((found, next) => found ?? next(origin), undefined);
    const effect = fault === undefined ? { processed: true } : anyEffectOf(fault, origin, clock);
    return {
      ...effect,
      delayMs: settings.latencyMs + (effect.delayMs ?? 0),
      replace: (right) => {
        if (fault?.kind === "newData" || (settings.newData === "each-request" && "generatedAt" in metaOf(right)))
          newerByS += 1;
        const answer = newer(right, newerByS);
        return effect.replace?.(answer) ?? answer;
      },
    };
  }

  const misplacedCredentials: string[] = [];
  const sandbox = await plain.startSandbox({ ...options, settings, disturb });
  return Object.assign(sandbox, {
    settings,
    /** Credentials in wrong places. A sound client causes none. */
    misplacedCredentials,
    inject: (...more: readonly Fault[]): void => void queues.push(faultQueue(more)),
    clearFaults: (): void => void queues.splice(0),
  });
}

function metaOf({ body }: ServiceAnswer): { readonly generatedAt?: string } {
  return (body as { readonly meta?: object } | null)?.meta ?? {};
}

/** The answer with a `meta.generatedAt` that is later by some seconds. */
function newer(right: ServiceAnswer, byS: number): ServiceAnswer {
  const meta = metaOf(right);
  if (byS === 0 || meta.generatedAt === undefined) return right;
  const generatedAt = utcTimestamp(Date.parse(meta.generatedAt) + byS * 1_000);
  return { ...right, body: { ...Object(right.body), meta: { ...meta, generatedAt } } };
}

/**
 * The credentials in wrong places, each with kind and place. The secret belongs to the token endpoint's body alone, a
 * token to the Authorization header of the four operations (service.md 4, 5.1, 5.3).
 */
function misplaced(tokens: readonly string[], { message, body, origin }: ReceivedRequest): readonly string[] {
  const place = `${message.method} ${message.url}`;
  const found: string[] = [];
  if (message.headers.authorization !== undefined && origin === "token") found.push(`token: ${place}`);
  const head = [message.url, ...message.rawHeaders].join("\n");
  const content = body.toString();
  if ((origin === "token" ? head : head + content).includes(CLIENT_SECRET)) found.push(`secret: ${place}`);
  if (tokens.some((token) => message.url?.includes(token) || content.includes(token))) found.push(`token: ${place}`);
  return found;
}
