import type { Clock } from "../runtime/clock.ts";
import type { Fault, FaultRates } from "./faults.ts";
import type { Ledger } from "./ledger.ts";
import type { RequestRecord } from "./requests.ts";
import type { Origin, SandboxSettings } from "./settings.ts";
import { SimulatedService } from "./simulated-service.ts";

export type { Fault } from "./faults.ts";

export interface SandboxOptions {
  /** Default 127.0.0.1. */
  readonly host?: string;
  /** Default 0: any free port. */
  readonly port?: number;
  /** Seed of the weather, the tokens and the fault rates; default 1. */
  readonly seed?: number;
  readonly clock?: Clock;
  readonly settings?: Partial<SandboxSettings>;
  /** A script of faults, consumed in its order for each product. */
  readonly faults?: readonly Fault[];
  /** Probability of each kind of fault for the requests that the script leaves alone. */
  readonly faultRates?: FaultRates;
}

/** A running simulated service (DESIGN 5). */
export interface Sandbox {
  /** The four base URLs of the specification, without a trailing slash. */
  readonly urls: Readonly<Record<"auth" | "risk" | "planning" | "tracking", string>>;
  /** The COLDROUTE_ variables (DESIGN 2) that point coldroute here. */
  readonly environment: Readonly<Record<string, string>>;
  /** May be changed while it runs; holds from the next request (scopes and token life: from the next token) on. */
  readonly settings: SandboxSettings;
  readonly ledger: Ledger;
  /** Every request received, oldest first, the last 20,000. */
  readonly requests: readonly RequestRecord[];
  /** Requests of one product, in the order received. */
  requestsOf(product: Origin): readonly RequestRecord[];
  /** Every access token issued so far. */
  readonly tokens: readonly string[];
  /** Credentials seen where they do not belong, such as a token at the token endpoint: nothing, if the client is sound. */
  readonly misplacedCredentials: readonly string[];
  /** How many plans exist, those included whose answer was lost. */
  readonly plans: number;
  /** Adds to the script of faults. */
  inject(...faults: readonly Fault[]): void;
  /** Forgets the script of faults. */
  clearFaults(): void;
  /** Makes every token issued so far invalid. */
  revokeTokens(): void;
  /** Ends every connection, open answers included. */
  close(): Promise<void>;
}

/** Starts the service of interface-spec.md on loopback. Rejects when the port cannot be had. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const service = new SimulatedService(options);
  await service.start(options.host ?? "127.0.0.1", options.port ?? 0);
  return service;
}
