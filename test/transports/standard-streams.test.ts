import { PassThrough } from "node:stream";
import { expect, test, vi } from "vitest";
import { claimOutput, readLines } from "../../src/transports/standard-streams.ts";

/** The lines of a stream that brings `chunks`. */
async function linesOf(chunks: Iterable<string | Buffer>, maxBytes: number, hasEnded = true) {
  const input = new PassThrough();
  const lines: (string | undefined)[] = [];
  const end = readLines(input, maxBytes, (line) => lines.push(line));
  for (const chunk of chunks) input.write(chunk);
  await new Promise((resolve) => setImmediate(resolve));
  if (hasEnded) await new Promise((resolve) => input.on("end", resolve).end());
  end();
  return lines;
}

test("a line that is too long is reported once, and the next line is read", async () => {
  const letter = Buffer.from("ü\n");
  const chunks = ["1234", "5678\n", "9\n\uFEFFabc\n", letter.subarray(0, 1), letter.subarray(1), "last"];
  expect(await linesOf(chunks, 6)).toEqual([undefined, "9", "abc", "ü", "last"]);
});

test("a line without its newline is read only when the input has ended", async () => {
  expect(await linesOf(["1\n2"], 6, false)).toEqual(["1"]);
});

test("a line is joined once, however many pieces it comes in", async () => {
  const concat = vi.spyOn(Buffer, "concat");
  const [line] = await linesOf(Array(4_000).fill("12345678"), 32_000);
  expect(line).toHaveLength(32_000);
  expect(concat.mock.calls.filter(([parts]) => parts.length > 1)).toHaveLength(1);
  concat.mockRestore();
});

test("a stray write reaches the log alone, and whoever waits for it goes on [G-stdio]", async () => {
  const output = new PassThrough();
  const strays: string[] = [];
  const protocol = claimOutput(output, (text) => strays.push(text));
  await new Promise<void>((resolve) => output.write("one\n", () => resolve()));
  await new Promise<void>((resolve) => output.write("two\n", "utf8", () => resolve()));
  await new Promise<void>((resolve) => protocol.write("{}\n", () => resolve()));
  expect(strays).toEqual(["one", "two"]);
  expect(String(output.read())).toBe("{}\n");
});
