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
import { liveIsLive, staleNeverAfterRefusal, staleStandsIn } from "./fallback.ts";
import { holdsHaveACause, hopelessTokenWaitsEnd, hopelessWaitsEnd } from "./holds.ts";
import type { Invariant } from "./invariant.ts";
import { noDefect, nothingIsLeft, nothingIsSentAfterClosing } from "./leftovers.ts";
import { leftOffIsEnough, memoryIsFresh, memoryIsKept } from "./memory.ts";
import { pageIgnoredIsRemembered, pagesKeepTheirSize, secondFollowsFirst, totalIsTheEnd } from "./page-requests.ts";
import { sizeIsKept, sizeIsRemembered } from "./page-sizes.ts";
import { incompletenessIsTrue, nothingReadIsLost, pagesAreOfOneTime, pagesReadAreTold } from "./pages.ts";
import { nobodyGivesUpEarly } from "./patience.ts";
import { starterPays } from "./payer.ts";
import { freePlacesAreTaken } from "./places.ts";
import { lastRefusalIsTold, plansAreSentOnce, unknownPlansAreTold } from "./plans.ts";
import { noPersonIsLogged, noSecretIsTold } from "./privacy.ts";
import { atMostEightInFlight, firstGoesAlone, startsOutsideCooldown } from "./rate-limit.ts";
import { dueTokenIsRefreshed } from "./refresh.ts";
import { equalReadsAreShared, nothingIsRestarted, readsAreRepeatedLittle } from "./repetition.ts";
import { requestIdsAreTold } from "./request-ids.ts";
import { startsOverOnce } from "./restarts.ts";
import { missingScopeCostsLittle, oneRefusalIsNoEnd } from "./scope.ts";
import { oldestGoesFirst } from "./seniority.ts";
import { standInsAreStale } from "./stand-ins.ts";
import { exchangesHaveACause, noExpiredTokenIsSent, oneExchangeAtATime } from "./token.ts";
import { tokenFailuresAreForgotten, validTokenIsUsed } from "./token-failures.ts";
import { waitsHaveACause } from "./waits.ts";
import { recordsAreOfTheirTime, wholeHasAnEnd, wholeHasEachPage, wholeIsAllAnnounced } from "./wholes.ts";

/** Everything that holds at every event of every run. */
export const INVARIANTS: readonly Invariant[] = [
  startsOutsideCooldown,
  firstGoesAlone,
  oldestGoesFirst,
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
  leftOffIsEnough,
  ageIsTold,
  liveIsLive,
  staleNeverAfterRefusal,
  staleStandsIn,
  standInsAreStale,
  answersAreRight,
  incompletenessIsTrue,
  pagesAreOfOneTime,
  nothingReadIsLost,
  pagesReadAreTold,
  wholeHasAnEnd,
  wholeIsAllAnnounced,
  wholeHasEachPage,
  recordsAreOfTheirTime,
  startsOverOnce,
  pagesKeepTheirSize,
  secondFollowsFirst,
  sizeIsRemembered,
  sizeIsKept,
  pageIgnoredIsRemembered,
  totalIsTheEnd,
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
