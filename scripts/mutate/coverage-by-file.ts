/** The record that Stryker keeps while it learns which mutants each test reaches. */
interface Instrumented {
  __stryker__?: { readonly mutantCoverage?: { perTest: Record<string, unknown> } };
}

// Test files share one process, and each hands over the record as it ends: without this with that of all before it.
const coverage = (globalThis as Instrumented).__stryker__?.mutantCoverage;
if (coverage !== undefined) coverage.perTest = {};
