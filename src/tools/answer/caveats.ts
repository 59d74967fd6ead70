/** The sentences that limit what an answer claims. Each appears at most once in an answer. */
export const CAVEATS = {
  noProof: "No alert is no proof of safe temperatures.",
  levels: "The service documents no level but SevereHot.",
  riskNames: "The service documents no risk levels.",
  noRisk: "No record is no proof of low risk.",
  planRisk: "What risk and onDate mean is not documented.",
  planRisks: "Estimates; the risk names and their order are not documented.",
  unused: "An unused plan stays in the account.",
  unusedMany: "Unused plans stay in the account.",
  notRefrigerated: "Not refrigerated unless said.",
  noZone: "* scheduled and delivered are local times, zone not given.",
} as const;
