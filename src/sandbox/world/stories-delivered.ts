import { PACKAGE_STATUS } from "../invented.ts";
import type { Story } from "./story.ts";

const { delivered } = PACKAGE_STATUS;

/** Packages that arrived: early, late, on the hour. */
export const DELIVERED: readonly Story[] = [
  // Delivered before its schedule, signed for.
  {
    order: "10042",
    tracking: "SBX0000010042",
    status: delivered,
    to: "80202",
    signature: true,
    location: "Front desk",
    manifest: -52,
    scheduled: -24,
    delivered: -27.3,
    scans: [
      [-54, "label", "38118"],
      [-50, "pickup", "38118"],
      [-44, "departed", "38118"],
      [-33, "arrived", "80202"],
      [-30, "out", "80202"],
      [-27.3, "delivered", "80202"],
    ],
  },
  // Delivered well before its original schedule.
  {
    order: "10046",
    tracking: "SBX0000010046",
    status: delivered,
    to: "10001",
    location: "Dock",
    manifest: -47,
    scheduled: -21,
    delivered: -23.3,
    scans: [
      [-48, "label", "60601"],
      [-45, "pickup", "60601"],
      [-30, "arrived", "10001"],
      [-26, "out", "10001"],
      [-23.3, "delivered", "10001"],
    ],
  },
  // Delivered more than a day late.
  {
    order: "10049",
    tracking: "SBX0000010049",
    status: delivered,
    to: "30301",
    carrier: "CarrierA",
    refrigerated: true,
    tier: 1,
    reIced: true,
    manifest: -120,
    scheduled: -44,
    original: -70,
    delivered: -43.5,
    scans: [
      [-122, "label", "75201"],
      [-118, "pickup", "75201"],
      [-90, "weather", "38118"],
      [-80, "reiced", "38118"],
      [-60, "departed", "38118"],
      [-48, "out", "30301"],
      [-43.5, "delivered", "30301"],
    ],
  },
  // Delivered; nobody kept the original schedule.
  {
    order: "10056",
    tracking: "SBX0000010056",
    status: delivered,
    to: "48226",
    manifest: -70,
    scheduled: -40,
    original: null,
    delivered: -39,
    scans: [
      [-72, "label", "19103"],
      [-44, "out", "48226"],
      [-39, "delivered", "48226"],
    ],
  },
  // Delivered on the hour that was planned.
  {
    order: "10060",
    tracking: "SBX0000010060",
    status: delivered,
    to: "92101",
    location: "Porch",
    manifest: -60,
    scheduled: -20,
    delivered: -20,
    scans: [
      [-61, "label", "87101"],
      [-26, "out", "92101"],
      [-20, "delivered", "92101"],
    ],
  },
];
