import type { Result } from "../domain/failure.ts";
import type { Product } from "../domain/product.ts";
import { defined } from "../domain/record.ts";
import type { Received } from "./attempt/judge.ts";
import { dataEndpoint, type Endpoint, packageEndpoint, shipmentsEndpoint } from "./contract/endpoint.ts";
import { DATA_APIS } from "./contract/schema.ts";
import type { Probe } from "./model/api.ts";

/**
 * Refusals that bill nothing and prove that the product reads requests (G-doctor). So does a 404, but only of a
 * package, and only as problem details: a wrong path gets a 404, too.
 */
const OPEN_STATUSES: ReadonlySet<number> = new Set([400, 415, 422]);

/** A request that the product must reject unbilled (G-doctor). `nonce` makes a package number that cannot exist. */
export function probeEndpoint(product: Product, nonce: string): Endpoint {
  if (product === "planning") return shipmentsEndpoint("not JSON", false);
  if (product === "tracking") return packageEndpoint(`coldroute-doctor-${nonce}`);
  return dataEndpoint(product, DATA_APIS[product].refused);
}

export function readProbe(product: Product, answer: Result<Received>): Probe {
  if (answer.ok) return billed(answer.value.status, answer.value.requestId);
  const { failure } = answer;
  const { status, requestId } = failure;
  // A failure of the token endpoint says nothing about the product, which got no request.
  if (status === undefined || failure.product !== product) return { ok: false, finding: { kind: "failed", failure } };
  if (status < 300) return billed(status, requestId);
  if (!OPEN_STATUSES.has(status) && status !== 404) return { ok: false, finding: { kind: "failed", failure } };
  if (requestId === undefined) return { ok: false, finding: { kind: "no_request_id", status } };
  const isUnknownPackage = product === "tracking" && failure.kind === "not_found" && failure.problem !== undefined;
  if (status === 404 && !isUnknownPackage) return { ok: false, finding: { kind: "no_such_path" } };
  return { ok: true, status, requestId };
}

function billed(status: number, requestId: string | undefined): Probe {
  return { ok: false, finding: { kind: "billed", status, ...defined({ requestId }) } };
}
