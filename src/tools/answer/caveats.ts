import type { Note } from "../tool.ts";

/** The sentences that limit what an answer claims. Each appears at most once in an answer. */
export const CAVEATS = {
  noProof: "No alert does not mean that temperatures are safe.",
  /** Instead of `noProof` where alerts alone are told. */
  noCoverage: "No alert does not mean that temperatures are safe or places covered.",
  levels: "The service does not define levels other than SevereHot.",
  /** Instead of `levels`, `riskNames` and `planRisk` where an order is configured. */
  order: "Order of levels: as configured.",
  window: {
    text: "past or future not stated",
    structured: "The service does not say whether its window lies in the past or the future.",
  },
  riskNames: "The service defines neither risk levels nor their order.",
  noRiskField: "No field of these records is known to be the risk; they are shown as sent.",
  levelsOnly: "Levels are not degrees and may ignore cold.",
  noRisk: "No record does not mean low risk.",
  planRisk: "The service defines neither risk nor onDate.",
  holidays: "Estimates may ignore holidays.",
  twoRisks: "The service's risk covers the whole plan, and does not replace the risk at arrival.",
  alertsNow: { text: "Alerts now, not at arrival", structured: "Alerts are as of now, not as of the arrival." },
  unused: "Unused plans stay in the account.",
  plain: { text: "Unless stated: not refrigerated, no signature required.", structured: "" },
  quoted: "Words in quotation marks are the service's.",
  noZone: {
    text: "* destination's time assumed.",
    structured: "The service gives no zone for handover, schedule and delivery; the destination's is assumed if known.",
  },
} satisfies Record<string, Note>;
