import fc from "fast-check";

// The first counterexample kills a mutant. The search for the smallest one takes longer than everything else.
fc.configureGlobal({ endOnFailure: true });
