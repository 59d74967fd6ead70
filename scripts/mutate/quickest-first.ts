import { readFileSync } from "node:fs";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** How a test comes to sockets, which take time. */
const SOCKETS = /startScripted|startTools|startClient|createServer/;

/** The test files that wait for real time to pass. */
const SLOW = /\/(?:adversity|requests|sandbox|secret|transport)\.test\.ts$/;

/** Runs first what needs no sockets and last what waits: the sooner a test fails, the sooner its mutant is killed. */
export class QuickestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return [...files].sort((a, b) => cost(a.moduleId) - cost(b.moduleId));
  }
}

function cost(path: string): number {
  if (SLOW.test(path)) return 2;
  return SOCKETS.test(readFileSync(path, "utf8")) ? 1 : 0;
}
