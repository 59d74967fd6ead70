import { ageIsTold } from "./age.ts";
import { answersAreRight } from "./answers.ts";
import { pausesAreBackoffs, whatIsDoneOnceIsDoneOnce } from "./attempts.ts";
import {
  callLimitHolds,
  callLimitIsOnesOwn,
  dailyLimitEndsWithTheDay,
  dailyLimitHolds,
  dailyLimitIsReached,
  ledgerLiesBetween,
} from "./billing.ts";
import { cancellationEndsAtOnce, cancelsOnlyItsOwn, endsAsDataOrListedKind, endsInTime } from "./calls.ts";
import { exchangesAreRepeatedAfterBackoff } from "./exchange-pauses.ts";
import { liveIsLive, staleNeverAfterRefusal, staleStandsIn, wholeIsStale } from "./fallback.ts";
import { holdsHaveACause, hopelessTokenWaitsEnd, hopelessWaitsEnd } from "./holds.ts";
import type { Invariant } from "./invariant.ts";
import { noDefect, nothingIsLeft, nothingIsSentAfterClosing } from "./leftovers.ts";
import { memoryIsFresh, memoryIsKept } from "./memory.ts";
import {
  incompletenessIsTrue,
  oneChangeIsFollowed,
  pagesReadAreTold,
  recordsAreOfTheirTime,
  wholeIsWhole,
} from "./pages.ts";
import {
  announcedIsTheEnd,
  fewPagesAtOnce,
  keptPagesAreNotAskedAgain,
  pageIgnoredIsRemembered,
  pagesKeepTheirSize,
  sizesAreTriedInTurn,
} from "./paging.ts";
import { nobodyGivesUpEarly } from "./patience.ts";
import { starterPays } from "./payer.ts";
import { freePlacesAreTaken } from "./places.ts";
import { lastRefusalIsTold, plansAreSentOnce, unknownPlansAreTold } from "./plans.ts";
import { noPersonIsLogged, noSecretIsTold } from "./privacy.ts";
import { atMostEightInFlight, firstGoesAlone, startsOutsideCooldown } from "./rate-limit.ts";
import { dueTokenIsRefreshed } from "./refresh.ts";
import { equalReadsAreShared, nothingIsRestarted, readsAreRepeatedLittle } from "./repetition.ts";
import { requestIdsAreTold } from "./request-ids.ts";
import { missingScopeCostsLittle, oneRefusalIsNoEnd } from "./scope.ts";
import { exchangesHaveACause, noExpiredTokenIsSent, oneExchangeAtATime } from "./token.ts";
import { tokenFailuresAreForgotten, validTokenIsUsed } from "./token-failures.ts";
import { waitsHaveACause } from "./waits.ts";

/** Everything that holds at every event of every run. */
export const INVARIANTS: readonly Invariant[] = [
  startsOutsideCooldown,
  firstGoesAlone,
  atMostEightInFlight,
  oneExchangeAtATime,
  exchangesHaveACause,
  missingScopeCostsLittle,
  oneRefusalIsNoEnd,
  dueTokenIsRefreshed,
  noExpiredTokenIsSent,
  validTokenIsUsed,
  tokenFailuresAreForgotten,
  nothingIsRestarted,
  plansAreSentOnce,
  unknownPlansAreTold,
  lastRefusalIsTold,
  readsAreRepeatedLittle,
  whatIsDoneOnceIsDoneOnce,
  pausesAreBackoffs,
  exchangesAreRepeatedAfterBackoff,
  equalReadsAreShared,
  memoryIsFresh,
  memoryIsKept,
  ageIsTold,
  liveIsLive,
  staleNeverAfterRefusal,
  staleStandsIn,
  wholeIsStale,
  answersAreRight,
  incompletenessIsTrue,
  pagesReadAreTold,
  wholeIsWhole,
  recordsAreOfTheirTime,
  oneChangeIsFollowed,
  pagesKeepTheirSize,
  fewPagesAtOnce,
  keptPagesAreNotAskedAgain,
  sizesAreTriedInTurn,
  pageIgnoredIsRemembered,
  announcedIsTheEnd,
  holdsHaveACause,
  hopelessWaitsEnd,
  hopelessTokenWaitsEnd,
  freePlacesAreTaken,
  waitsHaveACause,
  endsInTime,
  nobodyGivesUpEarly,
  endsAsDataOrListedKind,
  cancelsOnlyItsOwn,
  cancellationEndsAtOnce,
  ledgerLiesBetween,
  requestIdsAreTold,
  starterPays,
  dailyLimitHolds,
  dailyLimitIsReached,
  dailyLimitEndsWithTheDay,
  callLimitHolds,
  callLimitIsOnesOwn,
  noSecretIsTold,
  noPersonIsLogged,
  noDefect,
  nothingIsLeft,
  nothingIsSentAfterClosing,
];
