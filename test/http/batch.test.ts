import { describe, expect, onTestFinished, test } from "vitest";
import { callOf, errorOf, post, type Run, startServer } from "./running.ts";

/** The messages of a stream. */
async function answersOf(response: Response): Promise<readonly { id: unknown; result?: unknown }[]> {
  const lines = (await response.text()).split("\n").filter((line) => line.startsWith("data: {"));
  return lines.map((line) => JSON.parse(line.slice("data: ".length)));
}

const cancelOf = (requestId: unknown) => ({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId } });

describe("a call that its own batch cancels [G-http]", () => {
  test.each([
    ["after it", [callOf(7), cancelOf(7), callOf(8)]],
    ["before it", [cancelOf(7), callOf(7), callOf(8)]],
    ["twice", [callOf(7), callOf(8), cancelOf(7), cancelOf(7)]],
  ])("%s ends as cancelled, the others are answered, and the stream closes", async (_, batch) => {
    const environment = { COLDROUTE_HTTP_MAX_CALLS: "2" };
    const run: Run = async (_, signal) => (signal.aborted ? "cancelled" : "done");
    const { url } = await startServer({ run, environment });
    const answers = await answersOf(await post(url, batch));
    const texts = answers.map(({ id, result }) => [id, JSON.stringify(result).includes("cancelled")]);
    expect(Object.fromEntries(texts)).toEqual({ 7: true, 8: false });
    // The cancelled call has released its place.
    await expect.poll(async () => (await post(url, [callOf(1), callOf(2)])).status).toBe(200);
  });

  test("is still answered if it is a list", async () => {
    const { url } = await startServer();
    const answers = await answersOf(await post(url, [{ jsonrpc: "2.0", id: 7, method: "tools/list" }, cancelOf(7)]));
    expect(answers).toMatchObject([{ id: 7, result: { tools: expect.any(Array) } }]);
  });

  test("is not needed: a batch of cancellations alone is accepted", async () => {
    const { url } = await startServer();
    expect((await post(url, [cancelOf(7)])).status).toBe(202);
  });
});

test("a batch that repeats an id is refused before anything runs", async () => {
  let begun = 0;
  const run = async (): Promise<string> => {
    begun += 1;
    return "done";
  };
  const { url } = await startServer({ run });
  const list = { jsonrpc: "2.0", id: 1, method: "tools/list" };
  for (const batch of [
    [callOf(1), callOf(2), callOf(1)],
    [callOf("a"), callOf("a")],
    [callOf(1), list],
  ]) {
    const refused = await post(url, batch);
    expect(refused.status).toBe(400);
    expect((await errorOf(refused)).code).toBe(-32600);
  }
  expect(begun).toBe(0);
  // A number and its digits are two ids (JSON-RPC 2.0, 4).
  expect(await answersOf(await post(url, [callOf(1), callOf("1")]))).toHaveLength(2);
});

test("the calls of a batch begin in different turns of the event loop", async () => {
  let turn = 0;
  let clock = setImmediate(function next() {
    turn += 1;
    clock = setImmediate(next);
  });
  onTestFinished(() => clearImmediate(clock));
  const turns: number[] = [];
  const run = async (): Promise<string> => `begun after ${turns.push(turn)}`;
  const { url } = await startServer({ run });
  await (await post(url, [callOf(1), callOf(2), callOf(3)])).text();
  expect(new Set(turns).size).toBe(3);
});

test("completions and reads count toward the limit of calls", async () => {
  const { url } = await startServer({ environment: { COLDROUTE_HTTP_MAX_CALLS: "1" } });
  const complete = { ref: { type: "ref/prompt", name: "look around" }, argument: { name: "where", value: "P" } };
  for (const [method, params] of [
    ["completion/complete", complete],
    ["resources/read", { uri: "coldroute://status" }],
  ]) {
    const ask = (id: number) => ({ jsonrpc: "2.0", id, method, params });
    expect((await post(url, [ask(1), ask(2)])).status).toBe(429);
    expect((await post(url, ask(1))).status).toBe(200);
  }
});
