import { type ChatHost, isTested, type Result, startHost } from "../views/browser.ts";
import { CHARTS, manyMarks } from "../views/charts.ts";
import { amount, type Figure, median } from "./figures.ts";

const RUNS = 9;

/** The time from a result's arrival in the frame to the painted picture, in Chromium. Empty without a browser. */
export async function viewFigures(): Promise<readonly Figure[]> {
  if (!isTested) return [];
  const chat = await startHost();
  try {
    const [alerts] = CHARTS;
    const result = await chat.call(alerts.tool, alerts.args);
    const plain = await drawnMs(chat, { content: [{ type: "text", text: "No picture." }] });
    const many = await drawnMs(chat, { ...result, _meta: manyMarks() });
    return [amount("view, 5,000 marks painted", many, " ms", 300, `a text alone ${Math.round(plain)} ms`)];
  } finally {
    await chat.close();
  }
}

async function drawnMs(chat: ChatHost, result: Result): Promise<number> {
  const tookMs: number[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    const view = await chat.show(undefined);
    // The frame must listen before the result is sent.
    await view.evaluate(() => {
      const drawn = new Promise<number>((resolve) => {
        addEventListener("message", ({ timeStamp, data }: MessageEvent<{ readonly method?: string }>) => {
          if (data.method !== "ui/notifications/tool-result") return;
          requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - timeStamp)));
        });
      });
      Object.assign(window, { drawn });
    });
    await chat.send(result);
    tookMs.push(await view.evaluate<number>("drawn"));
  }
  return median(tookMs);
}
