import type { Note } from "../tool.ts";

/** The sentences that limit what an answer claims. Each appears at most once in an answer. */
export const CAVEATS = {
  noProof: "No alert does not mean that temperatures are safe.",
  levels: "The service defines no level but SevereHot.",
  window: "Whether the window is past or ahead is not said.",
  riskNames: "The service does not define its risk levels.",
  noRisk: "No record does not mean low risk.",
  planRisk: "The service defines neither risk nor onDate.",
  planRisks: "The service does not define its risk names.",
  unused: "An unused plan stays in the account.",
  unusedMany: "Unused plans stay in the account.",
  notRefrigerated: { text: "Not refrigerated unless said.", structured: "" },
  listedNotRefrigerated: { text: "Packages with a line are not refrigerated unless said.", structured: "" },
  noZone: {
    text: "* local time, zone not given.",
    structured: "scheduled, originalScheduled and delivered are local times; the service gives no zone.",
  },
} satisfies Record<string, Note>;
