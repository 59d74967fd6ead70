import type { Api, Call } from "../../src/api/api.ts";
import type { Origin, Result } from "../../src/api/failure.ts";

/** A column of the matrix: what is asked, and how a right answer is told. */
export interface Operation {
  readonly name: "token" | "alerts" | "risk" | "plan" | "track";
  /** Whom the fault befalls, and whose requests are counted. */
  readonly product: Origin;
  /** Which base URL leads there. */
  readonly variable: string;
  ask(api: Api, call: Call): Promise<Result<unknown>>;
  /** What a right answer holds. */
  readonly answer: object;
}

/** How many alerts the sandbox has. */
export const ALERT_COUNT = 3;

const DAY_MS = 86_400_000;
const track = (api: Api, call: Call): Promise<Result<unknown>> => api.package("10042", call);

export const OPERATIONS: readonly Operation[] = [
  {
    name: "token",
    product: "token",
    variable: "COLDROUTE_AUTH_URL",
    ask: track,
    answer: { orderNumber: "10042" },
  },
  {
    name: "alerts",
    product: "alerts",
    variable: "COLDROUTE_RISK_URL",
    ask: (api, call) => api.alerts({}, call),
    answer: { records: { length: ALERT_COUNT } },
  },
  {
    name: "risk",
    product: "risk",
    variable: "COLDROUTE_RISK_URL",
    ask: (api, call) => {
      // In the middle of the sandbox's horizon, on either side of midnight.
      const date = new Date(Date.now() + 3 * DAY_MS).toISOString().slice(0, 10);
      return api.risk({ granularity: "zip3", date }, call);
    },
    answer: { complete: true },
  },
  {
    name: "plan",
    product: "planning",
    variable: "COLDROUTE_PLANNING_URL",
    ask: (api, call) =>
      api.plan(
        {
          origin: { zipCode: "38118" },
          destination: { zipCode: "10001" },
          parcel: { length: 12, width: 10, height: 8, weight: 5 },
        },
        call,
      ),
    answer: { destination: { zipCode: "10001" } },
  },
  {
    name: "track",
    product: "tracking",
    variable: "COLDROUTE_TRACKING_URL",
    ask: track,
    answer: { orderNumber: "10042" },
  },
];
