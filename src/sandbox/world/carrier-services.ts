/** A carrier service with its speed and price. */
export interface Offer {
  /** Its names (service.md 2.7), as fields of a shipment service. */
  readonly service: Readonly<Record<string, string>>;
  /** Days from pickup to arrival over a distance. */
  days(km: number): number;
  /** Local hour of arrival. */
  readonly arrivalHour: number;
  readonly basePrice: number;
  readonly pricePerLb: number;
}

const byRoad = (km: number): number => Math.min(7, 1 + Math.ceil(km / 900));

function offer(
  names: string,
  days: number | Offer["days"],
  arrivalHour: number,
  basePrice: number,
  pricePerLb: number,
): Offer {
  const [carrier = "", carrierService = "", code = "", transitService = "", transitServiceClass = ""] =
    names.split(" ");
  const service = { carrier, carrierService, carrierServiceCode: code, transitService, transitServiceClass };
  return { service, days: typeof days === "number" ? () => days : days, arrivalHour, basePrice, pricePerLb };
}

export const FASTEST = offer("CarrierB CarrierBPriorityOvernight PO NextDay OneDay", 1, 10.5, 41.8, 2.35);

/** The services to choose from, cheapest first. */
export const OFFERS: readonly Offer[] = [
  offer("CarrierC CarrierCGroundAdvantage GA Ground Ground", byRoad, 17, 8.4, 0.55),
  offer("CarrierA CarrierAThreeDay 12 ThreeDay ThreeDay", 3, 17, 17.2, 0.95),
  offer("CarrierB CarrierBTwoDay 2D TwoDay TwoDay", 2, 16.5, 24.6, 1.4),
  offer("CarrierB CarrierBStandardOvernight SO NextDayPm OneDay", 1, 15, 36.1, 2.05),
  FASTEST,
];
