import fc from "fast-check";

// A mutant is killed by the first counterexample; looking for the smallest one takes longer than all the rest.
fc.configureGlobal({ endOnFailure: true });
