import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { alertSituations } from "./alert-situations.ts";
import { failureSituations, refusalSituations } from "./failure-situations.ts";
import { planSituations } from "./plan-situations.ts";
import { riskSituations } from "./risk-situations.ts";
import { committedText, putQuestion } from "./situation.ts";
import { trackSituations } from "./track-situations.ts";

const situations = [
  ...alertSituations,
  ...riskSituations,
  ...planSituations,
  ...trackSituations,
  ...failureSituations,
  ...refusalSituations,
];

test.each(situations)("$name reads as committed", async (situation) => {
  const told = await putQuestion(situation);
  await expect(committedText(situation, told)).toMatchFileSnapshot(`texts/${situation.name}.txt`);
});

test("every committed text belongs to a situation, and no two share one", () => {
  const committed = readdirSync(new URL("texts/", import.meta.url)).sort();
  expect(committed).toEqual(situations.map(({ name }) => `${name}.txt`).sort());
});
