import { describe, expect, test } from "vitest";
import { MAIN_FILE } from "../support/server-process.ts";
import { Judge } from "./judge.ts";
import { MASSES } from "./lines.ts";
import { runSeed } from "./seed.ts";
import { OPENINGS, runStorm } from "./storm.ts";

describe("the server under a storm of valid, nearly valid and hostile lines", () => {
  // `npm run fuzz` draws other seeds.
  test.each([4, 5, 7])("answers each request of seed %i once, and works afterwards", async (seed) => {
    expect((await runSeed(seed, MAIN_FILE)).failure).toBe("");
  });

  test.each(OPENINGS.filter(({ name }) => name === "handshake" || name.startsWith("a request")))(
    "bears long, deep and wide lines, and many, after $name",
    async (opening) => {
      const sendings = MASSES.map((piece) => ({ piece, ending: "\n", pause: "turn" }) as const);
      expect(await runStorm({ opening, sendings, end: "settled" }, MAIN_FILE)).toMatchObject({ violations: [] });
    },
  );
});

describe("the judge", () => {
  const call = { id: "2", least: 1, most: 1, tool: "track_package" };
  const ping = { id: "1", least: 1, most: 1 };
  const answer = (id: unknown, result: object) => ({ jsonrpc: "2.0", id, result });
  const error = (id: unknown, code: number) => ({ jsonrpc: "2.0", id, error: { code, message: "x" } });
  const told = { content: [{ type: "text", text: "an answer" }], _meta: { "coldroute/usage": {} } };
  const defect = { ...told, isError: true, _meta: { ...told._meta, "coldroute/error": { kind: "internal" } } };

  test.each([
    ["a line that is no JSON", "warning", "not one message of JSON-RPC 2.0"],
    ["a batch", [answer(1, {})], "not one message of JSON-RPC 2.0"],
    ["a question to the client", { jsonrpc: "2.0", id: 1, method: "roots/list" }, "a question to the client"],
    ["a result beside an error", { ...answer(1, {}), ...error(1, -32600) }, "neither a result nor an error, or both"],
    ["an error without a code", { jsonrpc: "2.0", id: 1, error: {} }, "no proper error"],
    ["an internal error", error(1, -32603), "an internal error"],
    ["a protocol error of a tool", error(2, -32602), "a call of a tool that ends in a protocol error"],
    ["a result without text", answer(2, { ...told, content: [] }), "a result without text"],
    ["a result beyond its schema", answer(2, { ...told, structuredContent: {} }), /must have required property/],
    ["a defect", answer(2, defect), "a defect"],
    ["an answer under another id", answer("1", {}), 'answered too often: "1"'],
    [
      "two answers",
      [answer(1, {}), answer(1, {})].map((each) => JSON.stringify(each)).join("\n"),
      "answered too often: 1",
    ],
    ["silence", { jsonrpc: "2.0", method: "notifications/x" }, "never answered: 1"],
  ])("objects to %s", (_, written, problem) => {
    const judge = new Judge();
    for (const expected of [ping, call]) judge.sent({ expected });
    const text = typeof written === "string" ? written : JSON.stringify(written);
    for (const line of text.split("\n")) judge.received(line);
    const problems = [...judge.violations, ...judge.missing(), ...judge.surplus()];
    expect(problems).toContainEqual(expect.stringMatching(problem));
  });

  test("accepts each request answered once, and silence about a cancelled one", () => {
    const judge = new Judge();
    judge.sent({ expected: ping });
    judge.sent({ expected: { ...ping, id: "3" }, cancels: "3" });
    judge.received(JSON.stringify(answer(1, {})));
    expect([...judge.violations, ...judge.missing(), ...judge.surplus()]).toEqual([]);
  });
});
