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

/** Another process's whole answer under `name` within its TTL, else the one that `make` gives, for all. */
export async function sharedAnswer(
  { account, ttlMs }: DataParts,
  name: string,
  caller: Caller,
  make: () => Promise<Result<DataAnswer>>,
): Promise<Result<DataAnswer>> {
  if (account === undefined || ttlMs === 0) return make();
  const lifeMs = ({ envelope }: DataAnswer): number => (isWhole(envelope) ? ttlMs : 0);
  // Only processes with the same TTL share answers.
  return account.share(`${name} ${ttlMs}`, caller, { make, lifeMs });
}

/** Whether the answer holds every record that it announces. */
export function isWhole({ records, hasMore, total }: Envelope): boolean {
  return hasMore !== true && records.length >= (total ?? 0);
}
