import { existsSync } from "node:fs";
import { type Browser, chromium, type Frame, type Page } from "playwright-core";
import { rolldown } from "rolldown";
import { spawnProcess } from "../support/server-process.ts";
import type { Host } from "./host-page.ts";

declare const host: Host;

/** Chromium of this machine, as Debian and others install it. */
const CHROMIUM = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find(existsSync);

/** The tests run where there is a browser; in CI they fail without one. */
export const isTested = CHROMIUM !== undefined || process.env["CI"] !== undefined;

/** A result of a tool, as a host hands it on. */
export interface Result {
  readonly content: readonly { readonly type: "text"; readonly text: string }[];
  readonly structuredContent?: Record<string, unknown>;
  readonly isError?: boolean;
  readonly _meta?: Record<string, unknown>;
  /** The page that the tool names for its results. */
  readonly page?: string;
}

export interface Look {
  readonly width?: number;
  readonly theme?: "light" | "dark";
}

export type ChatHost = Awaited<ReturnType<typeof startHost>>;

/** A page with the official host bridge in front of `coldroute http` and its sandbox. */
export async function startHost() {
  const server = spawnProcess(["http", "--port", "0"], { COLDROUTE_SANDBOX: "1", COLDROUTE_HTTP_DRAIN_S: "0" });
  const origin = new URL((await server.line()).replace("coldroute listens on ", "")).origin;
  const html = await hostPage();
  const browser: Browser = await chromium.launch({ executablePath: CHROMIUM ?? "/usr/bin/chromium" });
  const page = await browser.newPage();
  const problems = watch(page, origin);
  await page.route(`${origin}/host.html`, (route) => route.fulfill({ contentType: "text/html", body: html }));
  await page.goto(`${origin}/host.html`);
  let view = page.mainFrame();
  const act = <T>(run: () => Promise<T> | T): Promise<T> => page.evaluate(run);
  return {
    page,
    view: (): Frame => view,
    act,
    call: (name: string, args: object) =>
      page.evaluate(([n, a]) => host.call(n, a as Record<string, unknown>), [name, args] as const) as Promise<Result>,
    /** Opens the view with a result and waits until it is drawn. */
    show: async (result: Result | undefined, { width = 760, theme = "light" }: Look = {}) => {
      await page.setViewportSize({ width, height: 800 });
      await page.evaluate(([shown, context]) => host.show(shown as never, context), [result, { theme }] as const);
      await page.frameLocator("iframe").locator("h1").waitFor();
      view = (await (await page.locator("iframe").elementHandle())?.contentFrame()) ?? view;
      await painted(page);
      return view;
    },
    /** Sends another result to the open view. */
    send: (result: Result) => page.evaluate((shown) => host.send(shown as never), result),
    /** The texts in the drawing and around it. */
    shownText: () =>
      view.evaluate(() =>
        [...document.querySelectorAll("main *")]
          .filter((each) => each.children.length === 0 || each.tagName === "P")
          .map((each) => each.textContent)
          .join("\n"),
      ),
    drawnText: () =>
      view.evaluate(() => [...document.querySelectorAll(".chart text")].map((each) => each.textContent).join("\n")),
    /** The faults since the last call: errors, policy violations, foreign requests, navigations. */
    problems: () => problems.splice(0),
    close: async () => {
      await browser.close();
      server.child.kill("SIGTERM");
      await server.exited();
    },
  };
}

async function hostPage(): Promise<string> {
  const bundle = await rolldown({
    input: "test/views/host-page.ts",
    platform: "browser",
    logLevel: "silent",
  });
  const { output } = await bundle.generate({ format: "iife" });
  const script = output[0].code.replaceAll("</script", "<\\/script");
  const style = "body{background:Canvas;margin:0}iframe{border:0;display:block;width:100%}";
  return `<!doctype html><html lang="en"><head><title>host</title><style>${style}</style></head><body></body><script>${script}</script></html>`;
}

/** Waits two frames, after which changes are on the screen. */
export async function painted(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
}

function watch(page: Page, origin: string): string[] {
  const problems: string[] = [];
  page.on("pageerror", (error) => problems.push(`error ${error.message}`));
  page.on("console", (line) => {
    if (line.type() === "error" || line.type() === "warning") problems.push(`${line.type()} ${line.text()}`);
  });
  page.on("request", (request) => {
    const url = request.url();
    const isOwn = [`${origin}/host.html`, `${origin}/mcp`, "about:srcdoc"].includes(url);
    if (!isOwn || (request.frame() !== page.mainFrame() && url !== "about:srcdoc")) problems.push(`request ${url}`);
  });
  page.on("framenavigated", (frame) => {
    if (frame !== page.mainFrame() && !["about:srcdoc", "about:blank"].includes(frame.url()))
      problems.push(`left for ${frame.url()}`);
  });
  page
    .addInitScript(() => {
      addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) => {
        console.error(`policy ${violatedDirective} ${blockedURI}`);
      });
    })
    .catch(() => problems.push("the page was not watched"));
  return problems;
}
