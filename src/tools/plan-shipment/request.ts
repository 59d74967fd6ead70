import type { Failure } from "../../api/failure.ts";
import type { ShipmentRequest } from "../../api/schema.ts";
import type { ToolSettings } from "../tool.ts";
import type { Arguments } from "./schema.ts";

/** The bodies of `POST /shipments`, one for each ship date: the caller's own values, and the configured origin. */
export function shipmentRequests(args: Arguments, settings: ToolSettings): readonly ShipmentRequest[] | Failure {
  const origin = args.origin ?? settings.defaultOrigin;
  if (origin === undefined) {
    const message =
      "is missing, and no default is configured (COLDROUTE_DEFAULT_ORIGIN): ask the user where it leaves from";
    return { kind: "invalid_arguments", problems: [{ parameter: "origin", message }] };
  }
  const { shipDates, checkHeat: _, detail: __, ...rest } = args;
  const dated = shipDates === undefined ? [{}] : shipDates.map((shipDate) => ({ shipDate }));
  return dated.map((each) => ({ ...rest, origin, ...each }));
}
