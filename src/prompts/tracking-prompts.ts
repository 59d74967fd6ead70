import { BILL_LIMIT_TEXT, matchingValue, type Prompt, type PromptArgument, quotedOr } from "./prompt.ts";

// One call takes at most this many numbers, each at most this long.
const MOST_IDS = 100;
const MAX_ID_CHARS = 100;

/** Each given number once. Blanks separate numbers too, because users paste columns. */
function idsOf(ids: string): readonly string[] {
  return [...new Set(ids.split(/[\s,;]+/).map((id) => id.replace(/^#/, "")))].filter((id) => id !== "");
}

// Package numbers are private, so completion never offers one.
const IDS: PromptArgument = {
  name: "ids",
  description: `order or tracking numbers, separated by commas or blanks; ${MOST_IDS} at most`,
  required: true,
  problem(ids) {
    const count = idsOf(ids).length;
    return count > MOST_IDS ? `${MOST_IDS} ids at most, not ${count}: ask for the others by themselves` : undefined;
  },
};
const SCANS: PromptArgument = {
  name: "scans",
  description: "latest (the last of each, the default) or all",
  values: ["latest", "all"],
};
const HEAT: PromptArgument = {
  name: "heat",
  description:
    "yes (the default) or no: whether to look up heat too, which bills 1 request per page of alerts and day of risk",
  values: ["yes", "no"],
};

/** Names the only call that the model may make, and what it may bill. */
function callText(ids: string = "", also = "", more = ""): readonly string[] {
  const numbers = idsOf(ids);
  return [
    `Call track_package once with \`ids\` [${numbers.map((id) => quotedOr(id, "", MAX_ID_CHARS)).join(", ")}]${also}.`,
    `That is the ceiling: 1 tool call, which bills 1 request for each number found, ${numbers.length} at most${more}.`,
  ];
}

/** The status of one or several packages, in words for a customer. */
export const whereIsMyPackage: Prompt = {
  name: "where_is_my_package",
  title: "Where is my package?",
  description: "Status, schedule and last scan of packages, in words for a customer. One tool call at most.",
  tools: ["track_package"],
  arguments: [IDS, SCANS],
  text: ({ ids, scans }) => {
    const count = idsOf(ids ?? "").length;
    // The tool gives all scans of ten packages at most.
    const isAll = matchingValue(scans, ["all"]) === "all" && count <= 10;
    // For a long list without `limit`, the tool lists only the packages in need.
    const also = [...(isAll ? ['`detail` "full"'] : []), ...(count > 20 ? [`\`limit\` ${count}`] : [])];
    return [
      "Where are these packages?",
      "",
      ...callText(ids, also.map((parameter) => ` and ${parameter}`).join("")),
      "Plan nothing.",
      "",
      `Then report for each package, in plain words: its status, when it is due, whether that moved, and ${isAll ? "every scan" : "its last scan"} with place and time.`,
      "Where the time zone is not given, say so.",
    ].join("\n");
  },
};

/** Which packages need attention first, and why. */
export const delayTriage: Prompt = {
  name: "delay_triage",
  title: "Triage of delays",
  description: "Which packages need somebody first, and why, with the heat there where wanted. One tool call at most.",
  tools: ["track_package"],
  arguments: [IDS, HEAT],
  text: ({ ids, heat }) => {
    const hasHeat = matchingValue(heat, ["no"]) === undefined;
    return [
      "Which of these packages need attention first?",
      "",
      ...(hasHeat
        ? callText(
            ids,
            " and `checkHeat` true",
            `; checkHeat adds 1 for each page of alerts and up to 5 for risk, ${BILL_LIMIT_TEXT}`,
          )
        : callText(ids)),
      "Plan nothing: if a replacement seems wanted, stop and ask me.",
      "",
      "Then make a table of the packages that need attention, in the order of the answer. For each: its reasons as the",
      "answer gives them, and what a colleague could ask the carrier. Count the other packages below.",
      ...(hasHeat ? [] : ["Say nothing of heat: it was not looked up."]),
    ].join("\n");
  },
};
