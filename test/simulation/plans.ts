import { type JsonRecord, recordOf } from "../../src/domain/record.ts";
import { type Effect, everydayEffect } from "../../src/sandbox/faults.ts";
import type { ReceivedRequest } from "../../src/sandbox/gateway.ts";
import { startSandbox } from "../../src/sandbox/sandbox.ts";
import { defaultSettings } from "../../src/sandbox/settings.ts";
import { type Random, seededRandom } from "../../src/sandbox/world/random.ts";
import { type Connected, connectOverStdio, connectToServer, startHttpServer } from "../protocol-versions/clients.ts";
import { type Asked, breachOf, type Post } from "./plan-rule.ts";
import { between, chance, pick } from "./random.ts";

/** Schedules under way at a time. With more, an equal request could come after 500 others. */
const MAX_UNDER_WAY = 8;

/** The outcomes of all calls, counted, and the breaches of G-plans. */
export interface PlansReport {
  readonly outcomes: Readonly<Record<string, number>>;
  readonly posts: number;
  readonly breaches: readonly string[];
}

/**
 * Runs a schedule of equal and unequal requests of plan_shipment for each seed: over stdio for an even one, over HTTP
 * for an odd one, against the built executable. The service is slow, silent, broken or refuses.
 */
export async function simulatePlans(firstSeed: number, count: number): Promise<PlansReport> {
  const service = await startService();
  const callers = await connectAll(service.environment);
  const outcomes: Record<string, number> = {};
  const breaches: string[] = [];
  let next = firstSeed;
  const work = async (): Promise<void> => {
    while (next < firstSeed + count) {
      const seed = next++;
      const asked = await runSchedule(seed, callers.of(seed));
      for (const { outcome } of asked) outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
      const breach = breachOf(service.takePosts(seed), asked);
      if (breach !== undefined) breaches.push(`seed ${seed}, ${breach}`);
    }
  };
  await Promise.all(Array.from({ length: MAX_UNDER_WAY }, work));
  await callers.close();
  await service.close();
  return { outcomes, posts: service.posts(), breaches };
}

type Callers = Readonly<Record<string, Connected>>;

/** Both SDKs over both transports. Over HTTP two principals share a server. */
async function connectAll(environment: Readonly<Record<string, string>>) {
  const settings = { ...environment, COLDROUTE_TIMEOUT_MS: "3000", COLDROUTE_LOG_LEVEL: "error" };
  const tokens = { desk: "desk-token-of-a-test", agent: "agent-token-of-a-test" };
  const COLDROUTE_HTTP_TOKENS = `desk:${tokens.desk},agent:${tokens.agent}`;
  const kinds = ["1.x", "2.x auto"] as const;
  const stdio = await Promise.all(kinds.map(async (kind) => ({ desk: await connectOverStdio(kind, settings) })));
  const servers = await Promise.all(kinds.map(() => startHttpServer({ ...settings, COLDROUTE_HTTP_TOKENS })));
  const http = await Promise.all(
    servers.map(async ({ url }, at) => ({
      desk: await connectToServer(kinds[at] ?? "1.x", url, tokens.desk),
      agent: await connectToServer(kinds[at] ?? "1.x", url, tokens.agent),
    })),
  );
  const all: readonly Callers[] = [stdio[0], http[0], stdio[1], http[1]].map((callers) => ({ ...callers }));
  return {
    of: (seed: number): Callers => all[seed % all.length] ?? {},
    close: async () => {
      await Promise.all(all.flatMap((callers) => Object.values(callers).map((client) => client.close())));
      await Promise.all(servers.map((server) => server.stop()));
    },
  };
}

/** Makes the calls of a seed in one to three rounds. Those of a round are under way together. */
async function runSchedule(seed: number, callers: Callers): Promise<readonly Asked[]> {
  const random = seededRandom(seed, "plans");
  const variants = Array.from({ length: between(random, 1, 3) }, () => drawVariant(random, seed));
  const asked: Asked[] = [];
  for (let rounds = between(random, 1, 3); rounds > 0; rounds -= 1) {
    const calls = Array.from({ length: between(random, 1, 4) }, () => drawCall(random, variants, Object.keys(callers)));
    asked.push(...(await Promise.all(calls.map((call) => ask(callers, call)))).flat());
  }
  return asked;
}

type PlanCall = ReturnType<typeof drawCall>;

function drawCall(random: Random, variants: readonly JsonRecord[], principals: readonly string[]) {
  const isForced = chance(random, 0.15);
  return {
    principal: pick(random, principals),
    isForced,
    args: { ...spelled(random, pick(random, variants)), ...(isForced && { forceRetrieveRates: true }) } as JsonRecord,
    atMs: pick(random, [0, 0, between(random, 0, 60)]),
    cancelAfterMs: chance(random, 0.15) ? between(random, 0, 30) : undefined,
  };
}

/** What becomes of one call, for each of its dates. */
async function ask(callers: Callers, { principal, isForced, args, atMs, cancelAfterMs }: PlanCall): Promise<Asked[]> {
  await new Promise((resolve) => setTimeout(resolve, atMs));
  const startedMs = performance.now();
  const signal = cancelAfterMs === undefined ? undefined : AbortSignal.timeout(cancelAfterMs);
  const result = callers[principal]?.callTool("plan_shipment", args, signal && { signal });
  const told = await result?.catch(() => undefined);
  const endedMs = performance.now();
  const dates = (args["shipDates"] as readonly string[] | undefined) ?? [args["shipDate"]];
  return dates.map((date) => {
    const plan = planOf({ ...args, shipDate: date });
    return { plan, principal, isForced, startedMs, endedMs, ...outcomeOf(told, date) };
  });
}

/** A request of this seed. Whatever is drawn differently makes another plan. */
function drawVariant(random: Random, seed: number): JsonRecord {
  const dates = [1, 2].map((days) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10));
  return {
    origin: "38118",
    destination: { zipCode: pick(random, ["33101", "98101"]), name: `Desk ${seed}` },
    parcel: { length: 12, width: 10, height: 8, weight: pick(random, [5, 5, 6]) },
    ...(chance(random, 0.3) ? { isSignatureRequired: true } : {}),
    ...(chance(random, 0.2)
      ? { shipDates: dates }
      : { shipDate: pick(random, dates), ...(chance(random, 0.3) && { externalShipmentId: "SO-1" }) }),
  };
}

/** The same request in another spelling, or with arguments that only change the answer. */
function spelled(random: Random, variant: JsonRecord): JsonRecord {
  return {
    ...(chance(random, 0.5) ? reversed(variant) : variant),
    ...(chance(random, 0.2) ? { detail: "full" } : {}),
    ...(chance(random, 0.1) ? { checkHeat: true } : {}),
  };
}

/** The record with its members in reverse order, at every level. */
function reversed(record: JsonRecord): JsonRecord {
  const members = Object.entries(record).map(([name, value]) => {
    const inner = recordOf(value);
    return [name, inner ? reversed(inner) : value] as const;
  });
  return Object.fromEntries(members.toReversed());
}

/** What a request asks for, from a tool's arguments or from the body that the service gets. */
function planOf(request: JsonRecord): string {
  const { destination, parcel, shipDate, isSignatureRequired = false, externalShipmentId = "" } = request;
  const { zipCode, name } = destination as JsonRecord;
  const { weight } = parcel as JsonRecord;
  return [name, zipCode, weight, shipDate, isSignatureRequired, externalShipmentId].join(" / ");
}

/** How a call ended for one of its dates. */
function outcomeOf(told: JsonRecord | undefined, date: unknown): Pick<Asked, "outcome" | "shipmentId"> {
  if (told === undefined) return { outcome: "left" };
  const { plans = [], failed = [] } = (told["structuredContent"] ?? {}) as Readonly<Record<string, JsonRecord[]>>;
  const plan = plans.find(({ shipDate }) => shipDate === date);
  if (plan !== undefined)
    return { outcome: plan["sameAs"] === undefined ? "made" : "same", shipmentId: String(plan["shipmentId"]) };
  const lost = failed.find(({ shipDate }) => shipDate === date);
  const { "coldroute/error": error } = (told["_meta"] ?? {}) as Readonly<Record<string, JsonRecord>>;
  return { outcome: String(lost?.["kind"] ?? error?.["kind"]) };
}

/** A sandbox that notes each POST, and disturbs some. */
async function startService() {
  const posts = new Map<string, Post[]>();
  let count = 0;
  const disturb = ({ origin, body }: ReceivedRequest): Effect => {
    if (origin !== "planning") return { processed: true };
    const request = JSON.parse(body.toString()) as JsonRecord;
    const [plan, desk] = [planOf(request), String((request["destination"] as JsonRecord)["name"])];
    const ofSeed = posts.get(desk) ?? [];
    const number = ofSeed.filter((post) => post.plan === plan).length;
    const effect = drawEffect(seededRandom(number, plan));
    const arrivedMs = performance.now();
    const post = {
      plan,
      isForced: request["forceRetrieveRates"] === true,
      isRefused: !effect.processed && effect.send === undefined && effect.kind !== "broken",
      arrivedMs,
      ...(effect.send === undefined ? { answeredMs: arrivedMs + (effect.delayMs ?? 0) } : {}),
    };
    const at = ofSeed.push(post) - 1;
    posts.set(desk, ofSeed);
    count += 1;
    return {
      ...effect,
      replace: (right) => {
        const { shipmentId } = Object(right.body);
        if (typeof shipmentId === "string") ofSeed[at] = { ...post, shipmentId };
        return effect.replace?.(right) ?? right;
      },
    };
  };
  const sandbox = await startSandbox({ settings: { ...defaultSettings(), rateLimits: {} }, disturb });
  return {
    environment: sandbox.environment,
    /** The POSTs of a seed's schedule, in the order of their arrival. */
    takePosts: (seed: number): readonly Post[] => {
      const found = posts.get(`Desk ${seed}`) ?? [];
      posts.delete(`Desk ${seed}`);
      return found;
    },
    posts: () => count,
    close: () => sandbox.close(),
  };
}

function drawEffect(random: Random): Effect {
  const delayMs = between(random, 0, 40);
  const draw = random();
  if (draw < 0.7) return { processed: true, delayMs };
  if (draw < 0.76) return { ...everydayEffect({ kind: "status", status: 422 }), delayMs };
  if (draw < 0.8) return everydayEffect({ kind: "rate-limit", retryAfterS: 0 });
  if (draw < 0.85) return { ...everydayEffect({ kind: "status", status: 500 }), kind: "broken" };
  if (draw < 0.9) return everydayEffect({ kind: "html" });
  if (draw < 0.92) return everydayEffect({ kind: "hang" });
  return everydayEffect({ kind: pick(random, ["reset", "truncate"]) });
}
