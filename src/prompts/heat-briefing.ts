import { completeLastPlace } from "../places/complete.ts";
import { BILL_LIMIT_TEXT, matchingValue, type Prompt, quotedOr } from "./prompt.ts";

const DAYS = ["1", "2", "3", "4", "5"];

/** Asks for alerts now and risk on the coming days, for a few places. */
export const heatBriefing: Prompt = {
  name: "heat_briefing",
  title: "Heat briefing",
  description: "Alerts now and risk on the coming days for some places, in one page. Two tool calls at most.",
  tools: ["check_heat_alerts", "get_five_day_risk"],
  arguments: [
    {
      name: "places",
      description: "places, separated by semicolons: ZIP, ZIP prefix, city and state",
      required: true,
      complete: completeLastPlace,
    },
    { name: "days", description: "days of risk, 1 to 5; default 3", values: DAYS },
  ],
  text: ({ places, days }) => {
    const count = matchingValue(days, DAYS) ?? "3";
    return [
      `Brief me on heat in these places: ${quotedOr(places, "ask me which")}.`,
      "",
      "1. Call check_heat_alerts once with all of them as `locations`.",
      `2. Call get_five_day_risk once with the same \`locations\` and days=${count}.`,
      `That is the ceiling: 2 tool calls. They bill 1 request per page of alerts, ${BILL_LIMIT_TEXT}, and ${count} for the days at most.`,
      "Plan nothing and track nothing.",
      "",
      "Then report for each place: its alerts now, its risk by day as the service names it, and what has no record. Places with",
      "an alert come first, each group in the order asked.",
    ].join("\n");
  },
};
