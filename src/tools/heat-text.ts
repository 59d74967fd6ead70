import type { ServiceRecord } from "../api/schema.ts";
import { fieldsText, wordText } from "./text.ts";

/** An alert record (spec 2.2) in words: `SevereHot` and whatever else it says, `SevereHot maxTemperature=104`. */
export function alertText(row: ServiceRecord): string {
  const level = typeof row["temperatureLevel"] === "string" ? wordText(row["temperatureLevel"]) : "level not given";
  const others = fieldsText(row, new Set(["zip", "temperatureLevel"]));
  return others === "" ? level : `${level} ${others}`;
}

/** A risk record (spec 2.2) in words: `riskLevel=High`, every field under the service's own name. */
export function riskText(row: ServiceRecord): string {
  const fields = fieldsText(row, new Set(["zip"]));
  return fields === "" ? "no value given" : fields;
}
