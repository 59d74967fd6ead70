import { readFileSync } from "node:fs";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Names that reveal a test with sockets, which take time. */
const SOCKETS = /startScripted|startTools|startClient|createServer/;

/** The test files that wait for real time to pass. */
const SLOW = /\/(?:requests|sandbox|secret|transport)\.test\.ts$/;

/** Runs tests without sockets first and waiting tests last: an early failure kills its mutant early. */
export class QuickestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return [...files].sort((a, b) => cost(a.moduleId) - cost(b.moduleId));
  }
}

function cost(path: string): number {
  if (SLOW.test(path)) return 2;
  return SOCKETS.test(readFileSync(path, "utf8")) ? 1 : 0;
}
