import { isDeepStrictEqual } from "node:util";
import type { Api, Call } from "../../src/api/model/api.ts";
import type { Result } from "../../src/domain/failure.ts";
import type { Origin } from "../../src/domain/product.ts";

/** A column of the matrix: a question, and the mark of a right answer. */
export interface Operation {
  readonly name: "token" | "alerts" | "risk" | "plan" | "track";
  /** The endpoint that the fault hits. The test counts its requests. */
  readonly product: Origin;
  /** The variable of its base URL. */
  readonly variable: string;
  ask(api: Api, call: Call): Promise<Result<unknown>>;
  /** A part of every right answer. */
  readonly answer: object;
}

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
      // A day in the middle of the sandbox's horizon, before and after midnight.
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

export function isAnswer({ answer }: Operation, value: unknown): boolean {
  return isPartOf(answer, value);
}

function isPartOf(part: unknown, whole: unknown): boolean {
  if (typeof part !== "object" || part === null) return isDeepStrictEqual(part, whole);
  if (typeof whole !== "object" || whole === null) return false;
  return Object.entries(part).every(([name, value]) => isPartOf(value, Reflect.get(whole, name)));
}
