import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { systemClock } from "../../src/runtime/clock.ts";
import { createLog } from "../../src/runtime/log.ts";
import { withPicture } from "../../src/server/picture.ts";
import { emptyFolder } from "../support/per-test.ts";
import { type Pixels, readPng } from "../support/png.ts";
import { runProcess } from "../support/server-process.ts";

/** The dark pixels in a part of a picture: letters and outlines are nearly black on white. */
function dark({ width, brightness }: Pixels, top: number, bottom: number): number {
  let count = 0;
  for (let y = top; y < bottom; y += 1) for (let x = 0; x < width; x += 1) if (brightness(x, y) < 90) count += 1;
  return count;
}

test("call --png writes a picture with letters in its title and in its last line", async () => {
  const file = join(emptyFolder(), "answer.png");
  const asked = ["--sandbox", "call", "check_heat_alerts", "{}", "--png", file];
  const { code, stdout, stderr } = await runProcess(asked);
  expect([code, stderr]).toEqual([0, ""]);
  expect(stdout).toContain("Sandbox data");
  const picture = readPng(readFileSync(file));
  expect(picture.width).toBeGreaterThanOrEqual(1_000);
  // The renderer silently drops a text if the font is missing, or lacks a letter.
  expect(dark(picture, 24, 70)).toBeGreaterThan(500);
  expect(dark(picture, 70, picture.height - 60)).toBeGreaterThan(2_000);
  const soft = Array.from({ length: picture.width }, (_, x) =>
    Array.from({ length: 24 }, (__, y) => picture.brightness(x, picture.height - 46 + y)),
  );
  expect(soft.flat().filter((brightness) => brightness < 150).length).toBeGreaterThan(300);
});

test.each([
  [["no", "where.png"], "cannot be written (ENOENT)"],
  [["a-file", "where.png"], "cannot be written (ENOTDIR)"],
  [["."], "is a folder"],
])("call --png sends nothing if it could not write %j", async (path, why) => {
  const folder = emptyFolder();
  writeFileSync(join(folder, "a-file"), "");
  const file = join(folder, ...path);
  const args = ["--sandbox", "call", "track_package", '{"ids":["10045"]}', "--png", file];
  const { code, stdout, stderr } = await runProcess(args);
  expect([code, stdout]).toEqual([2, ""]);
  expect(stderr).toContain(`--png: ${file} ${why}; nothing was asked`);
});

test("an answer that cannot be drawn stays whole, and says so once", async () => {
  const undrawable = {
    get answer(): never {
      throw new TypeError("no path");
    },
  };
  const content = [{ type: "text", text: "1 plan" }] as const;
  const lines: string[] = [];
  const log = createLog({ level: "info", clock: systemClock, write: (line) => lines.push(line) });
  const drawn = await withPicture("plans", { content, structuredContent: undrawable, _meta: {} }, { log });
  expect(drawn.content).toEqual([...content, { type: "text", text: "No picture: drawing it failed." }]);
  expect(drawn.structuredContent).toBe(undrawable);
  await log.flush();
  expect(lines).toEqual([expect.stringContaining("no path")]);
});
