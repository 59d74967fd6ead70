import { answersAreRight } from "./answers.ts";
import * as billing from "./billing.ts";
import * as calls from "./calls.ts";
import type { Invariant } from "./invariant.ts";
import * as leftovers from "./leftovers.ts";
import * as pages from "./pages.ts";
import * as plans from "./plans.ts";
import * as privacy from "./privacy.ts";
import * as rateLimit from "./rate-limit.ts";
import * as repetition from "./repetition.ts";
import { oneExchangeAtATime } from "./token.ts";
import { waitsHaveACause } from "./waits.ts";

/** The invariants that must hold at every event of every run: rules that a fixed order of events shows too seldom. */
export const INVARIANTS: readonly Invariant[] = [
  answersAreRight,
  billing.ledgerLiesBetween,
  billing.dailyLimitHolds,
  billing.callLimitHolds,
  calls.endsInTime,
  calls.noCallRejects,
  calls.cancelsOnlyItsOwn,
  calls.cancellationEndsAtOnce,
  leftovers.noDefect,
  leftovers.nothingIsLeft,
  leftovers.nothingIsSentAfterClosing,
  pages.wholeIsWhole,
  pages.recordsAreOfTheirTime,
  plans.plansAreSentOnce,
  plans.unknownPlansAreTold,
  privacy.noSecretIsTold,
  privacy.noPersonIsLogged,
  rateLimit.startsOutsideCooldown,
  rateLimit.atMostEightInFlight,
  repetition.nothingIsRestarted,
  repetition.equalReadsAreShared,
  oneExchangeAtATime,
  waitsHaveACause,
];
