import fc from "fast-check";
import type { ToolListing } from "../../src/server/catalogue.ts";
import { MASSES } from "./masses.ts";
import { reference } from "./references.ts";
import { anyJson, nearlyValid, PROTOTYPE_KEYS, valid } from "./values.ts";

/** An id as JSON text, or one that no other message has. */
type Id = "fresh" | { readonly json: string };

/** One thing to send, still without its id. */
export type Piece =
  | {
      readonly kind: "request";
      readonly id: Id;
      readonly method: string;
      readonly params?: unknown;
      readonly extra?: object;
    }
  | { readonly kind: "notification"; readonly method: string; readonly params?: unknown }
  /** Cancels the request `back` messages ago, which may be answered by now, or be none. */
  | { readonly kind: "cancel"; readonly back: number; readonly rest: object }
  | { readonly kind: "batch"; readonly pieces: readonly Piece[] }
  /** Text as it is: JSON that is no message, or no JSON. */
  | { readonly kind: "raw"; readonly text: string }
  | { readonly kind: "bytes"; readonly bytes: Uint8Array }
  /** `text`, `count` times over, between `before` and `after`. */
  | {
      readonly kind: "mass";
      readonly before: string;
      readonly text: string;
      readonly count: number;
      readonly after: string;
    };

/** Ids that MCP allows (texts and whole numbers) and ids that it does not, however JSON can write them. */
const ID_TEXTS = [
  ...["0", "-0", "1", "-1", "1.0", "1e2", "9007199254740991", "-9007199254740991"],
  ...['""', '"0"', '"a"', '"\\u0000"', '"\\ud800"', '"\u2028"', ...PROTOTYPE_KEYS.map((key) => JSON.stringify(key))],
  ...["1.5", "1e308", "1e400", "9007199254740992", "null", "true", "{}", "[]", '{"id":1}', "[1]"],
  JSON.stringify("x".repeat(5_000)),
];

const id: fc.Arbitrary<Id> = fc.oneof(
  { weight: 6, arbitrary: fc.constant<Id>("fresh") },
  { weight: 1, arbitrary: fc.constantFrom(...ID_TEXTS).map((json): Id => ({ json })) },
);

const METHODS = [
  ...["initialize", "ping", "tools/list", "tools/call", "server/discover", "logging/setLevel", "completion/complete"],
  ...[
    "resources/list",
    "resources/read",
    "resources/subscribe",
    "prompts/list",
    "prompts/get",
    "subscriptions/listen",
    "tasks/get",
  ],
  ...["notifications/initialized", "notifications/cancelled", "notifications/progress", "rpc.discover", ""],
  ...PROTOTYPE_KEYS,
];

/** Members of `params` that the protocol gives a meaning to. */
const META = fc.oneof(
  anyJson,
  fc.record(
    {
      progressToken: fc.oneof(fc.constantFrom<unknown>(0, "p"), anyJson),
      "io.modelcontextprotocol/related-task": fc.oneof(fc.constant({ taskId: "t" }), anyJson),
      "io.modelcontextprotocol/protocolVersion": fc.oneof(
        fc.constantFrom<unknown>("2026-07-28", "1900-01-01"),
        anyJson,
      ),
      "io.modelcontextprotocol/clientInfo": fc.oneof(fc.constant({ name: "f", version: "1" }), anyJson),
      "io.modelcontextprotocol/clientCapabilities": fc.oneof(fc.constant({}), anyJson),
    },
    { requiredKeys: [] },
  ),
);

/** Members that belong to no message, and known ones of wrong kinds. */
const extra = fc.oneof(
  { weight: 8, arbitrary: fc.constant({}) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom("x", "result", "error", ...PROTOTYPE_KEYS), anyJson)
      .map(([key, value]) => Object.fromEntries([[key, value]])),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom<object>(
      { jsonrpc: "1.0" },
      { jsonrpc: 2 },
      { jsonrpc: null },
      { method: 7 },
      { id: null },
    ),
  },
);

/** Everything that is sent as one line, for the tools that the server lists. */
export function pieceArbitrary(tools: readonly ToolListing[]): fc.Arbitrary<Piece> {
  const call = toolCall(tools);
  const single = fc.oneof(
    { weight: 12, arbitrary: call },
    { weight: 5, arbitrary: ordinary },
    { weight: 5, arbitrary: aReference },
    { weight: 4, arbitrary: anyMethod },
    { weight: 2, arbitrary: notification },
    { weight: 3, arbitrary: cancel },
    { weight: 2, arbitrary: junk },
  );
  return fc.oneof(
    { weight: 96, arbitrary: single },
    { weight: 8, arbitrary: fc.array(single, { maxLength: 6 }).map((pieces): Piece => ({ kind: "batch", pieces })) },
    { weight: 6, arbitrary: line },
    { weight: 1, arbitrary: fc.constantFrom(...MASSES) },
  );
}

function toolCall(tools: readonly ToolListing[]): fc.Arbitrary<Piece> {
  const params = fc
    .constantFrom(...tools)
    .chain(({ name, inputSchema }) =>
      fc.oneof(
        { weight: 4, arbitrary: named(name, valid(inputSchema)) },
        { weight: 4, arbitrary: named(name, nearlyValid(inputSchema)) },
        { weight: 1, arbitrary: named(name, anyJson) },
        { weight: 1, arbitrary: fc.record({ name: anyJson, arguments: anyJson, task: anyJson }, { requiredKeys: [] }) },
      ),
    );
  const withMeta = fc
    .tuple(params, fc.option(META, { freq: 6, nil: undefined }))
    .map(([one, meta]) => (meta === undefined ? one : { ...one, _meta: meta }));
  return request(fc.constant("tools/call"), withMeta);
}

function named(name: string, args: fc.Arbitrary<unknown>): fc.Arbitrary<object> {
  return args.map((sent) => ({ name, arguments: sent }));
}

function request(method: fc.Arbitrary<string>, params: fc.Arbitrary<unknown>): fc.Arbitrary<Piece> {
  return fc.record({ kind: fc.constant("request" as const), id, method, params, extra });
}

const initializeParams = fc.oneof(
  fc.record({
    protocolVersion: fc.constantFrom("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "1900-01-01", ""),
    capabilities: fc.oneof(fc.constantFrom({}, { elicitation: {} }, { roots: { listChanged: true } }), anyJson),
    clientInfo: fc.constant({ name: "fuzz", version: "1" }),
  }),
  anyJson,
);

const ordinary = fc.oneof(
  {
    weight: 2,
    arbitrary: request(fc.constantFrom("ping", "tools/list"), fc.constantFrom<unknown>(undefined, {}, { cursor: "x" })),
  },
  { weight: 1, arbitrary: request(fc.constant("initialize"), initializeParams) },
);

const aReference: fc.Arbitrary<Piece> = fc
  .tuple(reference, id, extra)
  .map(([[method, params], its, members]): Piece => ({ kind: "request", id: its, method, params, extra: members }));

const anyMethod = request(
  fc.oneof(fc.constantFrom(...METHODS), fc.string()),
  fc.oneof(
    anyJson,
    fc.constant(undefined),
    META.map((_meta) => ({ _meta })),
  ),
);

const notification: fc.Arbitrary<Piece> = fc.record({
  kind: fc.constant("notification" as const),
  method: fc.constantFrom(...METHODS),
  params: fc.oneof(fc.constantFrom<unknown>(undefined, {}), anyJson),
});

const cancel: fc.Arbitrary<Piece> = fc.record({
  kind: fc.constant("cancel" as const),
  back: fc.oneof(fc.constantFrom(1, 1, 2), fc.nat(30)),
  rest: fc.oneof(
    fc.constantFrom<object>({}, { reason: "no more" }),
    fc.record({ reason: anyJson }),
    fc.record({ _meta: anyJson }),
  ),
});

/** JSON that is no message of the protocol, and answers to questions that nobody asked. */
const junk: fc.Arbitrary<Piece> = fc
  .oneof(
    anyJson,
    fc.record({ jsonrpc: fc.constant("2.0"), id: anyJson, result: anyJson }),
    fc.record({ jsonrpc: fc.constant("2.0"), id: anyJson, error: anyJson }, { requiredKeys: ["jsonrpc", "id"] }),
  )
  .map((value) => ({ kind: "raw", text: JSON.stringify(value) ?? "null" }));

/** Lines that are no JSON, blank, or no UTF-8. */
const line: fc.Arbitrary<Piece> = fc.oneof(
  fc
    .oneof(
      fc.string({ unit: "binary" }).map((text) => text.replaceAll("\n", " ")),
      fc.constantFrom(
        "",
        " ",
        "\t\r",
        "\ufeff",
        "{",
        "}",
        '{"jsonrpc":"2.0","id":1,',
        "Content-Length: 2\r",
        "NaN",
        "'a'",
      ),
    )
    .map((text): Piece => ({ kind: "raw", text })),
  fc
    .uint8Array({ maxLength: 60 })
    .map((bytes): Piece => ({ kind: "bytes", bytes: bytes.map((byte) => (byte === 10 ? 0xff : byte)) })),
  // An overlong form, a lone continuation and a surrogate in UTF-8, inside an otherwise right request.
  fc.constantFrom([0xc0, 0xaf], [0x80], [0xed, 0xa0, 0x80]).map(
    (bytes): Piece => ({
      kind: "bytes",
      bytes: Buffer.concat([
        Buffer.from('{"jsonrpc":"2.0","id":"utf-8 '),
        Buffer.from(bytes),
        Buffer.from('","method":"ping"}'),
      ]),
    }),
  ),
);
