import { BaseSequencer, type TestSpecification } from "vitest/node";

/** The slowest test files, the slowest first. */
const LONGEST = [
  "simulation/simulation",
  "fuzz/fuzz",
  "faults/matrix",
  "commands/commands",
  "eras/eras",
  "transports/stdio-end",
  "transports/stdio",
];

/** Begins with the slowest files, so that no worker is left alone with one at the end. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).sort((a, b) => place(a.moduleId) - place(b.moduleId));
  }
}

function place(path: string): number {
  const place = LONGEST.findIndex((name) => path.endsWith(`/${name}.test.ts`));
  return place < 0 ? LONGEST.length : place;
}
