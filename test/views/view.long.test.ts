import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ChatHost, isTested, type Result, startHost } from "./browser.ts";
import { altered, CHARTS, chartResults, hostile, manyMarks } from "./charts.ts";
import type { Host } from "./host-page.ts";

declare const host: Host;

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const MAX_HEIGHT = 500;

if (!isTested)
  process.stderr.write("Skipped: test/views, which needs Chromium (apt-get update && apt-get install chromium)\n");

describe.runIf(isTested)("in a browser", () => {
  let chat: ChatHost;
  let of: (chart: string) => Result;

  beforeAll(async () => {
    chat = await startHost();
    of = await chartResults(chat);
  });
  afterAll(() => chat?.close());

  const shownText = (): Promise<string> => chat.shownText();
  const drawnText = (): Promise<string> => chat.drawnText();
  const lastHeight = (): Promise<number> => chat.act(() => host.heights.at(-1) ?? 0);

  describe.each(CHARTS)("the chart of $chart", ({ chart, legend, drawn, spot, caveat }) => {
    test("draws a real result in at most 500 px, takes one Tab stop and is read with the arrow keys", async () => {
      const view = await chat.show(of(chart));
      expect(await shownText()).toContain(legend);
      expect(await drawnText()).toContain(drawn);
      expect(await view.locator("main p.soft").allTextContents()).toContainEqual(expect.stringContaining(caveat));
      expect(await lastHeight()).toBeLessThanOrEqual(MAX_HEIGHT);
      await view.locator(".chart").focus();
      await chat.page.keyboard.press("ArrowRight");
      const active = (): Promise<string> =>
        view.evaluate(
          () =>
            document.getElementById(document.querySelector(".chart")?.getAttribute("aria-activedescendant") ?? "")
              ?.textContent ?? "",
        );
      const first = await active();
      expect(first).toMatch(spot);
      for (const key of ["ArrowDown", "ArrowDown", "ArrowUp", "ArrowLeft", "ArrowRight", "ArrowDown"])
        await chat.page.keyboard.press(key);
      expect(await active()).not.toBe(first);
      await chat.page.keyboard.press("Escape");
      expect(await active()).toContain("arrow keys");
      expect(chat.problems()).toEqual([]);
    });

    test.each(["light", "dark"] as const)("fits 320 px and passes axe in %s", async (theme) => {
      const view = await chat.show(of(chart), { width: 320, theme });
      expect(await view.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
      expect(await view.evaluate(() => document.documentElement.style.colorScheme)).toBe(theme);
      expect(await view.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe("rgba(0, 0, 0, 0)");
      const targets = view.locator("button, summary");
      const heights = await targets.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().height));
      expect(Math.min(...heights)).toBeGreaterThanOrEqual(44);
      // Axe cannot see the host's background.
      await view.addStyleTag({ content: "html{background:Canvas}" });
      await view.evaluate(AXE);
      const found = await view.evaluate(
        "axe.run().then(({ violations }) => violations.map(({ id, impact }) => [impact, id].join(' ')))",
      );
      expect((found as string[]).filter((each) => /^(serious|critical)/.test(each))).toEqual([]);
      chat.problems();
    });

    test("shows hostile texts as texts", async () => {
      const members = hostile(of(chart).structuredContent) as Record<string, unknown>;
      const view = await chat.show({ ...of(chart), structuredContent: members, _meta: manyMarks() });
      expect(await view.evaluate(() => document.querySelectorAll("img, iframe, script[src]").length)).toBe(0);
      expect(await view.evaluate(() => document.querySelectorAll("script").length)).toBe(1);
      expect((await drawnText()).length).toBeGreaterThan(0);
      await view.locator(".chart").focus();
      await chat.page.keyboard.press("ArrowRight");
      expect((await view.locator(".readout").boundingBox())?.height).toBeLessThanOrEqual(220);
      expect(chat.problems()).toEqual([]);
    });
  });

  test("shows the warning before all else, and once", async () => {
    const warning = 'STALE, read 12 min ago (unavailable (503): "Status (5"): PARTIAL: 3 of 7 pages read;';
    await chat.show(altered(of("alerts"), { warning, answer: `${warning} A finding. More; and more.` }));
    const [first, second] = (await shownText()).split("\n");
    expect(first).toBe(warning.slice(0, -1));
    expect(second).not.toContain("PARTIAL");
  });

  test("toggles filter what was sent, and never call a tool", async () => {
    const calls: string[] = [];
    chat.page.on("request", (request) => calls.push(request.url()));
    const view = await chat.show(of("alerts"));
    calls.length = 0;
    const marks = (): Promise<number> => view.evaluate(() => document.querySelectorAll(".chart svg svg > path").length);
    const before = await marks();
    await view.getByRole("button", { name: "SevereHot" }).click();
    expect(await marks()).toBe(before - 1);
    expect(await view.getByRole("button", { name: "SevereHot" }).getAttribute("aria-pressed")).toBe("false");
    expect(await shownText()).toContain("Hidden: SevereHot.");
    expect(calls).toEqual([]);
  });

  test("forced colours keep the map visible, and scheduled distinct from first scheduled", async () => {
    await chat.page.emulateMedia({ forcedColors: "active" });
    const fills = (selector: string): Promise<readonly string[]> => {
      const found = chat.view().locator(selector);
      return found.evaluateAll((all) => all.map((each) => getComputedStyle(each).fill));
    };
    await chat.show(of("alerts"));
    const [ground, ink] = await chat.view().evaluate(() => {
      const probe = document.body.appendChild(document.createElement("i"));
      return ["Canvas", "CanvasText"].map(
        (color) => getComputedStyle(Object.assign(probe, { style: `color:${color}` })).color,
      );
    });
    // The frame lies on top of the map, so a fill would hide the map.
    expect(await fills(".chart > svg > g > rect")).toEqual(["none"]);
    await expect.poll(async () => new Set(await fills(".chart svg svg > path"))).toEqual(new Set([ground]));
    await chat.show(of("packages"));
    await expect
      .poll(async () => new Set(await fills(".chart > svg > g > path")))
      .toEqual(new Set([ground, ink, "none"]));
    await chat.page.emulateMedia({ forcedColors: "none" });
  });

  test("shows a point without a forecast as a ring, with the answer's words", async () => {
    const [plan] = (of("plans").structuredContent?.["plans"] ?? []) as { route: object[] }[];
    const route = (plan?.route ?? []).map((stop) => ({ ...stop, risk: { none: true, reason: "not read" } }));
    const view = await chat.show(altered(of("plans"), { plans: [{ ...plan, route }] }));
    expect(await view.locator("fieldset").count()).toBe(0);
    expect(await view.evaluate(() => document.querySelectorAll(".chart svg svg .open").length)).toBe(1);
    await view.locator(".chart").focus();
    for (const key of ["ArrowDown", "ArrowDown"]) await chat.page.keyboard.press(key);
    expect(await view.locator(".readout").textContent()).toContain("forecast for that day: not read");
  });
});
