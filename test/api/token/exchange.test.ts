import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { answerOf, failureOf, inTurn, PACKAGE, startClient, startScripted } from "../../support/client.ts";
import { passing } from "../../support/events.ts";
import { emptyFolder } from "../../support/per-test.ts";
import type { Scripted } from "../../support/scripted-service.ts";

const ok: Scripted = { status: 200, json: PACKAGE };

describe("the exchange of credentials (service.md 4.1)", () => {
  test("[4.1-path] [4.1-grant_type] [4.1-client_id] [4.1-client_secret] [5.2-grant] [5.5-audience] is one JSON POST, without an audience if none is set", async () => {
    const { service } = await startScripted({ tracking: () => ok });
    const { COLDROUTE_AUDIENCE: _, ...environment } = service.environment;
    const { api, call, clock, lines, flushed } = startClient(environment);
    const beganMs = clock.monotonicMs();
    answerOf(await api.package("1", call()));
    const tookMs = clock.monotonicMs() - beganMs;
    const [request, ...more] = service.requests("token");
    expect(more).toEqual([]);
    expect(request).toMatchObject({ method: "POST", url: { pathname: "/auth/oauth/token" } });
    expect(request?.headers).toMatchObject({ accept: "application/json", "content-type": "application/json" });
    expect(request?.headers.authorization).toBeUndefined();
    expect(JSON.parse(request?.body ?? "")).toEqual({
      grant_type: "client_credentials",
      client_id: "client",
      client_secret: "the-client-secret",
    });
    await flushed();
    const logged = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    const exchanged = logged.find(({ msg }) => msg === "token exchanged");
    expect(exchanged).toMatchObject({ product: "token", status: 200, requestId: "token-1" });
    const answered = logged.find(({ msg }) => msg === "request answered");
    for (const line of [exchanged, answered]) expect(line?.["tookMs"]).toBeLessThanOrEqual(Math.ceil(tookMs));
  });

  test("without a readable expires_in is contract drift, and its token is used for five minutes", async () => {
    const { service, api, call, clock } = await startScripted({
      token: () => ({ status: 200, json: { access_token: "a-token", expires_in: "soon" } }),
      tracking: () => ok,
    });
    answerOf(await api.package("1", call()));
    expect([...api.status().drift.keys()]).toContain("token.expires_in: not a number of seconds");
    clock.advance(265_000);
    answerOf(await api.package("2", call()));
    expect(service.requests("token")).toHaveLength(1);
    clock.advance(40_000);
    answerOf(await api.package("3", call()));
    expect(service.requests("token")).toHaveLength(2);
  });

  test("with a long Retry-After is not repeated, and fails as the service answered", async () => {
    const { service, api, call, clock } = await startScripted({
      token: () => ({ status: 503, headers: { "retry-after": "3600" } }),
      tracking: () => ok,
    });
    const failure = failureOf(await passing(clock, api.package("1", call())));
    expect(failure).toMatchObject({ kind: "unavailable", product: "token" });
    expect(service.requests("token")).toHaveLength(1);
  });

  test("that fails is logged with its outcome, and its drift is counted", async () => {
    const { api, call, lines, flushed } = await startScripted({
      token: inTurn("reset", { status: 400, anonymous: true, json: {} }),
    });
    expect(failureOf(await api.package("1", call()))).toMatchObject({ kind: "invalid_request", product: "token" });
    await flushed();
    const logged = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    const failed = logged.filter(({ msg }) => msg === "token exchange failed");
    expect(failed).toMatchObject([
      { product: "token", lost: "lost", failure: "network" },
      { product: "token", status: 400, failure: "invalid_request" },
    ]);
    expect(api.status().drift.get("token: X-Request-Id missing")).toBe(1);
  });

  test.each<[string, readonly Scripted[], string | undefined]>([
    ["is refused", [{ status: 401 }], "stands in quotation marks"],
    ["is refused at the second attempt", [{ status: 503 }, { status: 401 }], "stands in quotation marks"],
    ["fails twice for now", [{ status: 503 }, { status: 503 }], undefined],
  ])("that %s blames the secret only for a refusal", async (_, answers, oddity) => {
    const { service } = await startScripted({ token: inTurn(...answers), tracking: () => ok });
    const { api, call } = startClient({ ...service.environment, COLDROUTE_CLIENT_SECRET: '"the-client-secret"' });
    expect(failureOf(await api.package("1", call())).oddSecret).toBe(oddity);
  });

  test("that is refused gives no token, whatever its body holds", async () => {
    const json = { access_token: "a-token", expires_in: 60 };
    const { service, api, call } = await startScripted({ token: () => ({ status: 403, json }), tracking: () => ok });
    expect(failureOf(await api.package("1", call()))).toMatchObject({ kind: "forbidden", product: "token" });
    expect(service.requests("tracking")).toEqual([]);
  });

  test("may bring the same token again", async () => {
    const { service, api, call, clock } = await startScripted({
      token: () => ({ status: 200, json: { access_token: "the-same-token", expires_in: "60" } }),
      tracking: () => ok,
    });
    for (const id of ["1", "2"]) {
      answerOf(await api.package(id, call()));
      clock.advance(61_000);
    }
    expect(service.requests("token")).toHaveLength(2);
    expect(service.requests("tracking").map(({ headers }) => headers.authorization)).toEqual([
      "Bearer the-same-token",
      "Bearer the-same-token",
    ]);
  });

  test.each<[string, Exclude<Scripted, string>]>([
    ["an answer that broke off", { status: 200, raw: "{", length: 100 }],
    ["a 300", { status: 300 }],
  ])("an echo of the secret in the head of %s is masked", async (_, answer) => {
    const headers = { "x-request-id": "the-client-secret" };
    const { api, call } = await startScripted({ token: () => ({ ...answer, headers }) });
    expect(failureOf(await api.package("1", call()))).toMatchObject({
      kind: "unexpected_response",
      product: "token",
      requestId: "[secret]",
    });
  });

  test("an echo of the secret in a refusal is masked", async () => {
    const { api, call, lines, flushed } = await startScripted({
      token: ({ body }) => ({ status: 400, json: { error: "invalid_client", error_description: `you sent ${body}` } }),
    });
    const failure = failureOf(await api.package("1", call()));
    await flushed();
    expect(JSON.stringify(failure) + lines.join("")).not.toContain("the-client-secret");
    expect(JSON.stringify(failure)).toContain("[secret]");
  });

  test.each(["COLDROUTE_CLIENT_ID", "COLDROUTE_CLIENT_SECRET", "COLDROUTE_AUTH_URL"])(
    "cannot be sent without %s: the failure names it, and is no refusal of the credentials",
    async (name) => {
      const { service } = await startScripted({ tracking: () => ok });
      const environment: Record<string, string> = { ...service.environment };
      delete environment[name];
      const { api, call, clock } = startClient(environment);
      for (let n = 0; n < 2; n += 1) {
        const failure = failureOf(await api.package("1", call()));
        expect(failure).toMatchObject({ kind: "configuration", product: "token" });
        expect(failure.kind === "configuration" && failure.problems.map(({ variable }) => variable)).toContain(name);
        clock.advance(5_001);
      }
      expect(service.received).toEqual([]);
    },
  );

  test("fails while the secret cannot be read, and reads it again five seconds later", async () => {
    const path = join(emptyFolder(), "secret");
    const { service } = await startScripted({ tracking: () => ok });
    const { COLDROUTE_CLIENT_SECRET: _, ...environment } = service.environment;
    const { api, call, clock } = startClient({ ...environment, COLDROUTE_CLIENT_SECRET_FILE: path });
    expect(failureOf(await api.package("1", call()))).toMatchObject({
      kind: "configuration",
      product: "token",
      problems: [{ variable: "COLDROUTE_CLIENT_SECRET_FILE" }],
    });
    await writeFile(path, "found at last\n");
    clock.advance(5_001);
    answerOf(await api.package("1", call()));
    expect(JSON.parse(service.requests("token")[0]?.body ?? "")).toMatchObject({ client_secret: "found at last" });
  });

  test("that meets a defect fails the calls that wait for it, and the next call starts another", async () => {
    const { service } = await startScripted({ token: () => ({ status: 500 }), tracking: () => ok });
    const { api, call } = startClient(service.environment, () => {
      throw new Error("no chance");
    });
    for (let asked = 1; asked <= 2; asked += 1) {
      await expect(api.package("1", call())).rejects.toThrow("no chance");
      expect(service.requests("token")).toHaveLength(asked);
    }
  });

  test("logs no part of a secret that the bound on X-Request-Id cuts", async () => {
    for (const secret of ["the-client-secret", "an-access-token-of-some-length"]) {
      const headers = { "content-type": "application/json", "x-request-id": `${"r".repeat(90)}${secret}` };
      const json = { access_token: "an-access-token-of-some-length", token_type: "Bearer", expires_in: 3600 };
      const { api, call, lines, flushed } = await startScripted({
        token: () => ({ status: 200, headers, json }),
        tracking: () => ok,
      });
      answerOf(await api.package("1", call()));
      await flushed();
      expect(lines.join("")).toContain("token exchanged");
      expect(lines.join("")).not.toContain(secret.slice(0, 5));
    }
  });

  test.each(["<html>", "", '{"access_token":5}'])(
    "that brings no token masks an echo of the secret, too: %j",
    async (text) => {
      const headers = { "content-type": "application/json", "x-request-id": "the-client-secret" };
      const { api, call } = await startScripted({ token: () => ({ status: 200, headers, raw: text }) });
      const failure = failureOf(await api.package("1", call()));
      expect(failure).toMatchObject({ kind: "unexpected_response", requestId: "[secret]" });
    },
  );
});
