import { inspect } from "node:util";
import { CLIENT_SECRET } from "../../../src/sandbox/settings.ts";
import type { Ask } from "../steps.ts";
import type { Invariant } from "./invariant.ts";

/** The tokens to look for. Older ones have expired (G-secrets). */
const LAST_TOKENS = 6;

/** Finds the secret, or one of the last tokens that the client used. It cannot recognise a token that it never read. */
function secretIn(text: string, given: ReadonlySet<string>): string | undefined {
  if (text.includes(CLIENT_SECRET)) return "the secret";
  return [...given].slice(-LAST_TOKENS).some((token) => text.includes(token)) ? "an access token" : undefined;
}

export const noSecretIsTold: Invariant = {
  name: "G-secrets: no secret and no token in a log line or a result",
  watch: (run) => {
    const given = new Set<string>();
    return (event) => {
      switch (event.type) {
        case "started":
          if (event.request.token > 0) given.add(run.sandbox.tokens[event.request.token - 1] ?? "");
          return undefined;
        case "logged":
          return naming("a log line", secretIn(event.line, given));
        case "ended": {
          const shown = inspect(event.end, { depth: 6, maxArrayLength: 5 });
          return naming(`the result of call ${event.call.number}`, secretIn(shown, given));
        }
        case "quiet":
          return naming("a request", run.sandbox.misplacedCredentials[0]);
        default:
          return undefined;
      }
    };
  },
};

function naming(place: string, found: string | undefined): string | undefined {
  return found && `${place} holds ${found}`;
}

/** Texts about a person or a parcel that schedules put into requests. */
const PERSONAL = ["17 Simulation Lane", "Saguaro Simulant", "SBX00000", "unheard-of"];

export const noPersonIsLogged: Invariant = {
  name: "G-privacy: no address, name or number of a parcel in a log line",
  watch: (run) => (event) => {
    if (event.type !== "logged") return undefined;
    const own = run.calls.map(({ ask }) => wordOf(ask)).filter((word) => word !== undefined);
    const found = [...PERSONAL, ...own].find((word) => event.line.includes(word));
    return found && `a log line holds ${found}: ${event.line}`;
  },
};

/** The text of a call that no log may hold. A package number counts only in quotes: a bare one may be a duration. */
function wordOf(ask: Ask): string | undefined {
  if (ask.kind === "plan") return ask.reference;
  return ask.kind === "package" ? `"${ask.id}"` : undefined;
}
