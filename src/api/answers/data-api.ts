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

/** The parts that read and keep the answers of the data APIs, alerts and risk (service.md 2.1). */
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

/** Sends one request to a data API through `sender`, retries included, and reads its envelope. */
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

/** How long the account's other processes get a failure instead of asking themselves. */
const FAILURE_MS = 1_000;

/**
 * The answer that another process of the account shares under `name`, within its TTL, else that of `ask`. The others
 * get what `whole` makes of it, if anything. A failure with an HTTP status is shared, too.
 */
export async function sharedAnswer(
  { account, ttlMs }: DataParts,
  name: string,
  caller: Caller,
  ask: () => Promise<Result<DataAnswer>>,
  whole: (answer: DataAnswer) => DataAnswer | undefined | Promise<DataAnswer | undefined>,
): Promise<Result<DataAnswer>> {
  if (account === undefined || ttlMs === 0) return ask();
  // Only processes with the same TTL share answers.
  return account.share(`${name} ${ttlMs}`, caller, ask, async (made) => {
    if (!made.ok) return { made, lifeMs: "status" in made.failure ? FAILURE_MS : 0 };
    const all = await whole(made.value);
    return all === undefined ? { made, lifeMs: 0 } : { made: success(all), lifeMs: ttlMs };
  });
}
