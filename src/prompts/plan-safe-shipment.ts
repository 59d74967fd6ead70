import { addDays } from "../domain/calendar.ts";
import { completeCity } from "../places/complete.ts";
import { BILL_LIMIT_TEXT, type Prompt, quotedOr, startingWith } from "./prompt.ts";

const comingDays = (today: string) => [1, 2, 3, 4, 5, 6, 7].map((days) => addDays(today, days));

/** Makes a plan only after the user has seen its arguments and the heat, and has said yes. */
export const planSafeShipment: Prompt = {
  name: "plan_safe_shipment",
  title: "Plan a shipment with the heat in view",
  description:
    "Shows the heat at the destination, proposes a plan, waits for your yes, then makes it once. Three tool calls at most.",
  tools: ["check_heat_alerts", "get_five_day_risk", "plan_shipment"],
  arguments: [
    { name: "destination", description: "where to: ZIP, or city and state", required: true, complete: completeCity },
    { name: "goods", description: "what is shipped, its size in inches and weight in lb", required: true },
    { name: "origin", description: "where from; left out: the configured origin", complete: completeCity },
    {
      name: "deliver_by",
      description: "latest day of delivery, yyyy-MM-dd",
      complete: (typed, today) => startingWith(typed, comingDays(today)),
    },
    { name: "refrigerated", description: "yes or no", values: ["yes", "no"] },
  ],
  text: ({ destination, goods, origin, deliver_by: deliverBy, refrigerated }) =>
    [
      "Help me plan a shipment.",
      `To: ${quotedOr(destination, "ask me")}. From: ${quotedOr(origin, "the configured origin; never invent one")}.`,
      `Goods: ${quotedOr(goods, "ask me")}. Deliver by: ${quotedOr(deliverBy, "no deadline given")}. Refrigerated: ${quotedOr(refrigerated, "ask me")}.`,
      "",
      "1. Call check_heat_alerts and get_five_day_risk (days=5) once each for the destination.",
      "2. Stop. Show me the heat and the exact arguments of the plan. Ask for what is missing: ZIP codes, sides in inches,",
      "   weight in lb. Say that planning leaves a plan in the account, buys no label and bills 1 request. Wait for my yes.",
      "3. Only after my yes, call plan_shipment once with `checkHeat` true. If its outcome is unknown, do not repeat it: tell me.",
      "That is the ceiling: 3 tool calls. They bill 5 requests for the days, 1 for the plan, up to 8 for the risk along its",
      `route, and at most 2 requests per page of alerts, which are read again once they are minutes old; ${BILL_LIMIT_TEXT}.`,
      "",
    ].join("\n"),
};
