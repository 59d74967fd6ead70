import { beforeAll, describe, expect, test } from "vitest";
import type { ToolListing } from "../../src/server/catalogue.ts";
import { Answers } from "./answers.ts";
import { Expectation } from "./expectation.ts";
import { askTools, fuzzSeed, runStorm } from "./fuzz.ts";
import { MASSES } from "./masses.ts";
import { OPENINGS } from "./openings.ts";
import { describeFailure } from "./report.ts";

/** Storms that are the same each time. */
const SEEDS = [1, 2, 3, 4, 5, 101, 103, 105, 5035, 720297937];

const TIMEOUT_MS = 300_000;

let tools: readonly ToolListing[];
beforeAll(async () => {
  tools = await askTools();
});

describe("the server under a storm of right, nearly right and hostile messages, in either era", () => {
  test("answers each as it must, stays within bounds, and works afterwards", { timeout: TIMEOUT_MS }, async () => {
    expect(tools).toHaveLength(4);
    let messages = 0;
    for (const seed of SEEDS) {
      const report = await fuzzSeed(seed, tools);
      messages += report.messages;
      if (report.failure !== undefined) expect.fail(describeFailure(report));
    }
    expect(messages).toBeGreaterThan(300);
  });

  const eras = OPENINGS.filter(({ name }) => name === "handshake" || name === "discovery");
  test.each(eras)("bears much of everything after $name", { timeout: TIMEOUT_MS }, async (opening) => {
    const call = { name: "track_package", arguments: { ids: ["10045"] } };
    const crowd = Array.from({ length: 300 }, (_, n) => {
      const params = n % 3 === 0 ? call : {};
      return { kind: "request", id: "fresh", method: n % 3 === 0 ? "tools/call" : "tools/list", params } as const;
    });
    const sendings = [
      ...MASSES.map((piece) => ({ piece, end: "\n", share: 1, breaks: [], afterwards: "write" }) as const),
      ...crowd.map((piece) => ({ piece, end: "\n", share: 1, breaks: [], afterwards: "more" }) as const),
    ];
    const report = await runStorm({ opening, sendings, end: "settled" }, tools);
    expect(report).toMatchObject({ violations: [], stderr: "" });
    expect(report.messages).toBeGreaterThan(1_000);
  });
});

/** What is said of a server that was sent `sent` and wrote `written`. */
function judge(sent: readonly (object | string)[], written: readonly (object | string)[]) {
  const line = (message: object | string): string =>
    typeof message === "string" ? message : JSON.stringify({ jsonrpc: "2.0", ...message });
  const expectation = new Expectation();
  expectation.take(Buffer.from(sent.map((message) => `${line(message)}\n`).join("")));
  const answers = new Answers(expectation, tools);
  for (const message of written) answers.take(line(message));
  return [...answers.violations, ...answers.missing(), ...answers.surplus()].map((problem) => problem.split(":")[0]);
}

describe("the judge", () => {
  const ping = { id: 1, method: "ping" };
  const call = { id: 2, method: "tools/call", params: { name: "track_package", arguments: { ids: ["1"] } } };
  const cancelled = { method: "notifications/cancelled", params: { requestId: 1 } };
  const pong = { id: 1, result: {} };
  const refusal = { id: null, error: { code: -32700, message: "Parse error" } };
  const content = [{ type: "text", text: "an answer" }];
  const usage = { "coldroute/usage": {} };
  const TRACKED = { answer: "", source: { data: "live", billableRequests: 0 }, attention: [], packages: [], notes: [] };

  test.each<[string, readonly (object | string)[], readonly (object | string)[]]>([
    ["an answer", [ping], [pong]],
    ["answers in any order", [ping, { ...ping, id: "1" }], [{ ...pong, id: "1" }, pong]],
    ["silence about what is no message", ["{", "[1,2]", `[${JSON.stringify({ jsonrpc: "2.0", ...ping })}]`], []],
    ["silence about what asks for nothing", [" ", { method: "x" }, { id: 5, result: {} }], []],
    ["an answer or silence for a request with more members", [{ ...ping, more: 1 }], []],
    ["a cancelled request without answer", [ping, cancelled], []],
    ["a cancelled request with one", [ping, cancelled], [pong]],
    [
      "an internal error for a handshake that is none",
      [{ id: 1, method: "initialize" }],
      [{ id: 1, error: { code: -32603, message: "x" } }],
    ],
    [
      "a failed call",
      [call],
      [{ id: 2, result: { isError: true, content, _meta: { ...usage, "coldroute/error": { kind: "timeout" } } } }],
    ],
  ])("accepts %s", (_, sent, written) => {
    expect(judge(sent, written)).toEqual([]);
  });

  test.each<[string, readonly (object | string)[], readonly (object | string)[], string]>([
    ["silence", [ping], [], "1"],
    ["two answers to one request", [ping], [pong, pong], "1 (2 answers)"],
    ["an answer under another id", [ping], [pong, { ...pong, id: "1" }], '"1" (1 answers)'],
    ["an answer to a notification", [{ method: "x" }], [refusal], "an answer without id"],
    ["an answer to a batch", [`[${JSON.stringify({ jsonrpc: "2.0", ...ping })}]`], [pong], "1 (1 answers)"],
    ["silence after another's cancellation", [{ ...ping, id: 2 }, cancelled], [], "2"],
    ["silence after a cancellation that came too early", [cancelled, ping], [], "1"],
    [
      "silence after a cancellation that is none",
      [ping, { ...cancelled, params: { requestId: 1, reason: 5 } }],
      [],
      "1",
    ],
    ["a line that is no JSON", [], ["warning"], "not a line of JSON"],
    ["a batch", [ping], [`[${JSON.stringify(pong)}]`, pong], "not one message of JSON-RPC 2.0"],
    ["another version", [], [{ jsonrpc: "1.0", method: "notifications/x" }], "not one message of JSON-RPC 2.0"],
    [
      "a request to the client",
      [],
      [{ id: 1, method: "roots/list" }],
      "asks something of a client that offers nothing",
    ],
    ["a result with an error", [ping], [{ ...pong, error: refusal.error }], "neither a result nor an error, or both"],
    ["an error without a code", [ping], [{ id: 1, error: { message: "x" } }], "no proper error"],
    ["an internal error", [ping], [{ id: 1, error: { code: -32603, message: "x" } }], "an internal error"],
    [
      "a call that ends in a protocol error",
      [call],
      [{ id: 2, error: { code: -32602, message: "x" } }],
      "a call of a tool that ends in a protocol error",
    ],
    [
      "a result beyond its schema",
      [call],
      [{ id: 2, result: { content, structuredContent: { ...TRACKED, more: 1 }, _meta: usage } }],
      "data must NOT have additional properties",
    ],
    [
      "a defect",
      [call],
      [{ id: 2, result: { isError: true, content, _meta: { ...usage, "coldroute/error": { kind: "internal" } } } }],
      "a defect",
    ],
  ])("objects to %s", (_, sent, written, problem) => {
    expect(judge(sent, written)).toEqual([problem]);
  });
});
