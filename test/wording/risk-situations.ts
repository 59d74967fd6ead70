import { sendsRisk } from "../support/samples.ts";
import { problem } from "../support/scripted-service.ts";
import type { Situation } from "./situation.ts";

const tool = "get_five_day_risk";

const STATES = ["AZ", "TX", "CA", "FL", "NY", "WA", "IL", "GA", "CO", "NV"];

export const riskSituations: readonly Situation[] = [
  { name: "risk-one-city-five-days", tool, args: { locations: ["Phoenix, AZ"], days: 5 } },
  { name: "risk-two-cities-three-days", tool, args: { locations: ["Miami, FL", "Portland, OR"], days: 3 } },
  { name: "risk-everywhere", tool, args: {} },
  { name: "risk-everywhere-three-days", tool, args: { days: 3, limit: 8 } },
  { name: "risk-ten-states-five-days", tool, args: { locations: STATES, days: 5 } },
  { name: "risk-two-states", tool, args: { locations: ["AR", "TX"] } },
  { name: "risk-one-state-three-days", tool, args: { locations: ["Nevada"], days: 3 } },
  { name: "risk-city-by-zip", tool, args: { locations: ["Phoenix, AZ"], granularity: "zip5" } },
  { name: "risk-one-value", tool, args: { locations: ["Washington State"], days: 2 } },
  { name: "risk-places-not-known", tool, args: { locations: ["Springfield", "Toronto, ON", "Phoenix, AZ"] } },
  { name: "risk-one-zip", tool, args: { locations: ["85001"] } },
  { name: "risk-one-zip-finer", tool, args: { locations: ["85001"], granularity: "zip5", days: 2 } },
  { name: "risk-partly-beyond-the-horizon", tool, args: { locations: ["Phoenix, AZ"], date: "2026-11-27", days: 4 } },
  { name: "risk-no-record", tool, args: { locations: ["Anchorage, AK", "Phoenix, AZ"], days: 2 } },
  { name: "risk-unknown-zip", tool, args: { locations: ["00000"] } },
  {
    name: "risk-several-fields",
    tool,
    args: { locations: ["Phoenix, AZ"], days: 2 },
    service: {
      risk: sendsRisk((date) => [
        {
          zip: "850",
          date,
          index: 7.5,
          category: "orange",
          hours: [12, 18],
          comment: "Hot afternoon is likely there",
          more: 1,
        },
      ]),
    },
  },
  {
    name: "risk-numbers-only",
    tool,
    args: { locations: ["850", "AZ"] },
    service: {
      risk: sendsRisk(() => Array.from({ length: 12 }, (_, index) => ({ zip: String(850 + index), score: index % 3 }))),
    },
  },
  {
    name: "risk-in-part",
    tool,
    args: { locations: ["Phoenix, AZ", "Denver, CO"] },
    service: { risk: sendsRisk(() => [{ zip: "850", riskLevel: "Severe" }], { hasMore: true, total: 900 }) },
  },
  {
    name: "risk-stale",
    tool,
    args: { locations: ["Phoenix, AZ"] },
    service: {
      risk: (request) =>
        request.number === 1 ? sendsRisk(() => [{ zip: "850", riskLevel: "Severe" }])(request) : problem(503, "req-2"),
    },
    before: async ({ ask, clock }) => {
      await ask(tool, { locations: ["Phoenix, AZ"] });
      await clock.advance(1_800_000);
    },
  },
  {
    name: "risk-live-and-cached",
    tool,
    args: { locations: ["Phoenix, AZ"], days: 2 },
    before: async ({ ask, clock }) => {
      await ask(tool, { locations: ["Phoenix, AZ"] });
      await clock.advance(60_000);
    },
  },
];
