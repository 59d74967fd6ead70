import { parentPort } from "node:worker_threads";
import { pictureOf } from "../views/picture.ts";

/** The thread of `picture-thread.ts`: takes the arguments of `pictureOf` as JSON, and answers with the picture. */
parentPort?.on("message", (asked: string) => {
  const drawn = pictureOf(...(JSON.parse(asked) as Parameters<typeof pictureOf>));
  void drawn.then((picture) => parentPort?.postMessage(picture));
});
