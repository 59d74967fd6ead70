import { readDatetime } from "../../domain/datetime.ts";
import { type Due, endOf, readDue } from "../../domain/due.ts";
import { HOUR_MS } from "../../domain/time-units.ts";
import { clockLabel, later } from "../marks/time.ts";
import { type AnswerChart, joined } from "./answer-chart.ts";
import { cityLabel, type Json, membersOf, numberOf, recordsOf, shownText, textsOf } from "./json.ts";
import { drawTimeline, type TimeRow } from "./timeline.ts";

const KEY = (["first scheduled", "scheduled", "delivered", "scan", "now"] as const).map(
  (sign) => [sign, sign] as const,
);

/** Packages in the order of attention, each on a time line. */
export function packagesChart(answer: Json): AnswerChart {
  const attention = recordsOf(answer["attention"]);
  const reasons = new Map(attention.map((each) => [each["id"], textsOf(each["reasons"]).join(", ")]));
  const packages = recordsOf(answer["packages"]);
  const rows = packages.map((one) => parcelRow(one, reasons.get(one["id"]) ?? ""));
  const others = recordsOf(answer["others"]).flatMap((group) => textsOf(group["ids"]));
  const unasked = textsOf(answer["notLookedUp"]).length;
  const undrawn = others.length + unasked;
  const unread = unasked + packages.filter(({ found }) => found === null).length;
  const known = rows.length + undrawn - unread;
  const need = `${attention.length} of ${known} packages need${attention.length === 1 ? "s" : ""} attention`;
  const [only, ...more] = rows;
  return {
    // Several packages have their reasons in their rows.
    title:
      more.length > 0
        ? joined([need, unread > 0 && `${unread} not looked up`])
        : only && `${shownText(packages[0]?.["id"], 40)}: ${only.detail}`,
    legend: [{ heading: "Alert now", names: [...new Set(rows.flatMap(({ levels }) => levels))] }],
    remarks: [
      rows.length > 0 && "Thick line: so far. Thin line: as scheduled. Dashed line: overdue.",
      undrawn > 0 && `${undrawn} more are not drawn. Their numbers stand in words.`,
    ],
    draw: (canvas) => drawTimeline(KEY, rows, undefined, canvas),
  };
}

/** A package from the carrier to the recipient: planned and actual times. */
function parcelRow(parcel: Json, reasons: string) {
  const [lastScan, heat, to] = [membersOf(parcel["lastScan"]), membersOf(parcel["heat"]), membersOf(parcel["to"])];
  const id = shownText(parcel["id"], 40);
  const known = shownText(parcel["status"], 60) || "no status";
  const status = parcel["found"] === true ? known : parcel["found"] === false ? "not found" : "not looked up";
  const address = joined([cityLabel(to), shownText(to["zip"])], " ");
  const all = recordsOf(parcel["scans"]);
  const scans = all.length > 0 ? all : [lastScan];
  const [givenMs, deliveredMs] = [parcel["givenToCarrier"], parcel["delivered"]].map(clockMs);
  const [first, due] = [readDue(parcel["originalScheduled"]), readDue(parcel["scheduled"])];
  const dueMs = endOf(due)?.wallMs;
  const [lastMs, hoursAgo] = [clockMs(lastScan["local"]), numberOf(lastScan["hoursAgo"])];
  const nowMs = later(lastMs, hoursAgo && hoursAgo * HOUR_MS);
  const isDelivered = deliveredMs !== undefined;
  // Null is an alert that could not be looked up. Without `checkHeat`, a note says that heat was not checked.
  const dueText = clockOf(parcel["scheduled"]);
  const isHeatUnknown = heat["destination"] === null && !isDelivered;
  const calm = isHeatUnknown ? "alerts at destination not known" : "needs no attention";
  const finding = parcel["found"] === true ? calm : shownText(parcel["reason"], 200);
  const startMs = givenMs ?? clockMs(scans[0]?.["local"]);
  const alerts = [...recordsOf(heat["destination"]), ...recordsOf(heat["lastPlace"])];
  const levels = alerts.map(({ level }) => shownText(level, 40));
  return {
    // A status that is also a reason appears once.
    name: joined([joined([id, address], " to "), !reasons.includes(status) && status], " · "),
    aside: isDelivered ? `delivered ${clockOf(parcel["delivered"])}` : dueText && `due ${dueText}`,
    detail: joined([reasons || finding, cityLabel(lastScan) && `last scan ${cityLabel(lastScan)}`], " · "),
    isAlarming: reasons !== "",
    levels,
    spans: [
      [startMs, dueMs, "planned"],
      [startMs, deliveredMs ?? lastMs, "actual"],
      // Ends at the time of the answer, on the clock of the last scan.
      [dueMs, parcel["overdue"] === true ? nowMs : undefined, "overdue"],
    ],
    signs: [
      [givenMs, "bar", "given to the carrier"],
      ...scans.map((scan) => [clockMs(scan["local"]), "scan", scanLabel(scan)] as const),
      ...(first.text === due.text ? [] : [dueSign(first, "first scheduled")]),
      dueSign(due, "scheduled"),
      [deliveredMs, "delivered", "delivered"],
      [isDelivered ? undefined : nowMs, "now", "now"],
    ],
    copies: id,
    more: joined(levels.map((level) => `${level} alert now`)),
  } satisfies TimeRow;
}

function dueSign(due: Due, sign: "first scheduled" | "scheduled") {
  return due.kind === "day" ? ([due.startMs, sign, sign, "day"] as const) : ([endOf(due)?.wallMs, sign, sign] as const);
}

function clockMs(datetime: unknown): number | undefined {
  return readDatetime(datetime)?.wallMs;
}

/** `Sun 11-29 08:00` of a time as sent; a date has no time. */
function clockOf(datetime: unknown): string {
  return clockLabel(shownText(datetime));
}

/** `Picked up, Memphis, TN` */
function scanLabel(scan: Json): string {
  return joined([shownText(scan["description"], 100) || shownText(scan["code"]), cityLabel(scan)]);
}
