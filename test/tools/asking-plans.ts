import { askScripted, type Environment } from "./asking.ts";
import { BOX, sendsPlans } from "./samples.ts";

/** Asks `plan_shipment` of a service that makes these plans; `bodies` are its requests. */
export async function askForPlans(
  planOf: Parameters<typeof sendsPlans>[0],
  args: object = BOX,
  settings: Environment = {},
) {
  const { ask, service } = await askScripted({ planning: sendsPlans(planOf) }, settings);
  const told = await ask("plan_shipment", args);
  const bodies = service.requests("planning").map(({ body }) => JSON.parse(body) as Record<string, unknown>);
  return { ...told, bodies, plans: (told.structured["plans"] ?? []) as Record<string, unknown>[] };
}
