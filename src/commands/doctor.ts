import { styleText } from "node:util";
import type { Probe } from "../api/model/api.ts";
import type { AccountStatus } from "../api/model/status.ts";
import { CallUsage } from "../api/model/usage.ts";
import { type App, createApp } from "../app.ts";
import type { Config } from "../config/config.ts";
import { compact } from "../domain/collections.ts";
import type { Failure } from "../domain/failure.ts";
import type { Product } from "../domain/product.ts";
import { TOOL_LIST } from "../domain/tool-list.ts";
import { failureWords, ORIGINS } from "../tools/failures/failure-words.ts";
import type { Command } from "./command.ts";
import { print, untilSignalled, wrap } from "./terminal.ts";

interface Finding {
  readonly check: string;
  /** null if doctor could not run the check. */
  readonly ok: boolean | null;
  readonly text: string;
}

export const command: Command = {
  usage: `coldroute doctor: checks configuration, token and each product, and bills nothing

Usage
  coldroute doctor [--json] [--sandbox]

It sends each product one request that the service must reject. Exit code 1 when anything is wrong.`,
  options: { json: { type: "boolean" } },
  maxPositionals: 0,
  run: async ({ environment, sandbox, options }) => {
    const app = await createApp({ environment, sandbox, quiet: true });
    try {
      const findings = await examine(app, untilSignalled());
      const ok = findings.every((finding) => finding.ok === true);
      if (options["json"] === true) print(JSON.stringify({ ok, sandbox: app.config.sandbox, findings }, null, 2));
      else printReport(findings, ok, app.config);
      return ok ? 0 : 1;
    } finally {
      await app.close();
    }
  },
};

async function examine({ config, api, clock }: App, signal: AbortSignal): Promise<readonly Finding[]> {
  const products = productsOf(config.tools);
  const askable = productsOf(readyTools(config));
  const deadlineMs = clock.monotonicMs() + config.maxWaitMs;
  const call = { signal, usage: new CallUsage(products.length), deadlineMs };
  const probes = new Map<Product, Probe>();
  const probe = async (product: Product) => probes.set(product, await (await api()).probe(product, call));
  // Each probe counts against the limit until it is refused, so a small limit has room for one at a time.
  if ((config.billableLimit ?? Infinity) < askable.length) for (const product of askable) await probe(product);
  else await Promise.all(askable.map(probe));
  const account = askable.length === 0 ? undefined : (await api()).status().account;
  return [
    ...configurationFindings(config),
    ...levelFindings(config),
    ...(account === undefined ? [] : [sharedFinding(account)]),
    ...(products.length === 0 ? [] : [tokenFinding([...probes.values()])]),
    ...products.map((product) => productFinding(product, probes.get(product))),
  ];
}

/** Doctor probes a product if one of its tools is ready. */
function readyTools({ tools, problems }: Config): readonly string[] {
  return tools.filter((name) => problems.every(({ blocks }) => !blocks.includes(name)));
}

function productsOf(tools: readonly string[]): readonly Product[] {
  return [...new Set(TOOL_LIST.filter(({ name }) => tools.includes(name)).map(({ product }) => product))];
}

function configurationFindings(config: Config): readonly Finding[] {
  const { problems, unknownVariables, tools } = config;
  const check = "configuration";
  const wrong = [...problems, ...unknownVariables].map(({ variable, message }) => `${variable} ${message}`);
  const ready = readyTools(config);
  if (ready.length > 0 && ready.length < tools.length)
    wrong.push(`to use ${ready.join(", ")} alone, without these, set COLDROUTE_TOOLS=${ready.join(",")}`);
  if (wrong.length > 0) return wrong.map((text) => ({ check, ok: false, text }));
  return [{ check, ok: true, text: tools.length < TOOL_LIST.length ? `complete for ${tools.join(", ")}` : "complete" }];
}

function levelFindings({ alertLevels, riskLevels }: Config): readonly Finding[] {
  const orders = compact(
    alertLevels && `alerts ${alertLevels.join(", ")}`,
    riskLevels && `risk ${riskLevels.join(", ")}`,
  );
  const caveat = "Doctor reads no data, so it cannot compare them: coldroute://status shows the levels seen in answers";
  const text = `from least to most severe: ${orders.join("; ")}. ${caveat}`;
  return orders.length === 0 ? [] : [{ check: "levels", ok: true, text }];
}

function sharedFinding({ cause, eviction }: AccountStatus): Finding {
  const check = "shared state";
  if (cause !== undefined) {
    const advice = "each process works alone. Check COLDROUTE_REDIS_URL, and the user and password in it";
    return { check, ok: false, text: `no Redis (${cause}): ${advice}` };
  }
  const text = "Redis answers: processes act as one client";
  if (eviction === undefined) return { check, ok: true, text };
  const warning = `when it is full, it drops keys (${eviction}), the bill among them: set its maxmemory-policy to noeviction`;
  return { check, ok: true, text: `${text}. Warning: ${warning}` };
}

/** A failed exchange makes a probe fail. */
function tokenFinding(probes: readonly Probe[]): Finding {
  const check = "token";
  if (probes.length === 0) return { check, ok: null, text: "not requested: the configuration is incomplete" };
  const [failure] = probes.flatMap((probe) => tokenFailure(probe) ?? []);
  return failure === undefined ? { check, ok: true, text: "issued" } : { check, ok: false, text: explain(failure) };
}

function tokenFailure(probe: Probe): Failure | undefined {
  const failure = !probe.ok && probe.finding.kind === "failed" ? probe.finding.failure : undefined;
  return failure !== undefined && "product" in failure && failure.product === "token" ? failure : undefined;
}

function productFinding(check: Product, probe: Probe | undefined): Finding {
  if (probe === undefined) return { check, ok: null, text: "not checked: its configuration is incomplete" };
  if (tokenFailure(probe) !== undefined) return { check, ok: null, text: "not checked: there is no token" };
  if (!probe.ok) return { check, ok: false, text: wrongText(check, probe.finding) };
  return { check, ok: true, text: `open: rejected the probe as it must (${probe.status}, request ${probe.requestId})` };
}

function wrongText(product: Product, finding: Extract<Probe, { ok: false }>["finding"]): string {
  if (finding.kind === "failed") return explain(finding.failure);
  const check = `check ${ORIGINS[product].urlIn}.`;
  if (finding.kind === "no_such_path")
    return `answered 404: the service is probably elsewhere, or at another path: ${check}`;
  const { kind, status } = finding;
  if (kind === "billed" && finding.requestId !== undefined)
    return `answered ${status} to a request that it must reject: this one was billed (request ${finding.requestId}). Tell the service's operator.`;
  // The service sends X-Request-Id with every response (service.md 4).
  const unsigned = `answered ${status} without X-Request-Id, so it is probably not the service: ${check}`;
  return kind === "billed" ? `${unsigned} If it is, this request was billed.` : unsigned;
}

function explain(failure: Failure): string {
  const { what, next } = failureWords(failure);
  if (failure.kind === "configuration") return what;
  if (failure.kind === "timeout" && failure.proxy === undefined)
    return `${what} Check ${ORIGINS[failure.product].urlIn} and the network. COLDROUTE_TIMEOUT_MS limits one attempt.`;
  return `${what} ${next}`;
}

const CHECK_COLUMNS = 15;
const MARK_COLUMNS = 7;

function printReport(findings: readonly Finding[], ok: boolean, { sandbox, clientId }: Config): void {
  if (sandbox) print("Sandbox: this checks the simulated service of coldroute.\n");
  const indent = " ".repeat(CHECK_COLUMNS + MARK_COLUMNS);
  for (const finding of findings) {
    const lines = wrap(finding.text, indent.length).join(`\n${indent}`);
    print(`${finding.check.padEnd(CHECK_COLUMNS)}${markOf(finding)}${lines}`);
  }
  print(`\n${ok ? "All is well. Nothing was billed." : "Something is wrong; see above."}`);
  if (clientId === undefined)
    print("If you have no account, try the simulated service: coldroute --sandbox call track_package 10045");
}

function markOf({ ok }: Finding): string {
  if (ok === null) return styleText("dim", "-".padEnd(MARK_COLUMNS));
  return ok ? styleText("green", "ok".padEnd(MARK_COLUMNS)) : styleText("red", "WRONG".padEnd(MARK_COLUMNS));
}
