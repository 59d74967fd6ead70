import { EventEmitter } from "node:events";
import { beforeEach, expect, test, vi } from "vitest";
import { ManualClock } from "../support/manual-clock.ts";

/** The threads that were started. Each draws nothing until a test answers for it. */
const threads: Thread[] = [];
class Thread extends EventEmitter {
  readonly postMessage = vi.fn();
  readonly terminate = vi.fn();
  readonly unref = vi.fn();
  constructor() {
    super();
    threads.push(this);
  }
}
vi.mock("node:worker_threads", () => ({ Worker: Thread }));
vi.resetModules();
const { pictureThread } = await import("../../src/server/picture-thread.ts");

const DRAWN = { png: new Uint8Array([1]) };

beforeEach(() => void threads.splice(0));

test("equal pictures under way are drawn once, and others after one another", async () => {
  const draw = pictureThread(new ManualClock());
  const pictures = [1, 1, 2].map((limit) => draw("alerts", { limit }, {}));
  await vi.waitFor(() => expect(threads[0]?.postMessage).toHaveBeenCalledOnce());
  threads[0]?.emit("message", DRAWN);
  expect(await Promise.all(pictures.slice(0, 2))).toEqual([DRAWN, DRAWN]);
  await vi.waitFor(() => expect(threads[0]?.postMessage).toHaveBeenCalledTimes(2));
  threads[0]?.emit("message", DRAWN);
  expect(await pictures[2]).toEqual(DRAWN);
  expect(threads).toHaveLength(1);
});

test("a drawing of more than 10 s is given up with a note, and the next one has a new thread", async () => {
  const clock = new ManualClock();
  const draw = pictureThread(clock);
  const [endless, next] = [1, 2].map((limit) => draw("alerts", { limit }, {}));
  await clock.advance(10_000);
  expect(await endless).toEqual({ none: "drawing it took too long" });
  expect(threads[0]?.terminate).toHaveBeenCalledOnce();
  await vi.waitFor(() => expect(threads[1]?.postMessage).toHaveBeenCalledOnce());
  threads[1]?.emit("message", DRAWN);
  expect(await next).toEqual(DRAWN);
});
