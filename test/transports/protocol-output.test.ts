import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { claimOutput } from "../../src/transports/protocol-output.ts";

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
