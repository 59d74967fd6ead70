import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ChatHost, isTested, painted, type Result, startHost } from "./browser.ts";
import { altered, chartResults } from "./charts.ts";
import type { Host } from "./host-page.ts";

declare const host: Host;

describe.runIf(isTested)("the page of a view", () => {
  let chat: ChatHost;
  let of: (chart: string) => Result;

  beforeAll(async () => {
    chat = await startHost();
    of = await chartResults(chat);
  });
  afterAll(() => chat?.close());

  test("a click on a plan chooses its route, and a level switched off is named", async () => {
    const view = await chat.show(of("plans"));
    const chosenRow = () => view.locator(".cell.chosen ~ text").first().textContent();
    const first = await chosenRow();
    await view
      .locator(".chart svg")
      .first()
      .click({ position: { x: 60, y: 250 } });
    expect(await view.locator(".readout").textContent()).toMatch(/Copied shipment_sandbox_\d+\.$/);
    expect(await chosenRow()).not.toBe(first);
    await view.getByRole("button", { name: "Severe", exact: true }).click();
    expect(await chat.shownText()).toContain("Hidden: Severe.");
  });

  test("shows waiting, cancellation and errors, and answers a teardown", async () => {
    await chat.show(undefined);
    expect(await chat.shownText()).toBe("Waiting for the answer …");
    await chat.act(() => host.cancel());
    await painted(chat.page);
    expect(await chat.shownText()).toBe("The question was cancelled.");
    await chat.show({ content: [{ type: "text", text: "The service refuses the token." }], isError: true });
    expect(await chat.shownText()).toContain("The service refuses the token.");
    await chat.show({ content: [{ type: "text", text: "Only words." }] });
    expect(await chat.shownText()).toContain("Only words.");
    expect(await chat.act(() => host.teardown())).toEqual({});
    expect(await chat.act(() => host.declared())).toEqual({ availableDisplayModes: ["inline", "fullscreen"] });
    expect(chat.problems()).toEqual([]);
  });

  test("shows an answer in words if drawing it fails", async () => {
    const view = await chat.show(of("packages"));
    await view.evaluate(() => {
      Math.max = () => {
        throw new Error("no number");
      };
    });
    await chat.send(altered(of("packages"), { listed: 1 }));
    await view.getByText("No picture: drawing it failed").waitFor();
    expect(await chat.shownText()).toContain(of("packages").content[0]?.text.split("\n")[0]);
    chat.problems();
  });

  test("fills the screen where the host offers it, and else the host's height", async () => {
    const view = await chat.show(of("packages"));
    const lastHeight = () => chat.act(() => host.heights.at(-1));
    expect(await view.getByRole("button", { name: "Full screen" }).count()).toBe(0);
    const variables = { "--font-sans": "serif", "--color-text-primary": "rgb(1, 2, 3)" } as never;
    const context = { containerDimensions: { maxHeight: 250, maxWidth: 760 }, styles: { variables } };
    await chat.page.evaluate(
      (more) => host.change({ ...more, theme: "light", availableDisplayModes: ["inline", "fullscreen"] }),
      context,
    );
    await expect.poll(lastHeight).toBe(250);
    const readout = await view.locator(".readout").boundingBox();
    expect((readout?.y ?? 0) + (readout?.height ?? 0)).toBeLessThanOrEqual(251);
    const style = await view.evaluate(() => {
      const { color, fontFamily } = getComputedStyle(document.querySelector("h1") as Element);
      return [color, fontFamily];
    });
    expect(style).toEqual(["rgb(1, 2, 3)", "serif"]);
    await view.getByRole("button", { name: "Full screen" }).click();
    await expect.poll(lastHeight).toBeGreaterThan(500);
    await view.getByRole("button", { name: "Leave full screen" }).click();
    await expect.poll(lastHeight).toBe(250);
    await chat.page.emulateMedia({ media: "print" });
    await expect.poll(lastHeight).toBeGreaterThan(500);
    await chat.page.emulateMedia({ media: null });
  });

  test("follows another theme and another result, and its height settles", async () => {
    const view = await chat.show(of("risk"));
    await chat.act(() => host.change({ theme: "dark" }));
    await chat.send({ ...altered(of("risk"), { answer: "Another finding.", counts: [{}] }), _meta: {} });
    await view.getByText("Another finding.").waitFor();
    expect(await view.evaluate(() => document.documentElement.style.colorScheme)).toBe("dark");
    for (let frame = 0; frame < 5; frame += 1) await painted(chat.page);
    const told = await chat.act(() => host.heights.length);
    for (let frame = 0; frame < 20; frame += 1) await painted(chat.page);
    expect(await chat.act(() => host.heights.length)).toBe(told);
  });
});
