import { MAX_BILLABLE_PER_CALL } from "../config/variables.ts";
import { cleanText } from "../domain/clean.ts";
import { idsIn } from "../domain/package-ids.ts";
import type { ToolName } from "../domain/tool-list.ts";
import { completeCity, completeLastPlace } from "../places/complete.ts";

interface PromptArgument {
  readonly name: string;
  readonly description: string;
  readonly required?: true;
  /** The only values allowed, in lower case. Any other is refused; it never becomes the default. */
  readonly values?: readonly string[];
  /** Values that complete `typed`, likeliest first. Sends nothing. */
  readonly complete?: (typed: string) => readonly string[];
}

/** A task that a user starts by name. The host gives its text to the model. */
export interface Prompt {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** The server offers the prompt only if it offers all of these tools. */
  readonly tools: readonly ToolName[];
  readonly arguments: readonly PromptArgument[];
  text(args: Readonly<Record<string, string>>): string;
}

const BILL_LIMIT_TEXT = `${MAX_BILLABLE_PER_CALL} billable requests a call at most unless COLDROUTE_MAX_BILLABLE_PER_CALL is set`;

/** Room for twenty places. */
const MAX_PROMPT_ARGUMENT_CHARS = 800;

/** An argument inside a prompt: cleaned, bounded and in quotation marks; `absent` if the user gave none. */
function quotedOr(value: string | undefined, absent: string): string {
  const text = cleanText(value ?? "", MAX_PROMPT_ARGUMENT_CHARS).replaceAll('"', "'");
  return text === "" ? absent : `"${text}"`;
}

const heatBriefing: Prompt = {
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
    { name: "days", description: "days of risk, 1 to 5; default 3", values: ["1", "2", "3", "4", "5"] },
  ],
  text: ({ places, days = "3" }) =>
    [
      `Brief me on heat in these places: ${quotedOr(places, "ask me which")}.`,
      "",
      "1. Call check_heat_alerts once with all of them as `locations`.",
      `2. Call get_five_day_risk once with the same \`locations\` and days=${days}.`,
      `That is the ceiling: 2 tool calls. They bill 1 request per page of alerts, ${BILL_LIMIT_TEXT}, and ${days} for the days at most.`,
      "Plan nothing and track nothing.",
      "",
      "Then report for each place: its alerts now, its risk by day as the service names it, and what has no record. Places with",
      "an alert come first, each group in the order asked.",
    ].join("\n"),
};

const planSafeShipment: Prompt = {
  name: "plan_safe_shipment",
  title: "Plan a shipment with the heat in view",
  description:
    "Shows the heat at the destination, proposes a plan, waits for your yes, then makes it once. Three tool calls at most.",
  tools: ["check_heat_alerts", "get_five_day_risk", "plan_shipment"],
  arguments: [
    { name: "destination", description: "where to: ZIP, or city and state", required: true, complete: completeCity },
    { name: "goods", description: "what is shipped, its size in inches and weight in lb", required: true },
    { name: "origin", description: "where from; left out: the configured origin", complete: completeCity },
    { name: "deliver_by", description: "latest day of delivery, yyyy-MM-dd" },
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

// Package numbers are private, so completion never offers one.
const IDS: PromptArgument = {
  name: "ids",
  description: "order or tracking numbers, separated by commas or line breaks; 100 at most",
  required: true,
};

export function idsOf(list: string = ""): readonly string[] {
  return [...new Set(idsIn(list))];
}

/** Names the only call that the model may make, and what it bills for the packages. */
function callText(ids: readonly string[], also: string): string {
  return (
    `Call track_package once with \`ids\` [${ids.map((id) => quotedOr(id, "")).join(", ")}]${also}.\n` +
    `That is the ceiling: 1 tool call, which bills 1 request for each number found, ${ids.length} at most`
  );
}

const whereIsMyPackage: Prompt = {
  name: "where_is_my_package",
  title: "Where is my package?",
  description: "Status, schedule and last scan of packages, in words for a customer. One tool call at most.",
  tools: ["track_package"],
  arguments: [
    IDS,
    { name: "scans", description: "latest (the last of each, the default) or all", values: ["latest", "all"] },
  ],
  text: ({ ids, scans }) => {
    const numbers = idsOf(ids);
    // The tool gives all scans of ten packages at most.
    const isAll = scans === "all" && numbers.length <= 10;
    // Without `limit`, the tool lists only those packages of a long list that need a person.
    const also = isAll ? ' and `detail` "full"' : ` and \`limit\` ${numbers.length}`;
    return [
      "Where are these packages?",
      "",
      `${callText(numbers, also)}.`,
      "Plan nothing.",
      "",
      `Then report for each package, in plain words: its status, when it is due, whether that moved, and ${isAll ? "every scan" : "its last scan"} with place and time.`,
      "Where the time zone is not given, say so.",
    ].join("\n");
  },
};

const delayTriage: Prompt = {
  name: "delay_triage",
  title: "Triage of delays",
  description: "Which packages need somebody first, and why, with the heat there where wanted. One tool call at most.",
  tools: ["track_package"],
  arguments: [
    IDS,
    {
      name: "heat",
      description:
        "yes (the default) or no: whether to look up heat too, which bills 1 request per page of alerts and day of risk",
      values: ["yes", "no"],
    },
  ],
  text: ({ ids, heat }) => {
    const call =
      heat === "no"
        ? callText(idsOf(ids), "")
        : `${callText(idsOf(ids), " and `checkHeat` true")}; checkHeat adds 1 for each page of alerts and up to 5 for risk, ${BILL_LIMIT_TEXT}`;
    return [
      "Which of these packages need attention first?",
      "",
      `${call}.`,
      "Plan nothing: if a replacement seems wanted, stop and ask me.",
      "",
      "Then make a table of the packages that need attention, in the order of the answer. For each: its reasons as the",
      "answer gives them, and what a colleague could ask the carrier. Count the other packages below.",
      ...(heat === "no" ? ["Say nothing of heat: it was not looked up."] : []),
    ].join("\n");
  },
};

export const PROMPTS: readonly Prompt[] = [heatBriefing, planSafeShipment, whereIsMyPackage, delayTriage];
