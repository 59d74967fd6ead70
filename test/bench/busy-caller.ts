import { send } from "./load.ts";
import { BUSY_CALLERS } from "./neighbours.ts";

/** The busy caller, in a process of its own: in the neighbour's, its answers would queue before its. Works until SIGTERM. */
const [name, url = "", round] = process.argv.slice(2);
let asked = Number(round) * 10_000;
let isOver = false;
process.once("SIGTERM", () => {
  isOver = true;
});
process.stdout.write(`asks ${url}\n`);
for (const { atOnce, ask } of BUSY_CALLERS.filter((each) => each.name === name)) {
  const work = async (): Promise<void> => {
    while (!isOver) {
      asked += 1;
      await send(new URL(url), ask(asked), "a");
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
}
