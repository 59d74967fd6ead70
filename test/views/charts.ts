import type { ChatHost, Result } from "./browser.ts";

const PARCEL = { length: 10, width: 8, height: 6, weight: 5 };

function inDays(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
}

/** The call behind each chart, and texts that its legend, drawing, first row and remarks must have. */
export const CHARTS = [
  {
    chart: "alerts",
    tool: "check_heat_alerts",
    args: { limit: 200 },
    legend: "Alerts now",
    drawn: "TX",
    spot: /^\d{5} .*: \w+/,
    caveat: "No alert does not mean that temperatures are safe or places covered.",
  },
  {
    chart: "risk",
    tool: "get_five_day_risk",
    args: { locations: ["Miami, FL", "Phoenix, AZ", "TX", "Honolulu, HI"], days: 5 },
    legend: "riskLevel",
    drawn: "Phoenix, AZ",
    spot: /^Phoenix, AZ \(area 850\), \w{3} \d\d-\d\d: riskLevel \w+/,
    caveat: "Order of levels: as configured.",
  },
  {
    chart: "plans",
    tool: "plan_shipment",
    args: {
      origin: "38118",
      destination: "85001",
      parcel: PARCEL,
      shipDates: [inDays(1), inDays(2), inDays(3)],
      deliveryByDate: inDays(4),
      checkHeat: true,
    },
    legend: "Forecast at arrival and along the route",
    drawn: "Deadline: end of",
    spot: /USD, .* spare, .*shipment_\w+\n.* \d\d:\d\d pickup\n.* \d\d:\d\d estimated arrival\n.* deadline\nclock of America\/Phoenix/,
    caveat: "Unused plans stay in the account.",
  },
  {
    chart: "packages",
    tool: "track_package",
    args: { ids: ["10043", "10045", "10046", "10050", "10051", "99999"], checkHeat: true },
    legend: "Dashed line: overdue.",
    drawn: "first scheduled",
    spot: /^10\d{3} /,
    caveat: "The service gives no zone for",
  },
] as const;

/** Makes the call behind each chart. Returns a look-up of the result by chart. */
export async function chartResults(chat: ChatHost): Promise<(chart: string) => Result> {
  const results = new Map<string, Result>();
  for (const { chart, tool, args } of CHARTS) results.set(chart, await chat.call(tool, args));
  return (chart) => results.get(chart) as Result;
}

/** Answers that found nothing. */
export const EMPTY: Readonly<Record<string, unknown>> = {
  ...{ alerts: [], matched: 0, byLevel: {}, byState: {} },
  ...{ places: [], counts: [], unavailable: [], uncovered: [] },
  ...{ plans: [], packages: [], attention: [] },
};

const HOSTILE = `"><img src=x onerror="parent.postMessage('out','*')"><script>location='https://evil.example/'</script>\u202e\u0000'\`\${7*7}`;

/** The same value with hostile text in every string but dates and ZIPs, and in the name of every number. */
export function hostile(value: unknown): unknown {
  if (typeof value === "string") return /^\d{4}-\d\d-\d\d|^\d{5}$/.test(value) ? value : HOSTILE + value;
  if (Array.isArray(value)) return value.map(hostile);
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).map(([name, member]) => [
    typeof member === "number" ? HOSTILE + name : name,
    hostile(member),
  ]);
  return Object.fromEntries([...members, ["__proto__", HOSTILE], ["constructor", HOSTILE]]);
}

/** The same result with these members of its structured content replaced. */
export function altered(result: Result, members: Record<string, unknown>): Result {
  return { ...result, structuredContent: { ...result.structuredContent, ...members } };
}

/** 5,000 marks over the whole country. */
export function manyMarks(): Record<string, unknown> {
  const zips = Array.from({ length: 2_500 }, (_, index) => String(1_001 + index * 39).padStart(5, "0")).join(" ");
  return {
    "coldroute/view": {
      marks: [
        ["SevereHot", zips],
        ["A level not seen before", zips],
      ],
    },
  };
}
