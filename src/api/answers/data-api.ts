import { type Failure, failed, type Result, success } from "../../domain/failure.ts";
import type { Clock } from "../../runtime/clock.ts";
import type { ContractDrift } from "../contract/drift.ts";
import type { Endpoint } from "../contract/endpoint.ts";
import type { Account, Lease } from "../model/account.ts";
import type { Seen, SeenValues } from "../model/status.ts";
import type { Caller } from "../request/caller.ts";
import type { Sender } from "../request/send.ts";
import type { SharedRequests } from "../request/shared.ts";
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

/** An answer, or why there is none, as the processes of an account share it. */
type SharedAnswer = Omit<DataAnswer, "sentMs"> | { readonly failure: Failure };

/** The answer `name` of another process of the account within its TTL; else perhaps the lease to ask for all. */
export async function takeAnswer(
  { account, ttlMs, clock }: DataParts,
  name: string,
  caller: Caller,
): Promise<Result<{ readonly answer?: DataAnswer; readonly lease?: Lease }>> {
  if (account === undefined || ttlMs === 0) return success({});
  const taken = await account.take(name, caller);
  if (!("json" in taken)) return success({ lease: taken });
  const shared = taken.json as SharedAnswer;
  if ("failure" in shared) return failed(shared.failure);
  return success(taken.ageMs < ttlMs ? { answer: { ...shared, sentMs: clock.monotonicMs() - taken.ageMs } } : {});
}

/** Shares what came of a lease, while it is whole. Of failures, what the service said holds for the others, too. */
export function putAnswer({ clock, ttlMs }: DataParts, lease: Lease | undefined, got: Result<DataAnswer>): void {
  if (got.ok) {
    const { sentMs, ...answer } = got.value;
    lease?.put(answer satisfies SharedAnswer, clock.monotonicMs() - sentMs, ttlMs);
  } else if ("status" in got.failure) lease?.put({ failure: got.failure } satisfies SharedAnswer, 0, FAILURE_MS);
  else lease?.release();
}
