import { utcTimestamp } from "../domain/datetime.ts";
import { failed, type Result } from "../domain/failure.ts";
import { eachProduct, type Product } from "../domain/product.ts";
import { Alerts } from "./answers/alerts.ts";
import { readPackage, readShipment } from "./answers/answer.ts";
import { Memory } from "./answers/memory.ts";
import { riskReader } from "./answers/risk.ts";
import { Transport } from "./attempt/transport.ts";
import { ContractDrift } from "./contract/drift.ts";
import { packageEndpoint, shipmentsEndpoint } from "./contract/endpoint.ts";
import type { Api, ApiOptions } from "./model/api.ts";
import { Seen } from "./model/status.ts";
import { probeEndpoint, readProbe } from "./probe.ts";
import { Bill } from "./request/bill.ts";
import { Sender } from "./request/send.ts";
import { type Caller, onlyCaller, SharedRequests } from "./request/shared.ts";
import { exchangeToken } from "./token/exchange.ts";
import { TokenCache } from "./token/token.ts";

/** Composes the authenticated client of the service. */
export function createApi(options: ApiOptions): Api {
  const { config, clock, random, account } = options;
  const closing = new AbortController();
  const since = utcTimestamp(clock.nowMs());
  const parts = composed(options, closing.signal);
  const { transport, drift, tokens, bill, sender, shared, memory, seen } = parts;

  /** Runs `work` with the product's URL. Fails without the URL, or a required audience (service.md 5.5). */
  async function configured<T>(product: Product, work: (url: string) => Promise<Result<T>>): Promise<Result<T>> {
    const url = config.productUrls[product];
    if (url === undefined) return failed({ kind: "configuration", product, problems: [] });
    if (product === "tracking" || config.audience !== undefined) return work(url);
    const problems = [{ variable: "COLDROUTE_AUDIENCE", message: "is needed for all but tracking" }];
    return failed({ kind: "configuration", product, problems });
  }

  return {
    alerts: (query, call) => configured("alerts", () => parts.alerts.read(query, call)),
    risk: (query, call) => configured("risk", () => parts.risk(query, call)),
    plan: (shipment, call) =>
      configured("planning", async (planningUrl) => {
        const endpoint = shipmentsEndpoint(planningUrl, JSON.stringify(shipment));
        const answer = await sender.send(endpoint, onlyCaller(call));
        return answer.ok ? readShipment(endpoint, answer.value, drift) : answer;
      }),
    package: (id, call) =>
      configured("tracking", async (trackingUrl) => {
        const endpoint = packageEndpoint(trackingUrl, id);
        const start = async (caller: Caller) => {
          const answer = await sender.send(endpoint, caller);
          return answer.ok ? readPackage(endpoint, answer.value, drift) : answer;
        };
        return shared.join({ key: `package ${id}`, product: "tracking", start }, call);
      }),
    probe: async (product, call) => {
      const nonce = random().toString(36).slice(2);
      const ask = (url: string) => sender.send(probeEndpoint(product, url, nonce), onlyCaller(call), "single");
      return readProbe(product, await configured(product, ask));
    },
    status: () => ({
      since,
      token: tokens.status(),
      coolDownSeconds: eachProduct((product) => Math.ceil(sender.coolDownMs(product) / 1000)),
      memory: { alerts: memory.status("alerts"), risk: memory.status("risk") },
      ...(account && { account: account.status() }),
      usage: bill.usage(),
      seen: seen.values(),
      drift: drift.report(),
    }),
    close: async () => {
      closing.abort();
      drift.flush();
      await transport.close();
      await account?.close();
    },
  };
}

/** The parts of the client. `signal` ends a token exchange. */
function composed(options: ApiOptions, signal: AbortSignal) {
  const { config, clock, log, observer, account } = options;
  const transport = new Transport(clock, config.timeoutMs);
  const drift = new ContractDrift(clock, log);
  const parts = { ...options, transport, drift };
  const tokens = new TokenCache(clock, (unwanted) => exchangeToken({ ...parts, signal }, unwanted));
  const bill = new Bill({ clock, limit: config.billableLimit, observer });
  const sender = new Sender({ ...parts, tokens, bill });
  const shared = new SharedRequests(clock, (product) => sender.coolDownMs(product));
  const memory = new Memory();
  const seen = new Seen();
  const data = { clock, riskUrl: config.productUrls.alerts ?? "", sender, drift, shared, memory, seen, account };
  const alerts = new Alerts({ ...data, ttlMs: config.alertsTtlMs });
  const risk = riskReader({ ...data, ttlMs: config.riskTtlMs, riskLevels: config.riskLevels });
  return { transport, drift, tokens, bill, sender, shared, memory, seen, alerts, risk };
}
