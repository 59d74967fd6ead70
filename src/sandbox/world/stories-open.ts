import { PACKAGE_STATUS } from "../invented.ts";
import type { Story } from "./story.ts";

const { labelCreated, inTransit, outForDelivery, delayed, exception, returning } = PACKAGE_STATUS;

/** Packages that have not arrived: under way, in trouble, or hardly begun. */
export const OPEN: readonly Story[] = [
  // In transit, its schedule unchanged.
  {
    order: "10043",
    tracking: "SBX0000010043",
    status: inTransit,
    to: "02134",
    refrigerated: true,
    tier: 1,
    manifest: -20,
    scheduled: 26,
    scans: [
      [-22, "label", "33101"],
      [-18, "pickup", "33101"],
      [-9, "departed", "33101"],
      [-3, "arrived", "38118"],
    ],
  },
  // Late by its schedule, which moved a day; not due yet.
  {
    order: "10044",
    tracking: "SBX0000010044",
    status: delayed,
    to: "60601",
    carrier: "CarrierB",
    zones: "abbreviated",
    manifest: -40,
    scheduled: 30,
    original: 6,
    scans: [
      [-42, "label", "90001"],
      [-38, "pickup", "90001"],
      [-30, "departed", "90001"],
      [-12, "weather", "80202"],
    ],
  },
  // Overdue, refrigerated, not re-iced: the one to worry about.
  {
    order: "10045",
    tracking: "SBX0000010045",
    status: inTransit,
    to: "33101",
    carrier: "CarrierB",
    refrigerated: true,
    tier: 2,
    zones: "abbreviated",
    manifest: -70,
    scheduled: -30,
    original: -54,
    scans: [
      [-72, "label", "60601"],
      [-68, "pickup", "60601"],
      [-52, "arrived", "38118"],
      [-37, "departed", "38118"],
    ],
  },
  // A label and nothing else: the carrier does not have it.
  {
    order: "10047",
    tracking: "SBX0000010047",
    status: labelCreated,
    to: "85001",
    carrier: "CarrierC",
    scheduled: 70,
    scans: [[-2, "label", "38118"]],
  },
  // Almost everything null.
  { order: "10048", tracking: null, status: null, to: "98101", carrierService: null, scans: null },
  // Refrigerated and re-iced on its way.
  {
    order: "10050",
    tracking: "SBX0000010050",
    status: inTransit,
    to: "85001",
    refrigerated: true,
    reIced: true,
    tier: 2,
    manifest: -44,
    scheduled: 20,
    original: -4,
    scans: [
      [-46, "label", "02108"],
      [-42, "pickup", "02108"],
      [-28, "arrived", "38118"],
      [-16, "reiced", "38118"],
      [-10, "departed", "38118"],
    ],
  },
  // Out for delivery; its schedule has passed in some zones and not in others.
  {
    order: "10051",
    tracking: "SBX0000010051",
    status: outForDelivery,
    to: "90012",
    manifest: -30,
    scheduled: -1,
    scans: [
      [-32, "label", "98101"],
      [-29, "pickup", "98101"],
      [-12, "departed", "98101"],
      [-5, "arrived", "90012"],
      [-3, "out", "90012"],
    ],
  },
  // The carrier cannot deliver it.
  {
    order: "10052",
    tracking: "SBX0000010052",
    status: exception,
    to: "60611",
    manifest: -50,
    scheduled: 18,
    original: -6,
    zones: "abbreviated",
    scans: [
      [-51, "label", "33101"],
      [-48, "pickup", "33101"],
      [-14, "out", "60611"],
      [-8, "exception", "60611"],
    ],
  },
  // On its way back.
  {
    order: "10053",
    tracking: "SBX0000010053",
    status: returning,
    to: "97201",
    carrier: "CarrierC",
    manifest: -150,
    scheduled: -100,
    scans: [
      [-152, "label", "77002"],
      [-148, "pickup", "77002"],
      [-98, "exception", "97201"],
      [-60, "returning", "97201"],
      [-20, "arrived", "80202"],
    ],
  },
  // Zones by US abbreviation only.
  {
    order: "10054",
    tracking: "SBX0000010054",
    status: inTransit,
    to: "96813",
    carrier: "CarrierC",
    zones: "abbreviated",
    manifest: -60,
    scheduled: 36,
    scans: [
      [-62, "label", "10001"],
      [-58, "pickup", "10001"],
      [-40, "departed", "60601"],
      [-24, "departed", "85001"],
      [-10, "arrived", "96813"],
    ],
  },
  // An empty list of events, not null.
  {
    order: "10055",
    tracking: "SBX0000010055",
    status: labelCreated,
    to: "73102",
    manifest: -1,
    scheduled: 46,
    scans: [],
  },
  // The lower bounds of spec 8.5.
  {
    order: "10057",
    tracking: "SBX0000010057",
    status: inTransit,
    to: "64106",
    weight: 0,
    tier: 0,
    manifest: -10,
    scheduled: 40,
    scans: [[-9, "pickup", "63101"]],
  },
  // The upper bounds of spec 8.5.
  {
    order: "10058",
    tracking: "SBX0000010058",
    status: inTransit,
    to: "78701",
    weight: 1000,
    tier: 2,
    manifest: -12,
    scheduled: 60,
    scans: [[-11, "pickup", "70112"]],
  },
  // A long way with many scans.
  {
    order: "10059",
    tracking: "SBX0000010059",
    status: inTransit,
    to: "99501",
    manifest: -140,
    scheduled: 24,
    original: 0,
    scans: [
      [-142, "label", "33101"],
      [-138, "pickup", "33101"],
      [-130, "departed", "33101"],
      [-118, "arrived", "30301"],
      [-110, "departed", "30301"],
      [-98, "arrived", "38118"],
      [-90, "departed", "38118"],
      [-76, "arrived", "80202"],
      [-70, "departed", "80202"],
      [-56, "arrived", "84101"],
      [-50, "departed", "84101"],
      [-36, "arrived", "98101"],
      [-28, "weather", "98101"],
      [-12, "departed", "98101"],
    ],
  },
  // Known by its tracking number alone.
  {
    order: null,
    tracking: "SBX0000010061",
    status: inTransit,
    to: "37201",
    manifest: -8,
    scheduled: 32,
    scans: [[-7, "pickup", "40202"]],
  },
];
