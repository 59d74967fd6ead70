/** Stryker's record of the mutants that each test reaches. */
interface Instrumented {
  __stryker__?: { readonly mutantCoverage?: { perTest: Record<string, unknown> } };
}

// Test files share one process, and each hands over the record at its end. A fresh one excludes earlier files.
const coverage = (globalThis as Instrumented).__stryker__?.mutantCoverage;
if (coverage !== undefined) coverage.perTest = {};
