/** A status or a scan. Both texts are empty if the service sends none. */
export interface Report {
  readonly text: string;
  /** In lower case, with `|` between its clauses: `DeliveryException, held` is `delivery exception | held`. */
  readonly words: string;
}

export function readReport(text: string | null = null): Report {
  const words = (text ?? "")
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .replace(/n['\u2019]t\b/g, " not")
    .replace(/[.,;:()|][.,;:()|\s]*/g, " | ")
    .replace(/[^a-z0-9|]+/g, " ")
    .trim();
  return { text: text ?? "", words };
}

/**
 * The goods or the manner, then `delivered`, but not to a stop on the way to the recipient.
 * `Package was delivered` fits, `Not delivered` and `Delivered to UPS Access Point` do not.
 */
const DELIVERED =
  /(?:^|\| |\b(?:package|parcel|item|order|shipment|mail|successfully|safely) )(?:(?:has|have|been|was|were|is|now) )*delivered\b(?! to (?:[a-z0-9]+ )?(?:access|agent|carrier|collection|courier|depot|facility|hub|local|pick|pickup|post|station|usps)\b)/;

/** Whether a report says that the package is with its recipient, or back with its sender. */
export function isDelivery({ words }: Report): boolean {
  return DELIVERED.test(words);
}

const TO_SENDER = ["to sender", "to the sender", "original sender", "to shipper", "to the shipper"];
const MOVING = ["in transit", "out for", "on the way", "departed", "arrived", "shipped"];
const LABEL_ORDERED = ["pre shipment", "order processed", "ready for carrier", "awaiting item"];
const LABEL_SENT = ["shipment information", "shipping information", "information received", "data received"];

/** The phrases of each topic, besides trouble and delivery. */
const TOPICS = {
  /** The package is with its sender, or goes there. */
  sender: TO_SENDER,
  /** It goes back, or is to go back. */
  back: ["return", "returns", "returned", "returning", ...TO_SENDER],
  moving: MOVING,
  /** The carrier has it. `picked up` is not `moving`: recipients pick packages up, too. */
  handover: [...MOVING, "picked up"],
  /** The sender made a label. The carrier may not have the package yet. */
  label: ["label", "electronic", "electronically", ...LABEL_ORDERED, ...LABEL_SENT],
  /** Scans after a delivery that belong to it. */
  receipt: ["signature", "proof", "confirmation", "confirmed", "received", "delivery"],
};

export function speaksOf(topic: keyof typeof TOPICS, { words }: Report): boolean {
  return TOPICS[topic].some((phrase) => ` ${words} `.includes(` ${phrase} `));
}
