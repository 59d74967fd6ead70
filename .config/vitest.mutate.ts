import { defineConfig } from "vitest/config";
import { QuickestFirst } from "./quickest-first.ts";
import whole from "./vitest.config.ts";

/** The tests that a mutant of `src/api` or `src/domain` has to get past: all in this process, none on the built program. */
export default defineConfig({
  test: {
    ...whole.test,
    include: ["test/{api,domain,spec}/**/*.test.ts"],
    globalSetup: [],
    reporters: ["default"],
    setupFiles: [".config/no-shrinking.ts"],
    sequence: { sequencer: QuickestFirst },
  },
});
