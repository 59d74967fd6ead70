import type { JsonRecord } from "../../src/domain/record.ts";
import { parcel, sendsPackages, sendsPlans, shipment } from "./samples.ts";
import type { Scripts } from "./scripted-service.ts";

type Form = (day: string) => string;

/** The ways in which services write a day: alone, or as a midnight. */
export const DAY_FORMS: Readonly<Record<string, Form>> = {
  bare: (day) => day,
  "as its midnight": (day) => `${day}T00:00:00`,
  "as a short midnight": (day) => `${day}T00:00`,
  "as a midnight in UTC": (day) => `${day}T00:00:00.000Z`,
  "as a midnight with an offset": (day) => `${day} 00:00:00-05:00`,
};

/** A ZIP in each of four zones, from the first to reach a day to one of the last. */
export const FOUR_ZONES: Readonly<Record<string, string>> = {
  96910: "Pacific/Guam",
  33101: "America/New_York",
  85001: "America/Phoenix",
  96813: "Pacific/Honolulu",
};

/** The calendar day of a zone at an instant, by Intl alone. */
export function dayIn(timeZone: string, instantMs: number): string {
  return new Date(instantMs).toLocaleDateString("sv-SE", { timeZone });
}

const DAYS = ["scheduledDeliveryDate", "originalScheduledDeliveryDate", "deliveryByDate", "shipDate"];

/** A record whose bare days are written in another way; its times of day stay as they are. */
function bent(form: Form, record: JsonRecord): JsonRecord {
  const isDay = (name: string, value: unknown) => DAYS.includes(name) && /^\d+-\d+-\d+$/.test(String(value));
  const entries = Object.entries(record);
  return Object.fromEntries(entries.map(([name, value]) => [name, isDay(name, value) ? form(String(value)) : value]));
}

/** A service that writes each day of packages and plans in this way. A plan takes its arrival from `serviceOf`. */
export function sendsDays(
  form: Form,
  packages: Readonly<Record<string, JsonRecord>>,
  serviceOf: (request: JsonRecord) => JsonRecord = () => ({}),
): Scripts {
  const sent = Object.entries(packages).map(([id, more]) => [id, bent(form, parcel({ orderNumber: id, ...more }))]);
  return {
    tracking: sendsPackages(Object.fromEntries(sent)),
    planning: sendsPlans((request) => {
      const { shipDate, deliveryByDate, externalShipmentId } = request;
      return bent(form, shipment({ shipDate, deliveryByDate, externalShipmentId }, serviceOf(request)));
    }),
  };
}
