import type { ServiceRecord } from "../api/schema.ts";
import { isPlaceholder, isReachedAt, reachedIn } from "../domain/package-times.ts";
import { textOf } from "./text.ts";

/** What a package's record says of its delivery (spec 2.9: a date without zone "if available", and a free status). */
export interface Delivery {
  readonly isDelivered: boolean;
  /** The status says so, and no date does: neither is taken as certain. */
  readonly isSaidDelivered: boolean;
  /** Why the date sent, if any, stands for no delivery. */
  readonly doubt: string | undefined;
  /** What is doubtful, for a note. */
  readonly remarks: readonly string[];
}

/**
 * A delivery has happened once its date is past by the clock of the recipient, whose zone `zoneOf` finds, or where that
 * is not known in every US zone; between the first and the last of them also where the status says so.
 */
export function readDelivery(
  { deliveryDate, status: sent }: ServiceRecord,
  zoneOf: () => string | undefined,
  nowMs: number,
): Delivery {
  const status = textOf(sent).trim().toLowerCase();
  const isSaid = status === "delivered";
  const open = (doubt: string | undefined, ...remarks: string[]): Delivery => {
    return { isDelivered: false, isSaidDelivered: isSaid, doubt, remarks };
  };
  const reached = reachedIn(deliveryDate, nowMs);
  if (reached === undefined) {
    const doubt = isPlaceholder(deliveryDate) ? "taken for none, since before 2000" : "which cannot be read";
    return open(doubt, ...(isSaid ? ["Status says delivered, but no readable delivery date was sent"] : []));
  }
  const zone = reached === "some zones" ? zoneOf() : undefined;
  const isThere = reached === "every zone" || (zone !== undefined && isReachedAt(deliveryDate, zone, nowMs));
  const isSaidSomewhere = reached === "some zones" && status.startsWith("delivered");
  if (isThere || isSaidSomewhere) {
    const isOther = status !== "" && !status.startsWith("delivered");
    return {
      isDelivered: true,
      isSaidDelivered: false,
      doubt: undefined,
      remarks: [
        ...(isThere ? [] : ["Status says delivered, delivery date passed in some US zones"]),
        ...(isOther ? ["Delivery date is past, but the status does not say delivered"] : []),
      ],
    };
  }
  if (reached === "some zones" && zone === undefined) {
    return open("passed in some US zones", "Delivery date passed in some US zones, taken as not yet delivered");
  }
  const where = reached === "no zone" ? "" : " at the recipient's ZIP";
  const but = isSaid ? "but status says delivered" : "taken as not yet delivered";
  return open(`still ahead${where}`, `Delivery date still ahead${where}, ${but}`);
}
