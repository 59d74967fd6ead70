import type { ToolName } from "../config/tool-list.ts";
import { addDays, utcDate } from "../domain/calendar.ts";

/** A person's question, and an assistant's call that answers it. */
export interface Example {
  readonly question: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/** An example for each tool. Dates follow `nowMs`, like the sandbox's data. */
export function examples(nowMs: number): Readonly<Record<ToolName, Example>> {
  const day = (offset: number): string => addDays(utcDate(nowMs), offset);
  return {
    check_heat_alerts: {
      question: "Is it dangerously hot in Phoenix or Denver at the moment?",
      args: { locations: ["Phoenix, AZ", "Denver, CO"] },
    },
    get_five_day_risk: {
      question: "Is Phoenix dangerous this week?",
      args: { locations: ["Phoenix, AZ"], days: 5 },
    },
    plan_shipment: {
      question: "When should I ship this 5 lb box of insulin from Memphis to Miami so that it doesn't cook?",
      args: {
        origin: { zipCode: "38118", city: "Memphis", state: "TN" },
        destination: { zipCode: "33101", city: "Miami", state: "FL" },
        parcel: { length: 12, width: 10, height: 8, weight: 5 },
        shipDates: [day(1), day(2), day(3)],
        isRefrigerated: true,
        checkHeat: true,
      },
    },
    track_package: {
      question: "Where are these six orders, and is one of them sitting in the heat?",
      args: { ids: ["10043", "10045", "10046", "10050", "10051", "99999"], checkHeat: true },
    },
  };
}
