import fc from "fast-check";
import { anyJson, text } from "./values.ts";

/** What the server offers beside its tools: resources and templates by URI, prompts by name, and their arguments. */
const URIS = ["coldroute://status", "coldroute://reference/carrier-services"];
const TEMPLATES = [
  "coldroute://packages/{id}",
  "coldroute://risk/{granularity}/{date}",
  "coldroute://alerts{?minLevel}",
];
const PROMPTS = ["heat_briefing", "plan_safe_shipment", "where_is_my_package", "delay_triage"];
const ARGUMENTS = [
  ...["places", "days", "destination", "goods", "origin", "deliver_by", "refrigerated", "ids"],
  ...["id", "granularity", "date", "minLevel"],
];

/** A URI that may name something, as it is or percent-encoded, and others. */
const uri = fc.oneof(
  { weight: 2, arbitrary: fc.constantFrom(...URIS, ...TEMPLATES) },
  {
    weight: 6,
    arbitrary: fc
      .tuple(fc.constantFrom("packages/", "risk/", "risk/zip3/", "alerts?minLevel=", "alerts?", ""), text, fc.boolean())
      .map(([path, rest, encoded]) => `coldroute://${path}${encoded ? encodeURIComponent(rest.toWellFormed()) : rest}`),
  },
  { weight: 1, arbitrary: anyJson },
);

const prompt = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom<unknown>(...PROMPTS) },
  { weight: 1, arbitrary: anyJson },
);

const promptArguments = fc.oneof(
  { weight: 6, arbitrary: fc.dictionary(fc.constantFrom(...ARGUMENTS), text, { maxKeys: 4 }) },
  { weight: 1, arbitrary: anyJson },
);

const completion = fc.record({
  ref: fc.oneof(
    { weight: 4, arbitrary: fc.record({ type: fc.constant("ref/prompt"), name: prompt }) },
    { weight: 4, arbitrary: fc.record({ type: fc.constant("ref/resource"), uri }) },
    { weight: 1, arbitrary: anyJson },
  ),
  argument: fc.oneof(
    { weight: 6, arbitrary: fc.record({ name: fc.constantFrom(...ARGUMENTS), value: text }) },
    { weight: 1, arbitrary: anyJson },
  ),
});

/** Method and parameters of a request for a resource, a prompt or a completion. */
export const reference: fc.Arbitrary<readonly [method: string, params: unknown]> = fc.oneof(
  fc.constantFrom("resources/list", "resources/templates/list", "prompts/list").map((method) => [method, {}] as const),
  fc.record({ uri }).map((params) => ["resources/read", params] as const),
  fc.record({ name: prompt, arguments: promptArguments }).map((params) => ["prompts/get", params] as const),
  completion.map((params) => ["completion/complete", params] as const),
);
