import { type Failure, type Result, success } from "../../domain/failure.ts";
import type { DataProduct } from "../../domain/product.ts";
import type { JsonRecord } from "../../domain/record.ts";
import type { Clock } from "../../runtime/clock.ts";
import { letOthersRun } from "../../runtime/turns.ts";
import type { WaitLimits } from "../../runtime/waiting.ts";
import type { ContractDrift } from "../contract/drift.ts";
import type { DataEndpoint } from "../contract/endpoint.ts";
import type { Account, Timed } from "../model/account.ts";
import type { Call, RecordSet } from "../model/api.ts";
import type { SeenExamples } from "../model/status.ts";
import type { RequestCallers } from "../request/callers.ts";
import type { Sender } from "../request/send.ts";
import type { SharedRequests } from "../request/shared.ts";
import { type Envelope, readEnvelope } from "./answer.ts";
import { type Memory, REPORTED_AGE_MS } from "./memory.ts";
import { zipLookup } from "./zip-lookup.ts";

export interface DataParts {
  readonly product: DataProduct;
  readonly clock: Clock;
  readonly sender: Sender;
  readonly drift: ContractDrift;
  readonly shared: SharedRequests;
  readonly memory: Memory;
  readonly ttlMs: number;
  readonly seen: SeenExamples;
  readonly account: Account | undefined;
}

/** Data of one or several answers. `sentMs` is that of the first, `bytes` that of all bodies. */
export interface Fetched<Data> extends Timed {
  readonly data: Data;
  /** Whether it holds every record that the service announced. */
  readonly isWhole: boolean;
  readonly bytes: number;
}

export async function askData(
  { sender, drift }: DataParts,
  endpoint: DataEndpoint,
  callers: RequestCallers,
): Promise<Result<Envelope>> {
  const answer = await sender.send(endpoint, callers);
  if (!answer.ok) return answer;
  await letOthersRun(answer.value.bytes);
  return readEnvelope(endpoint, answer.value, drift);
}

/** The data that another process fetched under `name` within its TTL, else what this one fetches for all, if whole. */
export async function fetchShared<Data>(
  { account, ttlMs }: DataParts,
  limits: WaitLimits,
  { name, fetch }: { readonly name: string; readonly fetch: () => Promise<Result<Fetched<Data>>> },
): Promise<Result<Fetched<Data>>> {
  if (account === undefined || ttlMs === 0) return fetch();
  // Only processes with the same TTL share answers.
  const recipe = { make: fetch, lifeMs: ({ isWhole }: Fetched<Data>) => (isWhole ? ttlMs : 0) };
  return account.getOrMake(`${name} ${ttlMs}`, limits, recipe);
}

/** Adds the index by ZIP, which no process shares. */
export function indexed<Data extends { readonly records: readonly JsonRecord[] }>(
  fetched: Fetched<Data>,
): Fetched<Data & Pick<RecordSet, "at">> {
  return { ...fetched, data: { ...fetched.data, at: zipLookup(fetched.data.records) } };
}

/** The call reports the age of the data, and the failure that it stands in for. */
export function fromMemory<Data>(
  { clock, product }: DataParts,
  { data, sentMs }: Fetched<Data>,
  { usage }: Call,
  failure?: Failure,
): Result<Data> {
  usage.answeredFromMemory(product, clock.monotonicMs() - sentMs, failure);
  return success(data);
}

/** Data that the call waited for. The call reports its age if the request was under way long before. */
export function afterWait<Data>(parts: DataParts, fetched: Fetched<Data>, call: Call, askedMs: number): Result<Data> {
  return fetched.sentMs <= askedMs - REPORTED_AGE_MS ? fromMemory(parts, fetched, call) : success(fetched.data);
}
