import type { Ask } from "../steps.ts";
import type { Invariant } from "./invariant.ts";

export const answersAreRight: Invariant = {
  name: "G-memory: an answer is the one that was asked for",
  watch: () => (event) => {
    if (event.type !== "ended") return undefined;
    const { outcome } = event.end;
    if ("defect" in outcome || !outcome.ok) return undefined;
    const problem = wrongIn(event.call.ask, outcome.value);
    return problem && `call ${event.call.number} (${event.call.ask.kind}): ${problem}`;
  },
};

/** Another plan or package than the call asked for. `wholeIsWhole` compares alerts with what came. */
function wrongIn(ask: Ask, value: unknown): string | undefined {
  switch (ask.kind) {
    case "plan": {
      const { externalShipmentId } = value as { externalShipmentId?: string };
      return externalShipmentId === ask.reference ? undefined : `the plan is ${externalShipmentId}`;
    }
    case "package": {
      const { orderNumber, trackingNumber } = value as { orderNumber?: string; trackingNumber?: string };
      return orderNumber === ask.id || trackingNumber === ask.id ? undefined : `the package is ${orderNumber}`;
    }
    default:
      return undefined;
  }
}
