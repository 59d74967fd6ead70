import { alert, sendsAlerts } from "../support/samples.ts";
import { problem, type Script, type Scripted, type Silence } from "../support/scripted-service.ts";
import type { Situation } from "./situation.ts";

const tool = "check_heat_alerts";
const HOUR_MS = 3_600_000;

/** Seven alerts in Phoenix and Miami, read one page after the other. */
const seven = ["85001", "85002", "33101", "33109", "33122", "33125", "33126"].map((zip, index) =>
  alert(zip, index < 2 ? "SevereHot" : "Hot"),
);
const pages = sendsAlerts(seven, {}, 1);

/** Always the first page, whichever the request asks for. */
const ignoresPage = (request: Parameters<typeof pages>[0]) => {
  const url = new URL(request.url);
  url.searchParams.delete("page");
  return sendsAlerts(seven, {}, 2)({ ...request, url });
};

/** The pages above, but `rest` from the third on. */
const cutShort =
  (rest: Scripted | Silence): Script =>
  (request) =>
    Number(request.url.searchParams.get("page") ?? 1) < 3 ? pages(request) : rest;

const asksPhoenix = { tool, args: { locations: ["Phoenix, AZ", "Denver, CO"] } };

export const alertSituations: readonly Situation[] = [
  { name: "alerts-everywhere", tool, args: {} },
  { name: "alerts-two-cities", ...asksPhoenix },
  { name: "alerts-state-and-prefix", tool, args: { locations: ["Texas", "857"] } },
  { name: "alerts-one-zip", tool, args: { locations: ["85001"] } },
  {
    name: "alerts-many-places",
    tool,
    args: { locations: ["Phoenix, AZ", "Tucson, AZ", "Dallas, TX", "Boston", "NYC", "Miami, FL"] },
  },
  { name: "alerts-min-level-nothing", tool, args: { locations: ["78701"], minLevel: "SevereHot" } },
  { name: "alerts-one-place-not-known", tool, args: { locations: ["Toronto, ON", "Phoenix, AZ"] } },
  {
    name: "alerts-many-places-not-known",
    tool,
    args: { locations: ["Phoneix, AZ", "Phoenix, AZ", "Canada", "I-95", "Portland", "2139"] },
  },
  {
    name: "alerts-of-fifteen-levels",
    tool,
    args: {},
    service: {
      alerts: sendsAlerts(Array.from({ length: 40 }, (_, index) => alert(`${85_001 + index}`, `L${index % 15}`))),
    },
  },
  { name: "alerts-min-level-everywhere", tool, args: { minLevel: "SevereHot" } },
  {
    name: "alerts-min-level-none-anywhere",
    tool,
    args: { minLevel: "SevereHot" },
    service: { alerts: sendsAlerts([]) },
  },
  { name: "alerts-none-anywhere", tool, args: {}, service: { alerts: sendsAlerts([]) } },
  { name: "alerts-unknown-zip", tool, args: { locations: ["85000", "99999"] } },
  {
    name: "alerts-by-zip3-area",
    tool,
    args: { locations: ["Phoenix, AZ", "85001", "Arizona"] },
    service: { alerts: sendsAlerts([alert("850", "SevereHot"), alert("857", "Hot")], { granularity: "zip3" }) },
  },
  {
    name: "alerts-with-undocumented-fields",
    tool,
    args: { locations: ["Phoenix, AZ"] },
    service: {
      alerts: sendsAlerts(
        ["85001", "85002", "85003"].map((zip) =>
          alert(zip, "SevereHot", {
            peakFahrenheit: 114,
            from: "2026-11-23T18:00:00Z",
            advice: "Stay inside and drink water",
            fourth: 4,
          }),
        ),
      ),
    },
  },
  {
    name: "alerts-without-zip-or-level",
    tool,
    args: { locations: ["Phoenix, AZ"] },
    service: {
      alerts: sendsAlerts([
        { zip: "85001" },
        { temperatureLevel: "SevereHot" },
        { zip: null, temperatureLevel: "Hot" },
      ]),
    },
  },
  {
    name: "alerts-of-other-countries-everywhere",
    tool,
    args: {},
    service: {
      alerts: sendsAlerts([
        alert("85001", "SevereHot"),
        alert("10115", "Warm", { country: "DE" }),
        { temperatureLevel: "Hot" },
      ]),
    },
  },
  { name: "alerts-in-part-time-was-up", ...asksPhoenix, service: { alerts: cutShort({ silentMs: 30_000 }) } },
  {
    name: "alerts-in-part-page-failed",
    ...asksPhoenix,
    service: { alerts: cutShort(problem(503, "req-3", "Upstream is down")) },
  },
  {
    name: "alerts-in-part-billing-limit",
    ...asksPhoenix,
    service: { alerts: pages },
    settings: { COLDROUTE_MAX_BILLABLE_PER_CALL: "3" },
  },
  {
    name: "alerts-in-part-everywhere",
    tool,
    args: {},
    service: { alerts: pages },
    settings: { COLDROUTE_MAX_BILLABLE_PER_CALL: "3" },
  },
  {
    name: "alerts-in-part-asked-again",
    ...asksPhoenix,
    service: { alerts: pages },
    settings: { COLDROUTE_MAX_BILLABLE_PER_CALL: "4" },
    before: ({ ask }) => ask(tool, asksPhoenix.args),
  },
  { name: "alerts-page-ignored", ...asksPhoenix, service: { alerts: ignoresPage } },
  {
    name: "alerts-fewer-than-announced",
    ...asksPhoenix,
    service: { alerts: sendsAlerts(seven, { total: 9, hasMore: false }) },
  },
  {
    name: "alerts-cached",
    ...asksPhoenix,
    before: async ({ ask, clock }) => {
      await ask(tool, {});
      await clock.advance(40_000);
    },
  },
  {
    name: "alerts-stale",
    ...asksPhoenix,
    service: {
      alerts: (request) =>
        request.number === 1 ? sendsAlerts(seven)(request) : problem(503, "req-2", "Upstream is down"),
    },
    before: async ({ ask, clock }) => {
      await ask(tool, {});
      await clock.advance(HOUR_MS / 2);
    },
  },
  {
    name: "alerts-no-window-no-date",
    ...asksPhoenix,
    service: { alerts: sendsAlerts(seven, { generatedAt: undefined, window: undefined }) },
  },
];
