import { utcTimestamp } from "../domain/datetime.ts";
import { failed, type Result } from "../domain/failure.ts";
import { eachProduct, type Product } from "../domain/product.ts";
import type { JsonRecord } from "../domain/record.ts";
import { Alerts } from "./answers/alerts.ts";
import { readPackage, readShipment } from "./answers/answer.ts";
import { Memory } from "./answers/memory.ts";
import { riskReader } from "./answers/risk.ts";
import { Transport } from "./attempt/transport.ts";
import { ContractDrift } from "./contract/drift.ts";
import { packageEndpoint, shipmentsEndpoint } from "./contract/endpoint.ts";
import type { Account } from "./model/account.ts";
import type { Api, ApiConfig, ApiOptions, Call, Probe } from "./model/api.ts";
import { type ApiStatus, Seen } from "./model/status.ts";
import { probeEndpoint, readProbe } from "./probe.ts";
import { Bill } from "./request/bill.ts";
import { Sender } from "./request/send.ts";
import { onlyCaller, SharedRequests } from "./request/shared.ts";
import { exchangeToken } from "./token/exchange.ts";
import { TokenCache } from "./token/token.ts";

/** The authenticated client of the service, composed. One a process. */
export function createApi(options: ApiOptions): Api {
  return new ApiClient(options);
}

class ApiClient implements Api {
  readonly #config: ApiConfig;
  readonly #random: () => number;
  readonly #account: Account | undefined;
  readonly #closing = new AbortController();
  readonly #transport: Transport;
  readonly #drift: ContractDrift;
  readonly #tokens: TokenCache;
  readonly #bill: Bill;
  readonly #since: string;
  readonly #sender: Sender;
  readonly #shared: SharedRequests;
  readonly #memory = new Memory();
  readonly #seen = { levels: new Seen(), dates: new Seen(), granularities: new Seen() };
  readonly #alerts: Alerts;
  readonly #risk: ReturnType<typeof riskReader>;

  constructor({ config, clock, random, log, observer, account }: ApiOptions) {
    this.#config = config;
    this.#random = random;
    this.#account = account;
    this.#since = utcTimestamp(clock.nowMs());
    const { signal } = this.#closing;
    this.#transport = new Transport(clock, config.timeoutMs);
    this.#drift = new ContractDrift(clock, log);
    const parts = { config, clock, random, log, observer, account, transport: this.#transport, drift: this.#drift };
    this.#tokens = new TokenCache(clock, (unwanted) => exchangeToken({ ...parts, signal }, unwanted));
    this.#bill = new Bill({ clock, limit: config.billableLimit, observer, account });
    this.#sender = new Sender({ ...parts, tokens: this.#tokens, bill: this.#bill });
    this.#shared = new SharedRequests(clock, (product) => this.#sender.coolDownMs(product));
    const riskUrl = config.productUrls.alerts ?? "";
    const own = {
      sender: this.#sender,
      drift: this.#drift,
      shared: this.#shared,
      memory: this.#memory,
      seen: this.#seen,
      account,
    };
    this.#alerts = new Alerts({ clock, riskUrl, ...own, ttlMs: config.alertsTtlMs });
    this.#risk = riskReader({ clock, riskUrl, ...own, ttlMs: config.riskTtlMs });
  }

  alerts(query: Parameters<Api["alerts"]>[0], call: Call): ReturnType<Api["alerts"]> {
    return this.#configured("alerts", () => this.#alerts.read(query, call));
  }

  risk(query: Parameters<Api["risk"]>[0], call: Call): ReturnType<Api["risk"]> {
    return this.#configured("risk", () => this.#risk(query, call));
  }

  plan(shipment: JsonRecord, call: Call): Promise<Result<JsonRecord>> {
    return this.#configured("planning", async (planningUrl) => {
      const endpoint = shipmentsEndpoint(planningUrl, JSON.stringify(shipment));
      const answer = await this.#sender.send(endpoint, onlyCaller(call));
      return answer.ok ? readShipment(endpoint, answer.value, this.#drift) : answer;
    });
  }

  package(id: string, call: Call): Promise<Result<JsonRecord>> {
    return this.#configured("tracking", async (trackingUrl) => {
      const endpoint = packageEndpoint(trackingUrl, id);
      const wait = this.#shared.join(`package ${id}`, "tracking", call, async (caller) => {
        const answer = await this.#sender.send(endpoint, caller);
        return answer.ok ? readPackage(endpoint, answer.value, this.#drift) : answer;
      });
      return wait.result;
    });
  }

  async probe(product: Product, call: Call): Promise<Probe> {
    const nonce = this.#random().toString(36).slice(2);
    const answer = await this.#configured(product, (url) =>
      this.#sender.send(probeEndpoint(product, url, nonce), onlyCaller(call), "single"),
    );
    return readProbe(product, answer);
  }

  status(): ApiStatus {
    const { levels, dates, granularities } = this.#seen;
    return {
      since: this.#since,
      token: this.#tokens.status(),
      coolDownSeconds: eachProduct((product) => Math.ceil(this.#sender.coolDownMs(product) / 1000)),
      memory: { alerts: this.#memory.status("alerts"), risk: this.#memory.status("risk") },
      ...(this.#account && { account: this.#account.status() }),
      usage: this.#bill.usage(),
      seen: { levels: levels.list(), dates: dates.list(), granularities: granularities.list() },
      drift: this.#drift.report(),
    };
  }

  async close(): Promise<void> {
    this.#closing.abort();
    this.#drift.flush();
    await this.#transport.close();
    await this.#account?.close();
  }

  /** Runs `work` with the product's URL; without one, or a token for it (service.md 5.5), nothing can be asked. */
  async #configured<T>(product: Product, work: (url: string) => Promise<Result<T>>): Promise<Result<T>> {
    const url = this.#config.productUrls[product];
    if (url === undefined) return failed({ kind: "configuration", product, problems: [] });
    if (product === "tracking" || this.#config.audience !== undefined) return work(url);
    const problems = [{ variable: "COLDROUTE_AUDIENCE", message: "is needed for all but tracking" }];
    return failed({ kind: "configuration", product, problems });
  }
}
