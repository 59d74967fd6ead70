import fc from "fast-check";

// The first counterexample kills a mutant. Shrinking it would take longer than everything else.
fc.configureGlobal({ endOnFailure: true });
