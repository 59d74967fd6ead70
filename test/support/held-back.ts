import type { Product } from "../../src/domain/product.ts";
import { sandboxOfTest } from "./per-test.ts";
import { ShiftedClock } from "./shifted-clock.ts";

const parcel = { length: 10, width: 8, height: 6, weight: 5 };

/** The parameters of a `tools/call` that plans a shipment. */
export const PLAN = { name: "plan_shipment", arguments: { origin: "38118", destination: "85001", parcel } };

/** A service that holds back each answer of `products` until `answer` is called, and a patient server's environment. */
export async function startHeldBack(...products: readonly Product[]) {
  const clock = new ShiftedClock();
  const heldBack = { kind: "pass", delayMs: 600_000, times: "always" } as const;
  const service = await sandboxOfTest({ clock, faults: products.map((product) => ({ product, ...heldBack })) });
  const patience = { COLDROUTE_TIMEOUT_MS: "60000", COLDROUTE_MAX_WAIT_MS: "120000", COLDROUTE_HTTP_DRAIN_S: "1" };
  const answer = (): void => {
    service.clearFaults();
    clock.advance(600_000);
  };
  return { service, environment: { ...service.environment, ...patience }, answer };
}
