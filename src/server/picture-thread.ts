import { Worker } from "node:worker_threads";
import type { Clock } from "../runtime/clock.ts";
import type { Picture, pictureOf } from "../views/picture.ts";

/** How many pictures may wait, and how long one may take. A picture of 41,000 alerts takes 0.3 s. */
const MAX_WAITING = 8;
const MAX_DRAWING_MS = 10_000;

/**
 * Draws pictures like `pictureOf`, in a thread of its own, one after another, so that drawing holds up no other caller.
 * Equal pictures under way are drawn once. The thread starts with the first picture, and keeps no process alive.
 */
export function pictureThread(clock: Clock): typeof pictureOf {
  const underWay = new Map<string, Promise<Picture>>();
  let last: Promise<unknown> = Promise.resolve();
  let worker: Worker | undefined;
  const start = (): Worker => {
    const started = new Worker(new URL("picture-worker.cjs", import.meta.url));
    // Without a listener, an error between two pictures would end the process.
    started.on("error", () => undefined).unref();
    started.once("exit", () => {
      if (worker === started) worker = undefined;
    });
    return started;
  };
  const draw = (asked: string): Promise<Picture> =>
    new Promise((resolve) => {
      worker ??= start();
      const drawing = worker;
      const end = (picture: Picture): void => {
        cancel();
        drawing.off("message", end).off("error", fail);
        resolve(picture);
      };
      const giveUp = (picture: Picture): void => {
        worker = undefined;
        end(picture);
        void drawing.terminate();
      };
      const fail = (error: unknown): void => giveUp({ none: "drawing it failed", error });
      const cancel = clock.after(MAX_DRAWING_MS, () => giveUp({ none: "drawing it took too long" }));
      drawing.on("message", end).on("error", fail);
      drawing.postMessage(asked);
    });
  return async (chart, structuredContent, meta) => {
    // Before the answer is written as JSON, which takes more than the rest of a refused picture.
    if (underWay.size >= MAX_WAITING) return { none: "too many pictures are being drawn; ask again in a few seconds" };
    const asked = JSON.stringify([chart, structuredContent, meta]);
    const equal = underWay.get(asked);
    if (equal !== undefined) return equal;
    const picture = last
      .then(() => draw(asked))
      .catch((error): Picture => ({ none: "drawing it failed", error }))
      .finally(() => underWay.delete(asked));
    last = picture;
    underWay.set(asked, picture);
    return picture;
  };
}
