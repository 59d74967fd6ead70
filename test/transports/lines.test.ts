import fc from "fast-check";
import { expect, test } from "vitest";
import { readMessages } from "../../src/transports/json-rpc.ts";
import { LineCutter } from "../../src/transports/lines.ts";

/** All lines of `bytes` when they arrive in pieces cut at `cuts`. */
function linesOf(bytes: Buffer, cuts: readonly number[], maxBytes: number) {
  const cutter = new LineCutter(maxBytes);
  const places = [0, ...cuts.map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b), bytes.length];
  const lines = places.slice(1).flatMap((end, index) => cutter.push(bytes.subarray(places[index], end)));
  return [...lines, ...cutter.end()];
}

test("lines are the same however the bytes arrive, in the middle of a character too", () => {
  const texts = fc.array(
    fc.string({ unit: "grapheme" }).map((text) => text.replaceAll("\n", " ")),
    { minLength: 1 },
  );
  fc.assert(
    fc.property(texts, fc.array(fc.nat()), (lines, cuts) => {
      const found = linesOf(Buffer.from(lines.map((line) => `${line}\n`).join("")), cuts, 1_000_000);
      expect(found).toEqual(lines.map((text) => ({ text })));
    }),
  );
});

test("a line that is too long is dropped up to its newline, and the next one is read", () => {
  const bytes = Buffer.from(`${"x".repeat(50)}\nshort\n${"y".repeat(11)}`);
  expect(linesOf(bytes, [3, 20, 51, 55], 10)).toEqual([{ tooLong: true }, { text: "short" }, { tooLong: true }]);
});

test.each([
  ["not JSON", "{", [{ id: null, code: -32700 }]],
  ["no object", "5", [{ id: null, code: -32600 }]],
  ["another version", '{"jsonrpc":"1.0","id":3,"method":"ping"}', [{ id: 3, code: -32600 }]],
  ["no method", '{"jsonrpc":"2.0","id":"a"}', [{ id: "a", code: -32600 }]],
  ["an id that is none", '{"jsonrpc":"2.0","id":1.5,"method":"ping"}', [{ id: null, code: -32600 }]],
  ["params that are a list", '{"jsonrpc":"2.0","id":1,"method":"ping","params":[]}', [{ id: 1, code: -32600 }]],
  ["an empty batch", "[]", [{ id: null, code: -32600 }]],
  ["a batch beyond its bound", `[1${",1".repeat(1_000)}]`, [{ id: null, code: -32600 }]],
  [
    "a batch of junk",
    "[1,[]]",
    [
      { id: null, code: -32600 },
      { id: null, code: -32600 },
    ],
  ],
])("%s is answered with its error", (_, line, expected) => {
  const answers = readMessages(line).map((incoming) =>
    incoming.kind === "refused" ? { id: incoming.answer.id, code: incoming.answer.error.code } : incoming.kind,
  );
  expect(answers).toEqual(expected);
});

test("a batch is its elements", () => {
  const line =
    '[{"jsonrpc":"2.0","id":0,"method":"ping"},{"jsonrpc":"2.0","method":"x"},{"jsonrpc":"2.0","id":1,"result":{}}]';
  expect(readMessages(line).map((incoming) => incoming.kind)).toEqual(["request", "notification", "response"]);
});
