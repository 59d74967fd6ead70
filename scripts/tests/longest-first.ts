import { BaseSequencer, type TestSpecification } from "vitest/node";

/** The test files that take longest, in that order. */
const LONGEST = [
  "simulation/simulation",
  "fuzz/fuzz",
  "faults/matrix",
  "commands/commands",
  "eras/eras",
  "transports/stdio",
  "transports/stdio-eras",
  "transports/plan-being-sent",
];

/** Begins with what takes longest, lest the last of it is left to one worker while the others have nothing to do. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).sort((a, b) => place(a.moduleId) - place(b.moduleId));
  }
}

function place(path: string): number {
  const place = LONGEST.findIndex((name) => path.endsWith(`/${name}.test.ts`));
  return place < 0 ? LONGEST.length : place;
}
