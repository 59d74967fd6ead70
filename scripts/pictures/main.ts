import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";

const PARCEL = { length: 12, width: 10, height: 8, weight: 6.5 };

function inDays(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
}

/** The documents' pictures, each with its call to the simulated service. */
const PICTURES = {
  "heat-alerts": ["check_heat_alerts", {}],
  "five-day-risk": [
    "get_five_day_risk",
    { locations: ["Phoenix, AZ", "Houston, TX", "Miami, FL", "TX", "Denver, CO"], days: 5 },
  ],
  "shipment-plans": [
    "plan_shipment",
    {
      ...{ origin: "38118", destination: "85001", parcel: PARCEL, checkHeat: true, deliveryByDate: inDays(5) },
      shipDates: [1, 2, 3, 4, 5].map(inDays),
    },
  ],
  packages: ["track_package", { ids: ["10043", "10045", "10046", "10050", "10051", "10052"], checkHeat: true }],
} as const;

// Run with `npm run script -- pictures` after changing the view.
mkdirSync("docs/pictures", { recursive: true });
for (const [name, [tool, args]] of Object.entries(PICTURES)) {
  const asked = [
    "dist/main.cjs",
    "--sandbox",
    "call",
    tool,
    JSON.stringify(args),
    "--png",
    `docs/pictures/${name}.png`,
  ];
  execFileSync("node", asked, { stdio: ["ignore", "ignore", "inherit"] });
}
