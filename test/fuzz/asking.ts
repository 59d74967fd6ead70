import fc from "fast-check";

/** The method and parameters of a request. */
export interface Asking {
  readonly method: string;
  readonly params?: unknown;
  /** The tool that must answer. */
  readonly tool?: string;
}

/** Keys that a careless look-up finds on every object. */
export const PROTOTYPE_KEYS = ["__proto__", "constructor", "toString", "hasOwnProperty"] as const;

const MEANINGFUL = ["85001", "850", "10045", "99999", "SevereHot", "zip3", "2026-07-10", "latest", "TN", "US"];
const ODD = ["", " ", "..", "../../v1/x?y=", "\u0000", "\u001b[31m", "\u202eabc", "\ud800", "{", "null", "1e400"];

const text: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...MEANINGFUL) },
  { weight: 1, arbitrary: fc.constantFrom(...ODD, ...PROTOTYPE_KEYS) },
  { weight: 1, arbitrary: fc.string({ unit: "binary" }) },
);

/** Any JSON, often hard to read: prototype keys, odd texts, numbers beyond bounds. */
export const anyJson: fc.Arbitrary<unknown> = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom<unknown>(null, true, false, 0, -1, 1.5, 1e308, Number.MAX_SAFE_INTEGER + 1),
    text,
    fc.array(tie("value"), { maxLength: 4 }),
    // From entries, so that __proto__ is a key of its own.
    fc
      .array(fc.tuple(fc.oneof(fc.constantFrom(...PROTOTYPE_KEYS), fc.string()), tie("value")), { maxLength: 4 })
      .map((entries) => Object.fromEntries(entries)),
  ),
})).value;

const PARCEL = { length: 12, width: 10, height: 8, weight: 5 };

/** Valid arguments for each tool. */
const RIGHT: readonly (readonly [string, Readonly<Record<string, unknown>>])[] = [
  ["check_heat_alerts", { locations: ["85001"], minLevel: "SevereHot", limit: 5 }],
  ["get_five_day_risk", { locations: ["850"], days: 2, granularity: "zip3" }],
  ["plan_shipment", { origin: { zipCode: "38118" }, destination: "10001", parcel: PARCEL, isRefrigerated: true }],
  ["track_package", { ids: ["10045", "99999"], checkHeat: true, detail: "full" }],
];

/** A tool with valid arguments, with one member replaced or added. */
const call: fc.Arbitrary<Asking> = fc
  .tuple(fc.constantFrom(...RIGHT), fc.nat(4), text, fc.option(anyJson))
  .map(([[tool, right], place, added, value]) => {
    const change = value === null ? {} : { [Object.keys(right)[place] ?? added]: value };
    return { method: "tools/call", params: { name: tool, arguments: { ...right, ...change } }, tool };
  });

const oddCall: fc.Arbitrary<Asking> = fc
  .record({ name: anyJson, arguments: anyJson, task: anyJson, _meta: anyJson }, { requiredKeys: [] })
  .map((params) => ({ method: "tools/call", params }));

const URIS = ["status", "reference/carrier-services", "packages/", "risk/zip3/", "alerts?minLevel=", "alerts?"];
const uri = fc.tuple(fc.constantFrom(...URIS), text).map(([path, rest]) => `coldroute://${path}${rest}`);
const prompt = fc.constantFrom("heat_briefing", "plan_safe_shipment", "where_is_my_package", "delay_triage", "x");
const name = fc.constantFrom("places", "days", "destination", "ids", "id", "granularity", "date", "minLevel");
const ref = fc.oneof(
  fc.record({ type: fc.constant("ref/prompt"), name: prompt }),
  fc.record({ type: fc.constant("ref/resource"), uri }),
);

/** The parameters of a resource, a prompt or a completion, by method. */
const REFERENCES: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  "resources/read": fc.record({ uri }),
  "prompts/get": fc.record({ name: prompt, arguments: fc.dictionary(name, text) }),
  "completion/complete": fc.record({ ref, argument: fc.record({ name, value: text }) }),
};
const reference: fc.Arbitrary<Asking> = fc
  .constantFrom(...Object.entries(REFERENCES))
  .chain(([method, arbitrary]) => arbitrary.map((params) => ({ method, params })));

const METHODS = [
  ...["initialize", "ping", "tools/list", "server/discover", "logging/setLevel", ...Object.keys(REFERENCES)],
  ...["resources/list", "resources/templates/list", "prompts/list", "subscriptions/listen", "tasks/get"],
  ...["notifications/initialized", "", ...PROTOTYPE_KEYS],
];

/** Any request. */
export const asking: fc.Arbitrary<Asking> = fc.oneof(
  { weight: 8, arbitrary: call },
  { weight: 1, arbitrary: oddCall },
  { weight: 4, arbitrary: reference },
  { weight: 4, arbitrary: fc.constantFrom(...METHODS).map((method) => ({ method })) },
  { weight: 3, arbitrary: fc.record({ method: fc.oneof(fc.constantFrom(...METHODS), fc.string()), params: anyJson }) },
);
