import { utcTimestamp } from "../domain/datetime.ts";
import { byProduct, DATA_PRODUCTS, PRODUCT_NAMES } from "../domain/product.ts";
import { Alerts } from "./answers/alerts.ts";
import { readPackage, readShipment } from "./answers/answer.ts";
import { dayReader } from "./answers/days.ts";
import { Memory } from "./answers/memory.ts";
import { Transport } from "./attempt/transport.ts";
import { ContractDrift } from "./contract/drift.ts";
import { packageEndpoint, shipmentsEndpoint } from "./contract/endpoint.ts";
import type { Api, ApiOptions } from "./model/api.ts";
import { SeenExamples } from "./model/status.ts";
import { probeEndpoint, readProbe } from "./probe.ts";
import { Bill } from "./request/bill.ts";
import { type RequestCallers, soleCaller } from "./request/callers.ts";
import { Gate } from "./request/gate.ts";
import { requestLog } from "./request/request-log.ts";
import { Sender } from "./request/send.ts";
import { SharedRequests } from "./request/shared.ts";
import { exchangeToken } from "./token/exchange.ts";
import { TokenCache } from "./token/token.ts";

export function createApi(options: ApiOptions): Api {
  const { config, clock, random, log, account } = options;
  const since = utcTimestamp(clock.nowMs());
  const closing = new AbortController();
  const transport = new Transport(clock, config.timeoutMs);
  const drift = new ContractDrift(clock, log);
  const parts = { ...options, transport, drift };
  const tokens = new TokenCache(clock, (unwanted) => exchangeToken({ ...parts, closing: closing.signal }, unwanted));
  const bill = new Bill(options);
  const gates = byProduct(PRODUCT_NAMES, (product) => new Gate(product, clock));
  const sender = new Sender({ ...parts, gates, tokens, bill, logAttempt: requestLog(parts) });
  const shared = new SharedRequests(clock, gates);
  const memory = new Memory();
  const seen = new SeenExamples();
  const data = { clock, sender, drift, shared, memory, seen, account };
  const { riskLevels, ttlMs } = config;
  const alerts = new Alerts({ ...data, product: "alerts", ttlMs: ttlMs.alerts });
  const dayProducts = DATA_PRODUCTS.filter((product) => product !== "alerts");
  const days = byProduct(dayProducts, (product) => dayReader({ ...data, product, ttlMs: ttlMs[product], riskLevels }));

  return {
    alerts: (query, call) => alerts.read(query, call),
    ...days,
    plan: async (shipment, call) => {
      const endpoint = shipmentsEndpoint(JSON.stringify(shipment));
      const answer = await sender.send(endpoint, soleCaller(call));
      return answer.ok ? readShipment(endpoint, answer.value, drift) : answer;
    },
    package: async (id, call) => {
      const endpoint = packageEndpoint(id);
      const start = async (callers: RequestCallers) => {
        const answer = await sender.send(endpoint, callers);
        return answer.ok ? readPackage(endpoint, answer.value, drift) : answer;
      };
      return shared.join({ key: `package ${id}`, product: "tracking", start }, call);
    },
    probe: async (product, call) => {
      const nonce = random().toString(36).slice(2);
      return readProbe(product, await sender.send(probeEndpoint(product, nonce), soleCaller(call), "single"));
    },
    status: () => ({
      since,
      token: tokens.status(),
      coolDownSeconds: byProduct(PRODUCT_NAMES, (product) => Math.ceil(gates[product].coolDownLeftMs() / 1000)),
      memory: memory.status(),
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
