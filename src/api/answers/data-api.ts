import { type Result, success } from "../../domain/failure.ts";
import type { Clock } from "../../runtime/clock.ts";
import type { ContractDrift } from "../contract/drift.ts";
import type { Endpoint } from "../contract/endpoint.ts";
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
