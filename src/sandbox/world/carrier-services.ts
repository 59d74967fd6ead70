export interface Offer {
  /** Its names (service.md 2.7), as fields of a shipment service. */
  readonly service: Readonly<Record<string, string | undefined>>;
  days(km: number): number;
  /** Local hour of arrival. */
  readonly arrivalHour: number;
  readonly basePrice: number;
  readonly pricePerLb: number;
}

const byRoad = (km: number): number => Math.min(7, 1 + Math.ceil(km / 900));

/** Cheapest first. A row is names, days, hour of arrival, price and price a pound. */
export const OFFERS: readonly Offer[] = (
  [
    ["CarrierC CarrierCGroundAdvantage GA Ground Ground", byRoad, 17, 8.4, 0.55],
    ["CarrierA CarrierAThreeDay 12 ThreeDay ThreeDay", () => 3, 17, 17.2, 0.95],
    ["CarrierB CarrierBTwoDay 2D TwoDay TwoDay", () => 2, 16.5, 24.6, 1.4],
    ["CarrierB CarrierBStandardOvernight SO NextDayPm OneDay", () => 1, 15, 36.1, 2.05],
    ["CarrierB CarrierBPriorityOvernight PO NextDay OneDay", () => 1, 10.5, 41.8, 2.35],
  ] as const
).map(([names, days, arrivalHour, basePrice, pricePerLb]) => {
  const [carrier, carrierService, carrierServiceCode, transitService, transitServiceClass] = names.split(" ");
  const service = { carrier, carrierService, carrierServiceCode, transitService, transitServiceClass };
  return { service, days, arrivalHour, basePrice, pricePerLb };
});
