import type { Failure, ProxyAddress } from "../../domain/failure.ts";

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
  const what = sent ? "the connection broke before an answer came" : "no connection";
  const reason = `${what}${throughText(proxy)} (${code})`;
  return { reason, next: nextStep(code, proxy, urlIn, wait), retryable: true };
}

export function timeoutWords({ sent, afterMs, proxy }: Of<"timeout">, wait: string) {
  const what = sent ? "no answer" : "nothing could be sent";
  const reason = `${what} within ${Math.round(afterMs / 100) / 10} s${throughText(proxy)}`;
  const isProxy = proxy !== undefined && !sent;
  const next = isProxy ? checkProxy(proxy, wait) : `Call again${wait}, or ask for less in one call.`;
  return { reason, next, retryable: true };
}

function nextStep(code: string, proxy: ProxyAddress | undefined, urlIn: string, wait: string): string {
  if (UNKNOWN_ISSUER.has(code)) {
    const where = proxy === undefined ? urlIn : proxy.variable;
    return (
      `The issuer of the certificate is unknown here. If it is your company or its proxy, set NODE_EXTRA_CA_CERTS to ` +
      `the file of its certificate; otherwise, check ${where}.`
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
