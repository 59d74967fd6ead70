import { setMaxListeners } from "node:events";
import type { Config } from "../config.ts";
import type { Clock } from "../runtime/clock.ts";
import type { Log } from "../runtime/log.ts";
import { Alerts } from "./alerts.ts";
import { readPackage, readShipment } from "./answer.ts";
import type { Api, Call, Probe } from "./api.ts";
import { Billing } from "./billing.ts";
import { ContractDrift } from "./drift.ts";
import { isSegment, packageEndpoint, shipmentsEndpoint } from "./endpoint.ts";
import { exchangeToken } from "./exchange.ts";
import { failed, type Product, type Result } from "./failure.ts";
import { Flights, soleCaller } from "./flights.ts";
import type { ApiObserver } from "./observer.ts";
import { probeEndpoint, readProbe } from "./probe.ts";
import { Requests } from "./requests.ts";
import { Risk } from "./risk.ts";
import type { ServiceRecord, ShipmentRequest } from "./schema.ts";
import type { ApiStatus } from "./status.ts";
import { TokenCache } from "./token.ts";
import { Transport } from "./transport.ts";

/** What the client is made of; clock, randomness (0 ≤ x < 1) and log are injected. */
export interface ApiOptions {
  readonly config: Config;
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: Log;
  readonly observer?: ApiObserver | undefined;
}

/** The authenticated client of the service, composed. One a process. */
export function createApi(options: ApiOptions): Api {
  return new Client(options);
}

class Client implements Api {
  readonly #config: Config;
  readonly #random: () => number;
  readonly #closing = new AbortController();
  readonly #transport: Transport;
  readonly #drift: ContractDrift;
  readonly #tokens: TokenCache;
  readonly #billing: Billing;
  readonly #requests: Requests;
  readonly #flights: Flights;
  readonly #alerts: Alerts;
  readonly #risk: Risk;

  constructor(options: ApiOptions) {
    const { config, clock, random, log, observer } = options;
    this.#config = config;
    this.#random = random;
    const transport = new Transport(clock, config.timeoutMs);
    const drift = new ContractDrift(log);
    const { signal } = this.#closing;
    // Every call that waits listens to it.
    setMaxListeners(0, signal);
    const exchange = { config, clock, random, log, transport, drift, signal, observer };
    const tokens = new TokenCache(clock, () => exchangeToken(exchange), signal);
    const billing = new Billing(clock, config.billableLimit, observer);
    const requests = new Requests({
      clock,
      random,
      log,
      transport,
      tokens,
      billing,
      drift,
      attemptMs: config.timeoutMs,
      closing: signal,
      observer,
    });
    const flights = new Flights(clock);
    const riskUrl = config.productUrls.alerts ?? "";
    this.#alerts = new Alerts({ clock, requests, flights, drift, riskUrl, ttlMs: config.alertsTtlMs });
    this.#risk = new Risk({ clock, requests, flights, drift, riskUrl, ttlMs: config.riskTtlMs });
    this.#transport = transport;
    this.#drift = drift;
    this.#tokens = tokens;
    this.#billing = billing;
    this.#requests = requests;
    this.#flights = flights;
  }

  alerts(query: Parameters<Api["alerts"]>[0], call: Call): ReturnType<Api["alerts"]> {
    return this.#configured("alerts", () => this.#alerts.read(query, call));
  }

  risk(query: Parameters<Api["risk"]>[0], call: Call): ReturnType<Api["risk"]> {
    return this.#configured("risk", () => this.#risk.read(query, call));
  }

  plan(shipment: ShipmentRequest, call: Call): Promise<Result<ServiceRecord>> {
    return this.#configured("planning", async (planningUrl) => {
      const endpoint = shipmentsEndpoint(planningUrl, JSON.stringify(shipment));
      const answer = await this.#requests.send(endpoint, soleCaller(call));
      return answer.ok ? readShipment(endpoint, answer.value, this.#drift) : answer;
    });
  }

  package(id: string, call: Call): Promise<Result<ServiceRecord>> {
    return this.#configured("tracking", async (trackingUrl) => {
      if (!isSegment(id)) {
        return failed({ kind: "invalid_arguments", problems: [{ parameter: "id", message: "names no package" }] });
      }
      const endpoint = packageEndpoint(trackingUrl, id);
      return this.#flights.share(JSON.stringify(["package", id]), "tracking", call, async (caller) => {
        const answer = await this.#requests.send(endpoint, caller);
        return answer.ok ? readPackage(endpoint, answer.value, this.#drift) : answer;
      });
    });
  }

  async probe(product: Product, call: Call): Promise<Probe> {
    const nonce = this.#random().toString(36).slice(2);
    const answer = await this.#configured(product, (url) =>
      this.#requests.send(probeEndpoint(product, url, nonce), soleCaller(call), "once"),
    );
    return readProbe(product, answer);
  }

  drift(): ReturnType<Api["drift"]> {
    return this.#drift.report();
  }

  status(): ApiStatus {
    return {
      token: this.#tokens.status(),
      coolDownSeconds: this.#requests.coolDownSeconds(),
      memory: { alerts: this.#alerts.status(), risk: this.#risk.status() },
      usage: this.#billing.usage(),
      seen: { levels: this.#alerts.levels(), ...this.#risk.seen() },
    };
  }

  async close(): Promise<void> {
    this.#closing.abort();
    this.#requests.close();
    await this.#transport.close();
  }

  /** Runs `work` with the product's URL; without one nothing can be asked. */
  async #configured<T>(product: Product, work: (url: string) => Promise<Result<T>>): Promise<Result<T>> {
    const url = this.#config.productUrls[product];
    if (url !== undefined) return work(url);
    return failed({ kind: "configuration", product, problems: this.#config.problems });
  }
}
