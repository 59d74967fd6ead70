import { type Result, success } from "../../domain/failure.ts";
import type { Clock } from "../../runtime/clock.ts";
import type { ContractDrift } from "../contract/drift.ts";
import type { Endpoint } from "../contract/endpoint.ts";
import type { Account } from "../model/account.ts";
import type { Seen, SeenValues } from "../model/status.ts";
import type { Sender } from "../request/send.ts";
import type { Caller, SharedRequests } from "../request/shared.ts";
import { type Envelope, readEnvelope } from "./answer.ts";
import type { Memory } from "./memory.ts";

/** The parts with which the answers of the data APIs (service.md 2.1), alerts and risk, are read and kept. */
export interface DataParts {
  readonly clock: Clock;
  readonly sender: Sender;
  readonly drift: ContractDrift;
  readonly riskUrl: string;
  readonly shared: SharedRequests;
  readonly memory: Memory;
  readonly ttlMs: number;
  readonly seen: Readonly<Record<keyof SeenValues, Seen>>;
  readonly account: Account | undefined;
}

/** One answer of a data API. */
export interface DataAnswer {
  readonly envelope: Envelope;
  /** Size of the response's body. */
  readonly bytes: number;
  readonly sentMs: number;
}

/** Asks a data API once, with everything the client guarantees about a request. */
export async function askData(
  { sender, drift }: DataParts,
  endpoint: Endpoint,
  caller: Caller,
): Promise<Result<DataAnswer>> {
  const answer = await sender.send(endpoint, caller);
  if (!answer.ok) return answer;
  const { bytes, sentMs } = answer.value;
  const envelope = readEnvelope(endpoint, answer.value, drift);
  return envelope.ok ? success({ envelope: envelope.value, bytes, sentMs }) : envelope;
}

/** How long a failed answer stands for the other processes that wait for it. */
const FAILURE_MS = 1_000;

/**
 * The answer `name` of another process of the account within its TTL, else that of `ask`. The others get `whole` of it,
 * where that comes. A failure that the service told holds for them, too.
 */
export async function sharedAnswer(
  { account, ttlMs }: DataParts,
  name: string,
  caller: Caller,
  ask: () => Promise<Result<DataAnswer>>,
  whole: (answer: DataAnswer) => DataAnswer | undefined | Promise<DataAnswer | undefined>,
): Promise<Result<DataAnswer>> {
  if (account === undefined || ttlMs === 0) return ask();
  // Processes with another TTL share nothing with this one.
  return account.share(`${name} ${ttlMs}`, caller, ask, async (made) => {
    if (!made.ok) return { made, lifeMs: "status" in made.failure ? FAILURE_MS : 0 };
    const all = await whole(made.value);
    return all === undefined ? { made, lifeMs: 0 } : { made: success(all), lifeMs: ttlMs };
  });
}
