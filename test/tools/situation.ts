import type { ServiceRecord } from "../../src/api/schema.ts";
import { tools } from "../../src/tools/index.ts";
import type { Tool, ToolSettings } from "../../src/tools/tool.ts";
import { parcel, scan } from "./samples.ts";
import { ask, type Told, type Written } from "./written-api.ts";

/** A question, the data behind it, and whether it is a default call about ordinary data. */
export interface Situation {
  readonly name: string;
  readonly tool: Tool;
  readonly args: object;
  readonly written: Written;
  readonly settings?: Partial<ToolSettings>;
  readonly isDefault?: true;
}

const answers = new WeakMap<Situation, Promise<Told>>();

/** What a situation is answered, asked for at the first test that reads it. */
export function told(situation: Situation): Promise<Told> {
  const { tool, args, written, settings } = situation;
  const answer = answers.get(situation) ?? ask(tool, args, written, settings);
  answers.set(situation, answer);
  return answer;
}

export const [checkHeatAlerts, getFiveDayRisk, planShipment, trackPackage] = tools as [Tool, Tool, Tool, Tool];

/** A small box from Memphis to Miami. */
export const plan = {
  origin: "38118",
  destination: "33101",
  parcel: { length: 12, width: 10, height: 8, weight: 5.5 },
};

/** Twenty packages with thirty scans each. */
export const manyPackages: Readonly<Record<string, ServiceRecord>> = Object.fromEntries(
  Array.from({ length: 20 }, (_, index) => [
    `100${10 + index}`,
    parcel({
      orderNumber: `100${10 + index}`,
      events: Array.from({ length: 30 }, (_each, number) => scan(`${10 + (number % 12)}:14`, `Scan ${number}`)),
    }),
  ]),
);
