import type { ToolResource } from "./resource.ts";

/** Bounds what is offered for completion: names of the service are untrusted, and long ones are no names. */
const PLAIN_NAME = /^[\w .-]{1,40}$/;

/** The most that the tools list: as many of these rows as one answer holds are read. */
const MOST_ROWS = 200;

const packages: ToolResource = {
  uriTemplate: "coldroute://packages/{id}",
  name: "package",
  title: "A package",
  description:
    "Status, schedule, delays and last 3 scans of one package, by order or tracking number; track_package shows all scans. Reading bills 1 request where the package is found.",
  tool: "track_package",
  parameters: [],
  arguments(uri) {
    const [id, ...more] = uri.host === "packages" ? segments(uri) : [];
    return id === undefined || more.length > 0 ? undefined : { ids: [id] };
  },
  // Whose packages there are is nobody else's business.
  values: () => [],
};

const risk: ToolResource = {
  uriTemplate: "coldroute://risk/{granularity}/{date}",
  name: "risk",
  title: "Five-day risk of a day",
  description:
    "The service's temperature risk for a day (yyyy-MM-dd) by granularity (zip3, zip5): as many records as one answer holds, and how many there are; get_five_day_risk with locations shows the others. Reading bills 1 request unless it is in memory.",
  tool: "get_five_day_risk",
  parameters: [],
  arguments(uri) {
    const [granularity, date, ...more] = uri.host === "risk" ? segments(uri) : [];
    return granularity === undefined || date === undefined || more.length > 0
      ? undefined
      : { granularity, date, limit: MOST_ROWS };
  },
  values(name, { dates, granularities }) {
    if (name === "date") return [...dates].sort();
    // The two that the specification uses (2.1), and what else was answered.
    return name === "granularity" ? [...new Set(["zip3", "zip5", ...plain(granularities)])] : [];
  },
};

const alerts: ToolResource = {
  uriTemplate: "coldroute://alerts{?minLevel}",
  name: "alerts",
  title: "Temperature alerts",
  description:
    "Temperature alerts, or those at or above a level: as many as one answer holds, and how many there are; check_heat_alerts with locations shows the others. Reading bills 1 request per page of data unless it is in memory.",
  tool: "check_heat_alerts",
  parameters: ["minLevel"],
  arguments(uri) {
    const minLevel = uri.searchParams.get("minLevel");
    const isPlain = uri.host === "alerts" && segments(uri).length === 0;
    return isPlain ? { ...(minLevel === null ? {} : { minLevel }), limit: MOST_ROWS } : undefined;
  },
  // SevereHot is the level that the specification shows (2.2).
  values: (name, { levels }) => (name === "minLevel" ? [...new Set(["SevereHot", ...plain(levels)])] : []),
};

/** The families of resources, in the order told. */
export const toolResources: readonly ToolResource[] = [packages, risk, alerts];

function plain(values: readonly string[]): readonly string[] {
  return values.filter((value) => PLAIN_NAME.test(value));
}

/** The decoded segments of a path; one that cannot be decoded is no segment of ours. */
function segments({ pathname }: URL): readonly string[] {
  try {
    return pathname
      .split("/")
      .slice(1)
      .filter((segment) => segment !== "")
      .map(decodeURIComponent);
  } catch {
    return [];
  }
}
