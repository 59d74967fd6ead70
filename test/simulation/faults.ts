import type { Origin } from "../../src/sandbox/settings.ts";
import { CLIENT_SECRET } from "../../src/sandbox/settings.ts";
import type { Random } from "../../src/sandbox/world/random.ts";
import type { Fault } from "../support/sandbox.ts";
import { between, chance, pick } from "./random.ts";

/** A placeholder in a fault's `detail` for the newest access token, which no schedule can know. */
export const NEWEST_TOKEN = "{newest token}";

/** Valid forms of `Retry-After` (RFC 9110), invalid ones, and none. The date counts from the `Date` beside it. */
const RETRY_AFTER: readonly Readonly<Record<string, string | readonly string[]>>[] = [
  { "Retry-After": "1" },
  { "Retry-After": "3" },
  { "Retry-After": "7" },
  { "Retry-After": "7" },
  { "Retry-After": "0" },
  { "Retry-After": "90000" },
  { "Retry-After": "-5" },
  { "Retry-After": "soon" },
  { "Retry-After": ["2", "5"] },
  { "Retry-After": "Thu, 09 Jul 2026 12:00:04 GMT", Date: "Thu, 09 Jul 2026 12:00:00 GMT" },
  {},
];

/** Draws faults that come together. The costliest ones (33 MiB, a bomb) are left to the fault matrix. */
export function drawFaults(random: Random, product: Origin): readonly Fault[] {
  // A long wait and then a short one, for two requests under way.
  if (chance(random, 0.1)) return ["7", "1"].map((wait) => ({ product, ...refusal(429, { "Retry-After": wait }) }));
  const times = pick(random, [1, 1, 1, 2, 5]);
  const slow = chance(random, 0.3) ? { delayMs: between(random, 50, 4_000) } : {};
  const draw = pick(random, [status, status, limited, limited, silent, silent, broken, broken, odd, echo, late]);
  return [{ ...slow, ...draw(random, product), product, times }];
}

type Drawn = Omit<Fault, "product" | "times">;

function status(random: Random): Drawn {
  const code = pick(random, [400, 401, 403, 404, 500, 500, 502, 502, 503, 503, 504]);
  return { kind: "status", status: code, problem: chance(random, 0.7), requestId: chance(random, 0.9) };
}

function limited(random: Random): Drawn {
  return { ...refusal(pick(random, [429, 429, 503]), pick(random, RETRY_AFTER)), problem: chance(random, 0.8) };
}

function refusal(code: number, headers: (typeof RETRY_AFTER)[number]): Drawn {
  return { kind: "status", status: code, headers };
}

function silent(random: Random): Drawn {
  const kind = pick(random, ["reset", "reset", "hang"]);
  return {
    kind,
    processed: chance(random, 0.5),
    ...(chance(random, 0.3) ? { delayMs: between(random, 1, 9_000) } : {}),
  };
}

function broken(random: Random): Drawn {
  const kinds = ["hangBody", "resetBody", "truncate", "wrongLength", "brokenGzip", "drip", "empty", "html"] as const;
  const kind = pick(random, kinds);
  if (kind === "html") return { kind, status: pick(random, [200, 502]) };
  return kind === "drip" ? { kind, delayMs: between(random, 100, 1_000) } : { kind };
}

function odd(random: Random, product: Origin): Drawn {
  const kinds = ["wrongShape", "badContentType", "redirect", "duplicateHeaders", "problemStatusMismatch"] as const;
  const others = ["closeAfter", "unknownFields", "newData"] as const;
  // Without `total` and `hasMore`, a page of alerts passes for the whole set, so the invariants cannot judge it.
  const few = product === "token" || product === "planning" || product === "tracking" ? (["noMeta"] as const) : [];
  return { kind: pick(random, [...kinds, ...others, ...few]) };
}

/** A service that echoes the secret or a token. */
function echo(random: Random): Drawn {
  const detail = `said ${pick(random, [NEWEST_TOKEN, CLIENT_SECRET])} again`;
  return { kind: "status", status: pick(random, [400, 403, 500]), detail };
}

function late(random: Random): Drawn {
  return { kind: "pass", delayMs: between(random, 200, 12_000) };
}
