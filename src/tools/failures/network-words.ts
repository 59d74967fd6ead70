import type { Failure, ProxyAddress } from "../../domain/failure.ts";
import { ageText } from "../../domain/time-units.ts";
import { capital } from "../answer/words.ts";

type Of<Kind extends Failure["kind"]> = Extract<Failure, { readonly kind: Kind }>;

/** OpenSSL's codes for a certificate whose issuer this machine does not know. */
const UNKNOWN_ISSUER: ReadonlySet<string> = new Set([
  "DEPTH_ZERO_SELF_SIGNED_CERT",
  "SELF_SIGNED_CERT_IN_CHAIN",
  "UNABLE_TO_GET_ISSUER_CERT",
  "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
]);

export function networkWords({ code, sent, proxy }: Of<"network">, urlIn: string, wait: string) {
  const what = sent ? "the connection broke before an answer" : "no connection";
  const reason = `${what}${throughText(proxy)} (${code})`;
  return { reason, next: nextStep(code, proxy, urlIn, wait), retryable: true };
}

export function timeoutWords({ sent, afterMs, proxy }: Of<"timeout">, wait: string) {
  const what = sent ? "no answer" : "nothing could be sent";
  const reason = `${what} within ${Math.round(afterMs / 100) / 10} s${throughText(proxy)}`;
  const isProxy = proxy !== undefined && !sent;
  const next = isProxy ? checkProxy(proxy, wait) : `Call again${wait}, or ask for less at once.`;
  return { reason, next, retryable: true };
}

function nextStep(code: string, proxy: ProxyAddress | undefined, urlIn: string, wait: string): string {
  if (UNKNOWN_ISSUER.has(code)) {
    const where = proxy === undefined ? urlIn : proxy.variable;
    return (
      `The issuer of the certificate is unknown here. If it is your company or its proxy, set NODE_EXTRA_CA_CERTS to ` +
      `the file of its certificate; else check ${where}.`
    );
  }
  if (proxy !== undefined) return checkProxy(proxy, wait, code);
  return `Check the network and ${urlIn}, then call again${wait}.`;
}

function throughText(proxy: ProxyAddress | undefined): string {
  return proxy === undefined ? "" : ` through the proxy ${proxy.address}`;
}

function checkProxy({ variable }: ProxyAddress, wait: string, code?: string): string {
  const needs = code === "PROXY_407" ? ": it asks for a user name and password" : "";
  return `Check the proxy in ${variable}${needs}. Then call again${wait}.`;
}

export const ANOTHER_PLAN =
  "For another parcel like it, give its own externalShipmentId; forceRetrieveRates asks anew.";

/** A plan may exist. `quoted` is what the service answered, after a colon, or blank. */
export function outcomeWords({ status, repeatedAfterMs }: Of<"outcome_unknown">, quoted: string) {
  const isAccepted = status !== undefined && status < 300;
  const code = status === undefined ? "" : ` (${status})`;
  const outcome = isAccepted
    ? `the service accepted the request${code}, but its answer cannot be read`
    : `unknown whether a plan was made${code}`;
  const plan = isAccepted ? "a plan probably exists, and is billed" : "it may exist and be billed";
  const why = status === undefined ? ": no answer came" : quoted;
  const repeated = `That was ${ageText(Math.floor((repeatedAfterMs ?? 0) / 1000))} ago; the same request was not sent again.`;
  return {
    what: `${capital(outcome)}${why}. ${capital(plan)}.${repeatedAfterMs === undefined ? "" : ` ${repeated} ${ANOTHER_PLAN}`}`,
    reason: `${outcome}; ${plan}`,
    next: "Check the account before planning again; this API cannot list plans.",
  };
}
