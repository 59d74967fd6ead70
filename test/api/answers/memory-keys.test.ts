import fc from "fast-check";
import { expect, test } from "vitest";
import type { Api } from "../../../src/api/model/api.ts";
import type { Result } from "../../../src/domain/failure.ts";
import { answerOf, envelope, PACKAGE, startScripted } from "../../support/client.ts";

/** Longer than memory keeps any answer. */
const LATER_MS = 7_200_000;

/** Texts that a careless key would confuse with each other, or with an absent one. */
const name = fc.constantFrom(
  "a",
  "A",
  "null",
  '"',
  '","',
  "a,b",
  "a]",
  '["a"]',
  "[",
  "\\",
  "undefined",
  "risk",
  "zip3",
  "2026-07-10",
);

type Question =
  | { readonly about: "alerts"; readonly minLevel: string | undefined }
  | { readonly about: "risk"; readonly granularity: string; readonly date: string }
  | { readonly about: "package"; readonly id: string };

const question: fc.Arbitrary<Question> = fc.oneof(
  fc.record({ about: fc.constant("alerts" as const), minLevel: fc.option(name, { nil: undefined }) }),
  fc.record({ about: fc.constant("risk" as const), granularity: name, date: name }),
  fc.record({ about: fc.constant("package" as const), id: name }),
);

/** The number of requests that the service got, exchanges excluded. */
function countOf(service: Awaited<ReturnType<typeof startScripted>>["service"]): number {
  return (["alerts", "risk", "tracking"] as const).reduce((sum, route) => sum + service.requests(route).length, 0);
}

/** Asks a question. `otherwise` writes the members of a risk query in the other order. */
function ask(
  api: Api,
  asked: Question,
  otherwise: boolean,
  call: Parameters<Api["alerts"]>[1],
): Promise<Result<unknown>> {
  switch (asked.about) {
    case "alerts":
      return api.alerts(asked.minLevel === undefined ? {} : { minLevel: asked.minLevel }, call);
    case "risk": {
      const { granularity, date } = asked;
      return api.risk(otherwise ? { date, granularity } : { granularity, date }, call);
    }
    case "package":
      return api.package(asked.id, call);
  }
}

/** Two questions whose members join into the same text. */
const runTogether = fc
  .tuple(fc.constantFrom(",", '","', "|", "/", "-", " ", ""), fc.uniqueArray(name, { minLength: 3, maxLength: 3 }))
  .map(([between, [one, two, three]]): [Question, Question] => [
    { about: "risk", granularity: `${one}${between}${two}`, date: `${three}` },
    { about: "risk", granularity: `${one}`, date: `${two}${between}${three}` },
  ]);

const pair = fc.oneof(
  fc.tuple(question, question),
  question.map((one): [Question, Question] => [one, { ...one }]),
  runTogether,
);

test("two simultaneous questions share one request exactly when they are equal, however written", async () => {
  const { service, api, call, clock } = await startScripted({
    alerts: () => ({ status: 200, json: envelope(["85001"]) }),
    risk: () => ({ status: 200, json: envelope(["850"]) }),
    tracking: () => ({ status: 200, json: PACKAGE }),
  });
  await fc.assert(
    fc.asyncProperty(pair, async ([one, other]) => {
      clock.advance(LATER_MS);
      const before = countOf(service);
      const answers = await Promise.all([ask(api, one, false, call()), ask(api, other, true, call())]);
      for (const answer of answers) answerOf(answer);
      const isSame = JSON.stringify(one) === JSON.stringify(other);
      expect(countOf(service) - before).toBe(isSame ? 1 : 2);
    }),
  );
});

test("memory answers a question only with the answer to that question", async () => {
  // Each answer names its question.
  const echo = ({ url }: { readonly url: URL }) => ({ status: 200, json: envelope([url.search]) });
  const { service, api, call, clock } = await startScripted({ alerts: echo, risk: echo });
  const remembered = fc
    .array(pair, { minLength: 1, maxLength: 3 })
    .map((pairs) => pairs.flat().filter(({ about }) => about !== "package"));
  await fc.assert(
    fc.asyncProperty(remembered, async (questions) => {
      clock.advance(LATER_MS);
      const before = countOf(service);
      for (const asked of questions) {
        const { records } = answerOf(await ask(api, asked, false, call())) as { records: readonly { zip?: unknown }[] };
        const told = new URLSearchParams(String(records[0]?.zip));
        if (asked.about === "alerts") expect(told.get("minLevel")).toBe(asked.minLevel ?? null);
        if (asked.about === "risk") {
          expect([told.get("granularity"), told.get("date")]).toEqual([asked.granularity, asked.date]);
        }
      }
      const different = new Set(questions.map((asked) => JSON.stringify(asked)));
      expect(countOf(service) - before).toBe(different.size);
    }),
  );
});
