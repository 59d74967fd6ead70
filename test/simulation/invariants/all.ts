import * as age from "./age.ts";
import * as answers from "./answers.ts";
import * as attempts from "./attempts.ts";
import * as billing from "./billing.ts";
import * as calls from "./calls.ts";
import * as fallback from "./fallback.ts";
import * as holds from "./holds.ts";
import type { Invariant } from "./invariant.ts";
import * as leftovers from "./leftovers.ts";
import * as memory from "./memory.ts";
import * as pages from "./pages.ts";
import * as paging from "./paging.ts";
import * as patience from "./patience.ts";
import * as payer from "./payer.ts";
import * as plans from "./plans.ts";
import * as privacy from "./privacy.ts";
import * as rateLimit from "./rate-limit.ts";
import * as repetition from "./repetition.ts";
import * as scope from "./scope.ts";
import * as token from "./token.ts";
import * as tokenFailures from "./token-failures.ts";
import * as waits from "./waits.ts";

const FILES = [
  age,
  answers,
  attempts,
  billing,
  calls,
  fallback,
  holds,
  leftovers,
  memory,
  pages,
  paging,
  patience,
  payer,
  plans,
  privacy,
  rateLimit,
  repetition,
  scope,
  tokenFailures,
  token,
  waits,
];

function isInvariant(value: unknown): value is Invariant {
  return typeof value === "object" && value !== null && "watch" in value;
}

/** The invariants that must hold at every event of every run. The files in this folder export them. */
export const INVARIANTS: readonly Invariant[] = FILES.flatMap((file) =>
  Object.values<unknown>(file).filter(isInvariant),
);
