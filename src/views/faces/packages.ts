import { hoursText } from "../../domain/hours.ts";
import { HOUR_MS } from "../../domain/time-units.ts";
import { clockLabel, dayLabel, writtenMs } from "../marks/time.ts";
import { type Face, joined } from "./face.ts";
import { type Json, membersOf, notesOf, numberOf, recordsOf, shownText, textsOf } from "./json.ts";
import { drawTimeline, type TimeRow } from "./timeline.ts";

const KEY = [
  ["first scheduled", "first scheduled"],
  ["scheduled", "scheduled"],
  ["delivered", "delivered"],
  ["bar", "scan"],
] as const;

/** Packages in the order of attention, each on a line of time. */
export function packagesFace(answer: Json): Face {
  const attention = recordsOf(answer["attention"]);
  const reasons = new Map(attention.map((each) => [each["id"], textsOf(each["reasons"]).join(", ")]));
  const packages = recordsOf(answer["packages"]);
  const rows = packages.map((one) => rowOf(one, reasons.get(one["id"]) ?? ""));
  const others = recordsOf(answer["others"]).flatMap((group) => textsOf(group["ids"]));
  const undrawn = others.length + textsOf(answer["notLookedUp"]).length;
  const need = `${attention.length} of ${rows.length + undrawn} packages need${attention.length === 1 ? "s" : ""} attention`;
  return {
    // The reasons stand in the rows.
    title: rows.length > 1 && need,
    legend: [{ heading: "Alert now", names: [...new Set(rows.flatMap(({ levels }) => levels))] }],
    remarks: [
      undrawn === 0 ? "" : `${undrawn} more are not drawn. Their numbers stand below, in words.`,
      packages.some(({ heat }) => membersOf(heat)["stale"] === true) ? "Alerts are STALE." : "",
      notesOf(answer),
    ],
    empty: rows.length === 0 && "No package to draw",
    draw: (canvas) => drawTimeline(KEY, rows, undefined, canvas),
  };
}

const STATUS = new Map<unknown, string>([
  [false, "not found"],
  [null, "not looked up"],
]);

/** From the carrier to the recipient: planned against actual. */
function rowOf(parcel: Json, reasons: string) {
  const [lastScan, heat, to] = [membersOf(parcel["lastScan"]), membersOf(parcel["heat"]), membersOf(parcel["to"])];
  const id = shownText(parcel["id"], 40);
  const status = STATUS.get(parcel["found"]) ?? (shownText(parcel["status"], 60) || "no status");
  const address = joined([joined([shownText(to["city"]), shownText(to["state"])]), shownText(to["zip"])], " ");
  const all = recordsOf(parcel["scans"]);
  const scans = (all.length > 0 ? all : [lastScan]).flatMap(scanOf);
  const days = [...new Set(scans.map(({ day }) => day))].map((day) => scans.filter((scan) => scan.day === day));
  const [lastMs, hoursAgo] = [writtenMs(lastScan["local"]), numberOf(lastScan["hoursAgo"])];
  const isOverdue = parcel["overdue"] === true && lastMs !== undefined && hoursAgo !== undefined;
  const levels = [...recordsOf(heat["destination"]), ...recordsOf(heat["lastPlace"])].map(({ level }) =>
    shownText(level, 40),
  );
  const lateHours = numberOf(parcel["deliveredLateHours"]) ?? 0;
  const [given = "", first = "", due = "", delivered = ""] = [
    "givenToCarrier",
    "originalScheduled",
    "scheduled",
    "delivered",
  ].map((name) => shownText(parcel[name]));
  const [startMs, dueMs, deliveredMs] = [writtenMs(given) ?? scans[0]?.ms, writtenMs(due), writtenMs(delivered)];
  return {
    // `10050 · In transit · to Phoenix, AZ 85001`; a status that is a reason, too, is said once.
    name: joined([id, !reasons.includes(status) && status, address && `to ${address}`], "  ·  "),
    detail: reasons || "needs no attention",
    isAlarming: reasons !== "",
    levels,
    spans: [
      [startMs, dueMs, "planned"],
      [startMs, deliveredMs ?? scans.at(-1)?.ms, "actual"],
      // Until the time of the answer, by the clock of the last scan.
      [dueMs, isOverdue ? lastMs + hoursAgo * HOUR_MS : undefined, "overdue"],
    ],
    signs: [
      ...scans.map(({ ms }) => [ms, "bar"] as const),
      [first === due ? undefined : writtenMs(first), "first scheduled"],
      [dueMs, "scheduled"],
      [deliveredMs, "delivered"],
    ],
    notes: days
      .filter(({ length }) => length > 1)
      .map((ofDay) => [((ofDay[0]?.ms ?? 0) + (ofDay.at(-1)?.ms ?? 0)) / 2, `${ofDay.length} scans`]),
    words: joined([
      joined([id, status, address && `to ${address}`], " "),
      reasons,
      given && `given to the carrier ${clockLabel(given)}`,
      due && `scheduled ${clockLabel(due)}`,
      first && first !== due && `first scheduled ${clockLabel(first)}`,
      delivered && `delivered ${clockLabel(delivered)}`,
      lateHours !== 0 && `${hoursText(lateHours)} ${lateHours > 0 ? "late" : "early"}`,
      // `scanned Sun 11-22: 17:00 Picked up, Memphis TN; 21:00 …`
      ...days.map((ofDay) => `scanned ${ofDay[0]?.day}: ${ofDay.map(({ words }) => words).join("; ")}`),
      ...levels.map((level) => `${level} alert now`),
    ]),
  } satisfies TimeRow;
}

/** A scan, on the clock of its place. */
function scanOf(scan: Json) {
  const local = shownText(scan["local"]);
  const ms = writtenMs(local);
  const what = shownText(scan["description"], 100) || shownText(scan["code"]);
  const where = joined([shownText(scan["city"]), shownText(scan["state"])], " ");
  return ms === undefined
    ? []
    : [{ ms, day: dayLabel(local), words: joined([`${local.slice(11, 16)} ${what}`, where]) }];
}
