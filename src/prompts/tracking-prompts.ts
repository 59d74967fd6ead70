import { given, HONESTY, MOST_BILLED, type Prompt, type PromptArgument, valueGiven } from "./prompt.ts";

/** The most numbers that one call takes. */
const MOST_IDS = 20;

const IDS: PromptArgument = {
  name: "ids",
  description: `order or tracking numbers, separated by commas; ${MOST_IDS} at most`,
  required: true,
  problem(given) {
    const count = countOf(given);
    return count > MOST_IDS ? `${MOST_IDS} ids at most, not ${count}: ask for the others by themselves` : undefined;
  },
};

/** Whose packages there are is nobody else's business: numbers are never completed. */
const SCANS: PromptArgument = {
  name: "scans",
  description: "latest (the last 3 of each, the default) or all",
  values: ["latest", "all"],
};
const HEAT: PromptArgument = {
  name: "heat",
  description: "yes (the default) or no: whether to look up alerts too, which bills 1 request per page of them",
  values: ["yes", "no"],
};

/** How many numbers were given, each counted once; those that only blanks part are many where no single number has as many parts. */
function countOf(ids: string): number {
  const parts = (separator: RegExp) =>
    new Set(ids.split(separator).flatMap((part) => (part.trim() === "" ? [] : part.trim()))).size;
  const count = parts(/[,;\n]/);
  return count === 1 && parts(/\s/) > MOST_IDS ? parts(/\s/) : count;
}

/** What the one call may bill. */
function ceilingText(ids: string | undefined, more = ""): string {
  return `That is the ceiling: 1 tool call, which bills 1 request for each number found, ${countOf(ids ?? "")} at most${more}.`;
}

/** Where one or several packages are. */
export const whereIsMyPackage: Prompt = {
  name: "where_is_my_package",
  title: "Where is my package?",
  description: "Status, schedule and last scan of packages, in words for a customer. One tool call at most.",
  tools: ["track_package"],
  arguments: [IDS, SCANS],
  text: ({ ids, scans }) =>
    [
      `Where are these packages: ${given(ids, "ask me for their numbers")}?`,
      "",
      `Call track_package once with each number once in \`ids\`${valueGiven(scans, ["all"]) === "all" ? ", and with `events` all" : ""}.`,
      `${ceilingText(ids)} Plan nothing.`,
      "",
      "Then tell for each, in plain words: its status, when it is scheduled, whether that moved, and its last scan with place",
      "and time. Where the time zone is not given, say so. An unchanged schedule is no proof of movement.",
      HONESTY,
    ].join("\n"),
};

/** Which delayed packages need somebody first. */
export const delayTriage: Prompt = {
  name: "delay_triage",
  title: "Triage of delays",
  description:
    "Puts delayed packages in the order in which they need somebody, with the heat there where wanted. One tool call at most.",
  tools: ["track_package"],
  arguments: [IDS, HEAT],
  text: ({ ids, heat }) => {
    const hasHeat = valueGiven(heat, ["no"]) === undefined;
    return [
      `Which of these packages need attention first: ${given(ids, "ask me for their numbers")}?`,
      "",
      `Call track_package once with each number once in \`ids\`${hasHeat ? ", and with `checkHeat`" : ""}.`,
      ceilingText(ids, hasHeat ? `; checkHeat adds 1 for each page of alerts, ${MOST_BILLED}` : ""),
      "Plan nothing: if a replacement seems wanted, stop and ask me.",
      "",
      `Then make a table, the most urgent first: ${hasHeat ? "refrigerated and not re-iced with an alert at the destination," : "overdue and refrigerated, not re-iced,"}`,
      "overdue, schedule moved later, no scan for long. For each: why it stands there, and what a colleague could ask the carrier.",
      ...(hasHeat ? [] : ["Say nothing of heat: it was not looked up."]),
      HONESTY,
    ].join("\n");
  },
};
