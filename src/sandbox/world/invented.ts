/**
 * Holds what the sandbox says or enforces beyond the interface specification, except single values that are named
 * where they stand, and the weather, carrier services and packages in this folder. Nothing outside may rely on it.
 */

/**
 * The lowest daily maximum of each temperature level, °F, coldest first; no alert below it. service.md 2.2 shows only
 * `SevereHot`, 4.2 that levels have an order.
 */
export const TEMPERATURE_LEVEL_FROM_F = { Warm: 90, Hot: 96, SevereHot: 102, ExtremeHot: 110 };
export type TemperatureLevel = keyof typeof TEMPERATURE_LEVEL_FROM_F;
export const TEMPERATURE_LEVELS = Object.keys(TEMPERATURE_LEVEL_FROM_F) as readonly TemperatureLevel[];

/** The field of a risk record beside `zip`, and the lowest daily maximum of each value, °F, lowest first. service.md 2.2 shows neither. */
export const RISK_FIELD = "riskLevel";
export const RISK_LEVEL_FROM_F = { Low: -Infinity, Moderate: 80, High: 92, Severe: 102 };
export type RiskLevel = keyof typeof RISK_LEVEL_FROM_F;
export const RISK_LEVELS = Object.keys(RISK_LEVEL_FROM_F) as readonly RiskLevel[];

/** States without five-day risk: the specification does not show the covered area. */
export const STATES_WITHOUT_RISK: ReadonlySet<string> = new Set(["AK", "HI"]);

export const RISK_GRANULARITIES = ["zip5", "zip3"] as const;
export type Granularity = (typeof RISK_GRANULARITIES)[number];

/** Predefined packages: length, width and height in inches. The sandbox refuses any other name. */
export const PREDEFINED_PACKAGES: Readonly<Record<string, readonly [number, number, number]>> = {
  SmallBox: [9, 6, 3],
  MediumBox: [12, 10, 6],
  LargeBox: [18, 13, 8],
  Envelope: [12, 9, 1],
  Tube: [38, 6, 6],
};

export const EVENT_CODES = {
  label: ["OC", "LabelCreated", "Shipment information sent to carrier"],
  pickup: ["PU", "PickedUp", "Picked up"],
  arrived: ["AR", "Arrival", "Arrived at facility"],
  departed: ["DP", "Departure", "Departed facility"],
  reiced: ["RI", "ReIced", "Package re-iced"],
  out: ["OD", "OutForDelivery", "Out for delivery"],
  exception: ["DE", "Exception", "Incorrect address: apartment number missing"],
  weather: ["DY", "Delay", "Delayed: severe weather"],
  returning: ["RS", "Return", "Returning to sender"],
  delivered: ["DL", "Delivered", "Delivered"],
} as const;
