import { defineConfig } from "vitest/config";
import whole from "../../vitest.config.ts";

/**
 * The tests that judge a mutant of `src/{api,domain,places,tools}`: all in this process, none on the built program.
 * Stryker 9 needs three settings: `related` off (it misses tests that reach the file through others), a `tsconfigFile`
 * that does not exist (it cannot rewrite one for TypeScript 7), and no `--testFiles` (it skips constants).
 */
export default defineConfig({
  test: {
    ...whole.test,
    include: ["test/{api,domain,places,spec,tools}/**/*.test.ts"],
    globalSetup: [],
    reporters: [{}],
    isolate: false,
    testTimeout: 60_000,
    expect: { poll: { timeout: 4_000 } },
    setupFiles: ["scripts/mutate/no-shrinking.ts", "scripts/mutate/coverage-by-file.ts"],
  },
});
