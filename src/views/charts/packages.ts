import { readDatetime } from "../../domain/datetime.ts";
import { type DayOrMoment, endOf, readDue } from "../../domain/due.ts";
import { HOUR_MS, hoursText } from "../../domain/time-units.ts";
import type { AnswerChart } from "./answer-chart.ts";
import { type Json, listOf, membersOf, numberOf, recordsOf, shownText, textsOf } from "./json.ts";
import { drawTimeline, later, type TimelineEvent, type TimeRow, type WallMs } from "./timeline.ts";
import { cityLabel, clockLabel, dayLabel, joined } from "./words.ts";

const SIGNS = ["first scheduled", "scheduled", "delivered", "scan", "now"] as const;
const KEY = new Map(SIGNS.map((sign) => [sign, sign]));

export function packagesChart(answer: Json): AnswerChart {
  const reasons = new Map(recordsOf(answer["attention"]).map((one) => [one["id"], textsOf(one["reasons"]).join(", ")]));
  const rows = recordsOf(answer["packages"]).map((one) => parcelRow(one, reasons.get(one["id"]) ?? ""));
  const others = recordsOf(answer["others"]).flatMap((group) => listOf(group["ids"]));
  const unlisted = others.filter((id) => reasons.has(id)).length;
  const unasked = textsOf(answer["notLookedUp"]);
  return {
    remarks: [
      rows.length > 0 && "Thick line: so far. Thin line: as scheduled. Dashed line: overdue.",
      rows.length > 0 && "Each time is on its place's clock; now is on the destination's, else on the last scan's.",
      others.length > 0 && `Not drawn: ${others.length}, ${unlisted} in need of attention.`,
      unasked.length > 0 && `Not looked up: ${shownText(unasked.join(", "), 200)}.`,
    ],
    draw: (canvas) => drawTimeline(rows, KEY, canvas),
  };
}

function parcelRow(parcel: Json, reasons: string): TimeRow {
  const id = shownText(parcel["id"], 40);
  const isFound = parcel["found"] === true;
  const status = shownText(parcel["status"], 200);
  const to = membersOf(parcel["to"]);
  const address = joined([cityLabel(to), shownText(to["zip"]), shownText(parcel["abroad"])], " ");
  const lastScan = membersOf(parcel["lastScan"]);
  const listed = recordsOf(parcel["scans"]);
  const scans = listed.length > 0 ? listed : [lastScan];
  const first = readDue(parcel["originalScheduled"]);
  const due = readDue(parcel["scheduled"]);
  const dueMs = endOf(due)?.wallMs;
  const givenMs = clockMs(parcel["givenToCarrier"]);
  const startMs = givenMs ?? clockMs(scans[0]?.["local"]);
  // `heat` is null only for a delivered package (outputs.md). `delivered` may be missing, or an appointment ahead.
  const isDelivered = parcel["heat"] === null;
  const deliveredMs = isDelivered ? clockMs(parcel["delivered"]) : undefined;
  const time = clockLabel(shownText(parcel[isDelivered ? "delivered" : "scheduled"]));
  const nowMs = nowOf(parcel, dueMs);
  const events: readonly TimelineEvent[] = [
    { at: givenMs, sign: "bar", words: "handover to the carrier" },
    ...scans.map((scan) => ({ at: clockMs(scan["local"]), sign: "scan" as const, words: scanLabel(scan) })),
    ...(first.text === due.text ? [] : [dueEvent(first, "first scheduled")]),
    dueEvent(due, "scheduled"),
    { at: deliveredMs, sign: "delivered", words: "delivered" },
    { at: isDelivered ? undefined : nowMs, sign: "now", words: "now" },
  ];
  return {
    // The service's status appears once, also if a reason quotes it.
    name: joined([joined([id, address], " to "), !reasons.includes(status) && status], " · "),
    aside: isFound ? `${isDelivered ? "delivered" : "due"} ${time || "at an unknown time"}` : "",
    detail: joined([findingOf(parcel, reasons, isDelivered), lastScanText(lastScan)], " · "),
    isAlarming: reasons !== "",
    spans: [
      { from: startMs, to: dueMs, look: "planned" },
      { from: startMs, to: deliveredMs ?? clockMs(lastScan["local"]), look: "actual" },
      { from: dueMs, to: parcel["overdue"] === true ? nowMs : undefined, look: "overdue" },
    ],
    // The readout lists the newest first.
    events: events.toSorted((one, other) => (other.at ?? 0) - (one.at ?? 0)),
    copies: id,
  };
}

/** Now, on the clock of the due time or else of the last scan. */
function nowOf(parcel: Json, dueMs: WallMs): WallMs {
  const overdueHours = numberOf(parcel["overdueHours"]);
  if (dueMs !== undefined && overdueHours !== undefined) return dueMs + overdueHours * HOUR_MS;
  // If it is not known whether the due time has passed, now has no place beside it.
  if (dueMs !== undefined && parcel["overdue"] === null) return undefined;
  const { local, hoursAgo } = membersOf(parcel["lastScan"]);
  const scanHours = numberOf(hoursAgo);
  return later(clockMs(local), scanHours && scanHours * HOUR_MS);
}

/** The reasons for attention, what is not known, or else that nothing needs attention; then missing ice. */
function findingOf(parcel: Json, reasons: string, isDelivered: boolean): string {
  const heat = membersOf(parcel["heat"]);
  const dueDay = membersOf(heat["dueDay"]);
  // Null is an alert that could not be looked up. Without `checkHeat`, a note says that heat was not checked.
  const attention = joined([
    reasons,
    heat["destination"] === null && "alerts at destination not known",
    dueDay["none"] === true && (shownText(dueDay["reason"]) || "no forecast for the area"),
  ]);
  const calm = `needs no attention${parcel["heat"] === undefined ? " as far as checked" : ""}`;
  const absent = shownText(parcel["reason"], 200) || "not looked up";
  // Reasons name missing ice, too.
  const isWarming = parcel["refrigerated"] === true && parcel["reIced"] === false && !isDelivered && reasons === "";
  return joined([attention || (parcel["found"] === true ? calm : absent), isWarming && "refrigerated, not re-iced"]);
}

function dueEvent(due: DayOrMoment, sign: "first scheduled" | "scheduled"): TimelineEvent {
  return { at: endOf(due)?.wallMs, sign, words: sign, when: due.kind === "day" ? dayLabel(due.text) : undefined };
}

function clockMs(datetime: unknown): WallMs {
  return readDatetime(datetime)?.wallMs;
}

function lastScanText(lastScan: Json): string {
  const city = cityLabel(lastScan);
  const hoursAgo = numberOf(lastScan["hoursAgo"]);
  return city && joined([`last scan ${city}`, hoursAgo !== undefined && `${hoursText(hoursAgo)} ago`], " ");
}

function scanLabel(scan: Json): string {
  return joined([shownText(scan["description"], 100) || shownText(scan["code"]), cityLabel(scan)]);
}
