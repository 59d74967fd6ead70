import { defineConfig } from "vitest/config";
import whole from "../../vitest.config.ts";
import { QuickestFirst } from "./quickest-first.ts";

/**
 * The tests that a mutant of `src/{api,domain,places,tools}` has to get past: all in this process, none on the built program.
 * For Stryker 9 `related` stays off (it leaves out tests that reach the file through others), `tsconfigFile` names a
 * file that does not exist (it cannot rewrite one for TypeScript 7), and `--testFiles` is never used (it skips constants).
 */
export default defineConfig({
  test: {
    ...whole.test,
    include: ["test/{api,domain,places,spec,tools}/**/*.test.ts"],
    globalSetup: [],
    reporters: [{}],
    isolate: false,
    testTimeout: 8_000,
    expect: { poll: { timeout: 4_000 } },
    setupFiles: ["scripts/mutate/no-shrinking.ts", "scripts/mutate/coverage-by-file.ts"],
    sequence: { sequencer: QuickestFirst },
  },
});
