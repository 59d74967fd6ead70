import { constants, setPriority } from "node:os";
import { parentPort } from "node:worker_threads";
import { pictureOf } from "../views/picture.ts";

/** The thread of `picture-thread.ts`: takes the arguments of `pictureOf` as JSON, and answers with the picture. */
parentPort?.on("message", (asked: string) => {
  const drawn = pictureOf(...(JSON.parse(asked) as Parameters<typeof pictureOf>));
  void drawn.then((picture) => {
    parentPort?.postMessage(picture);
    // From now on, callers go first. Before the first picture, the threads that Node starts for files would inherit the
    // priority. Outside Linux, a priority belongs to the whole process.
    if (process.platform === "linux") setPriority(constants.priority.PRIORITY_LOW);
  });
});
