import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

const ci = process.env["CI"] !== undefined;

export default defineConfig({
  test: {
    root: new URL(".", import.meta.url).pathname,
    include: ["test/**/*.test.ts"],
    globalSetup: ["scripts/tests/fresh-build.ts"],
    // One more than there are cores: the tests wait for sockets and processes as often as they compute.
    maxWorkers: availableParallelism() + 1,
    // Loading zod and the SDKs anew for each file would take a third of the time; no test changes what it imports.
    isolate: false,
    // No test asserts a duration. These limits end a test that hangs; a test that needs more names its own.
    testTimeout: 20_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 15_000 } },
    reporters: ci ? ["default", ["json", { outputFile: "node_modules/.vitest/results.json" }]] : ["default"],
  },
});
