import { ORDERS } from "../support/asking.ts";
import { alert, holdsBack, MIAMI, parcel, scan, sendsAlerts, sendsPackages, sendsRisk } from "../support/samples.ts";
import { problem } from "../support/scripted-service.ts";
import type { Situation } from "./situation.ts";

const tool = "track_package";

const numbers = (first: number, last: number): string[] =>
  Array.from({ length: last - first + 1 }, (_, index) => String(first + index));

const LOW = sendsRisk(() => ["850", "331"].map((zip) => ({ zip, riskLevel: "Low" })));

export const trackSituations: readonly Situation[] = [
  { name: "track-one", tool, args: { ids: ["10043"] } },
  { name: "track-one-overdue", tool, args: { ids: ["10045"] } },
  { name: "track-one-in-heat", tool, args: { ids: ["10050"], checkHeat: true } },
  {
    name: "track-six-with-heat",
    tool,
    args: { ids: ["10043", "10045", "10046", "10050", "10051", "99999"], checkHeat: true },
  },
  {
    name: "track-twenty-with-heat",
    tool,
    args: { ids: [...numbers(10_042, 10_060), "SBX0000010061"], checkHeat: true },
  },
  {
    name: "track-ninety-with-heat",
    tool,
    args: { ids: [...numbers(10_101, 10_169), ...numbers(10_042, 10_060), "99999", "10201 10202"], checkHeat: true },
  },
  {
    name: "track-ninety-in-part",
    tool,
    args: { ids: [...numbers(10_042, 10_060), ...numbers(10_101, 10_168), "sbx0000010050", "99999", "sbx0000099999"] },
    settings: { COLDROUTE_MAX_BILLABLE_PER_CALL: "60" },
  },
  { name: "track-small-letters", tool, args: { ids: ["order sbx0000010050", "99998", "99999"] } },
  { name: "track-pasted-list", tool, args: { ids: ["#10042, #10046;10057\n10042"] } },
  { name: "track-not-found", tool, args: { ids: ["99999"], checkHeat: true } },
  { name: "track-delivered-late", tool, args: { ids: ["10049"], checkHeat: true } },
  { name: "track-delivered-early", tool, args: { ids: ["10042"] } },
  { name: "track-no-status", tool, args: { ids: ["10048"] } },
  { name: "track-same-package-twice", tool, args: { ids: ["10043", "SBX0000010043"] } },
  { name: "track-in-full", tool, args: { ids: ["10044"], detail: "full" } },
  {
    name: "track-warming-toward-heat",
    tool,
    args: { ids: ["1", "2", "3"], checkHeat: true },
    service: {
      tracking: sendsPackages({
        1: parcel({ orderNumber: "1" }),
        2: parcel({ orderNumber: "2", refrigerated: true, reIced: null }),
        3: parcel({ orderNumber: "3", refrigerated: true, recipientAddress: MIAMI }),
      }),
      alerts: sendsAlerts([alert("85001", "SevereHot"), alert("38103", "Warm")]),
      risk: LOW,
    },
  },
  {
    name: "track-into-heat-with-an-order",
    tool,
    args: { ids: ["10043", "10047", "10058"], checkHeat: true },
    settings: ORDERS,
  },
  {
    name: "track-no-scan-for-days",
    tool,
    args: { ids: ["1", "2"] },
    service: {
      tracking: sendsPackages({
        1: parcel({ orderNumber: "1", events: [scan("2026-11-19T16:24:00", "Departed facility")] }),
        2: parcel({ orderNumber: "2", events: null }),
      }),
    },
  },
  {
    name: "track-zone-not-known",
    tool,
    args: { ids: ["1", "2"], checkHeat: true },
    service: {
      tracking: sendsPackages({
        1: parcel({
          orderNumber: "1",
          scheduledDeliveryDate: "2026-11-23T00:30:00",
          recipientAddress: { city: "Springfield" },
        }),
        2: parcel({
          orderNumber: "2",
          recipientAddress: { city: "Toronto", state: "ON", zip: "M5V 2T6", country: "CA" },
          events: [scan("2026-11-22T16:24:00", "Arrived", { city: "Toronto", state: "ON", timeZone: "EST" })],
        }),
      }),
      alerts: sendsAlerts([]),
    },
  },
  {
    name: "track-some-not-asked",
    tool,
    args: { ids: ["1", "2", "3"] },
    service: { tracking: sendsPackages({ 1: parcel({ orderNumber: "1" }), 2: holdsBack(429, 40) }) },
  },
  {
    name: "track-look-up-refused",
    tool,
    args: { ids: ["1", "2"] },
    service: {
      tracking: sendsPackages({ 1: parcel({ orderNumber: "1" }), 2: problem(400, "req-2", "id is too short") }),
    },
  },
  {
    name: "track-alerts-could-not-be-read",
    tool,
    args: { ids: ["1"], checkHeat: true },
    service: {
      tracking: sendsPackages({ 1: parcel({ orderNumber: "1" }) }),
      alerts: () => problem(503, "req-7"),
      risk: LOW,
    },
  },
  {
    name: "track-alerts-in-part",
    tool,
    args: { ids: ["1", "2"], checkHeat: true },
    service: {
      tracking: sendsPackages({
        1: parcel({ orderNumber: "1" }),
        2: parcel({ orderNumber: "2", recipientAddress: MIAMI }),
      }),
      alerts: sendsAlerts([alert("85001", "Hot"), alert("85002", "Hot"), alert("33101", "Hot")], {}, 1),
      risk: LOW,
    },
    settings: { COLDROUTE_MAX_BILLABLE_PER_CALL: "4" },
  },
  {
    name: "track-alerts-stale",
    tool,
    args: { ids: ["1"], checkHeat: true },
    service: {
      tracking: sendsPackages({ 1: parcel({ orderNumber: "1" }) }),
      alerts: (request) =>
        request.number === 1 ? sendsAlerts([alert("85001", "Hot")])(request) : problem(503, "req-7"),
      risk: LOW,
    },
    before: async ({ ask, clock }) => {
      await ask("check_heat_alerts");
      await clock.advance(1_800_000);
    },
  },
];
