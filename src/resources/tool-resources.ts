import type { ToolResource } from "./resource.ts";

/** Completions offer only such names: the service's texts are untrusted, and a long one is no name. */
const PLAIN_NAME = /^[\w .-]{1,40}$/;

const packages: ToolResource = {
  uriTemplate: "coldroute://packages/{id}",
  pattern: /^coldroute:\/\/packages\/(?<id>[^/?#]+)$/,
  name: "package",
  title: "A package",
  description:
    "Status, schedule, delays and last scan of one package, by order or tracking number. track_package shows all scans. Reading bills 1 request where the package is found.",
  tool: "track_package",
  // Package numbers are private.
  values: () => [],
};

const risk: ToolResource = {
  uriTemplate: "coldroute://risk/{granularity}/{date}",
  pattern: /^coldroute:\/\/risk\/(?<granularity>[^/?#]+)\/(?<date>[^/?#]+)$/,
  name: "risk",
  title: "Five-day risk of a day",
  description:
    "Temperature risk of one day (yyyy-MM-dd) by granularity (zip3, zip5): counts of all areas, then samples. get_five_day_risk with locations shows others. Reading bills 1 request unless it is in memory.",
  tool: "get_five_day_risk",
  values(name, { dates, granularities }) {
    if (name === "date") return [...dates].sort();
    // The two documented granularities (service.md 2.1), and others seen in answers.
    return name === "granularity" ? [...new Set(["zip3", "zip5", ...plain(granularities)])] : [];
  },
};

const alerts: ToolResource = {
  uriTemplate: "coldroute://alerts{?minLevel}",
  pattern: /^coldroute:\/\/alerts(?:\?minLevel=(?<minLevel>[^&#]*))?$/,
  name: "alerts",
  title: "Temperature alerts",
  description:
    "Temperature alerts now, or those at or above a level: counts of all, then samples. check_heat_alerts with locations shows others. Reading bills 1 request per page of data unless it is in memory.",
  tool: "check_heat_alerts",
  // The configured levels or the documented one (service.md 2.2), then others seen in answers.
  values: (name, { levels }, { alertLevels = ["SevereHot"] }) =>
    name === "minLevel" ? namesOnce([...alertLevels, ...plain(levels)]) : [],
};

export const toolResources: readonly ToolResource[] = [packages, risk, alerts];

function namesOnce(names: readonly string[]): readonly string[] {
  const keys = names.map((name) => name.toLowerCase());
  return names.filter((_, index) => keys.indexOf(keys[index] ?? "") === index);
}

function plain(values: readonly string[]): readonly string[] {
  return values.filter((value) => PLAIN_NAME.test(value));
}
