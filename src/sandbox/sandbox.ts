import type { Fault } from "./faults.ts";
import { type Sandbox, type SandboxOptions, SimulatedService } from "./simulated-service.ts";

export type { Fault } from "./faults.ts";
export type { Sandbox, SandboxOptions } from "./simulated-service.ts";

/** Starts the service of docs/service.md on loopback. Rejects when the port cannot be had. */
export async function startSandbox<F extends Fault<string> = Fault>(
  options: SandboxOptions<F> = {},
): Promise<Sandbox<F>> {
  const service = new SimulatedService(options);
  await service.start(options.port ?? 0);
  return service;
}
