import type { Answer } from "./answer.ts";
import { invalid } from "./answer.ts";
import {
  PREDEFINED_PACKAGES,
  REQUIRED_ADDRESS_FIELDS,
  REQUIRED_PLAN_FIELDS,
  SHIP_DATE_GRACE_DAYS,
} from "./invented.ts";
import { addDays, isDay, utcDay } from "./world/zones.ts";

/** The planning request (spec 4.4) after it was found valid. Dimensions may be absent with a predefined package. */
export interface ShipmentRequest {
  readonly externalShipmentId?: string;
  readonly origin: ShipmentAddress;
  readonly destination: ShipmentAddress;
  readonly parcel: {
    readonly length?: number;
    readonly width?: number;
    readonly height?: number;
    readonly weight: number;
    readonly predefinedPackage?: string | null;
  };
  readonly shipDate?: string;
  readonly deliveryByDate?: string;
  readonly isSignatureRequired?: boolean;
  readonly isRefrigerated?: boolean;
  readonly forceRetrieveRates?: boolean;
}

/** An Address (spec 2.3) whose other fields are handed back as they came. */
interface ShipmentAddress {
  readonly zipCode: string;
  readonly country?: string;
  readonly [field: string]: unknown;
}

/** What is wrong with a value, or nothing. */
type Rule = (value: unknown) => string | undefined;

const text =
  (minChars = 0, maxChars = Number.POSITIVE_INFINITY): Rule =>
  (value) => {
    if (typeof value !== "string") return "must be a string";
    if (value.length >= minChars && value.length <= maxChars) return undefined;
    return minChars === maxChars
      ? `must have exactly ${minChars} characters`
      : `must have ${minChars} to ${maxChars} characters`;
  };
const flag: Rule = (value) => (typeof value === "boolean" ? undefined : "must be true or false");
const day: Rule = (value) => (typeof value === "string" && isDay(value) ? undefined : "must be a date, yyyy-MM-dd");
const positive: Rule = (value) =>
  typeof value === "number" && Number.isFinite(value) && value > 0 ? undefined : "must be a number above 0";
const packaging: Rule = (value) =>
  value === null || (typeof value === "string" && Object.hasOwn(PREDEFINED_PACKAGES, value))
    ? undefined
    : `must be one of ${Object.keys(PREDEFINED_PACKAGES).join(", ")}, or null`;

const ADDRESS: Readonly<Record<string, Rule>> = {
  zipCode: text(1, 5),
  line1: text(),
  line2: text(),
  city: text(),
  state: text(2, 2),
  country: text(2, 2),
  name: text(),
  company: text(),
  phone: text(),
  email: text(),
  isResidential: flag,
};
const PARCEL: Readonly<Record<string, Rule>> = {
  length: positive,
  width: positive,
  height: positive,
  weight: positive,
  predefinedPackage: packaging,
};
const SHIPMENT: Readonly<Record<string, Rule>> = {
  externalShipmentId: text(0, 50),
  origin: () => undefined,
  destination: () => undefined,
  parcel: () => undefined,
  shipDate: day,
  deliveryByDate: day,
  isSignatureRequired: flag,
  isRefrigerated: flag,
  forceRetrieveRates: flag,
};

type Fields = Readonly<Record<string, unknown>>;

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Fields the specification does not list are refused, so that a client's misspelling does not pass for a default. */
function checkFields(
  value: unknown,
  path: string,
  rules: Readonly<Record<string, Rule>>,
  required: readonly string[],
): Answer | undefined {
  if (!isFields(value)) return invalid(path || "body", "must be an object");
  const dotted = (name: string): string => (path ? `${path}.${name}` : name);
  for (const name of required) {
    if (value[name] === undefined) return invalid(dotted(name), "is required");
  }
  for (const [name, given] of Object.entries(value)) {
    const rule = Object.hasOwn(rules, name) ? rules[name] : undefined;
    if (rule === undefined) return invalid(dotted(name), "is not a field of this request");
    const wrong = rule(given);
    if (wrong !== undefined) return invalid(dotted(name), wrong);
  }
  return undefined;
}

function checkParcel(parcel: unknown): Answer | undefined {
  const predefined = isFields(parcel) && typeof parcel["predefinedPackage"] === "string";
  return checkFields(parcel, "parcel", PARCEL, predefined ? ["weight"] : ["length", "width", "height", "weight"]);
}

function checkDates(body: Fields, nowMs: number): Answer | undefined {
  const today = utcDay(nowMs);
  const shipDate = typeof body["shipDate"] === "string" ? body["shipDate"] : today;
  if (shipDate < addDays(today, -SHIP_DATE_GRACE_DAYS)) return invalid("shipDate", "lies in the past");
  const by = body["deliveryByDate"];
  if (typeof by === "string" && by < shipDate) return invalid("deliveryByDate", "lies before shipDate");
  return undefined;
}

/** The request in `body` (parsed JSON), or the 400 that names its first bad field (bounds: spec 8.5). */
export function readShipmentRequest(body: unknown, nowMs: number): { request: ShipmentRequest } | { refusal: Answer } {
  const refusal = checkFields(body, "", SHIPMENT, REQUIRED_PLAN_FIELDS);
  if (refusal !== undefined || !isFields(body)) return { refusal: refusal ?? invalid("body", "must be an object") };
  const inside =
    checkFields(body["origin"], "origin", ADDRESS, REQUIRED_ADDRESS_FIELDS) ??
    checkFields(body["destination"], "destination", ADDRESS, REQUIRED_ADDRESS_FIELDS) ??
    checkParcel(body["parcel"]) ??
    checkDates(body, nowMs);
  if (inside !== undefined) return { refusal: inside };
  // Every field was checked above against the rules that this type repeats.
  return { request: body as unknown as ShipmentRequest };
}
