import { constants, setPriority } from "node:os";
import { parentPort } from "node:worker_threads";
import { pictureOf } from "../views/picture.ts";

// On Linux alone, this concerns the thread and not the process.
if (process.platform === "linux") setPriority(constants.priority.PRIORITY_LOW);

/** The thread of `picture-thread.ts`: takes the arguments of `pictureOf` as JSON, and answers with the picture. */
parentPort?.on("message", (asked: string) => {
  const drawn = pictureOf(...(JSON.parse(asked) as Parameters<typeof pictureOf>));
  void drawn.then((picture) => parentPort?.postMessage(picture));
});
