import { heatBriefing } from "./heat-briefing.ts";
import { planSafeShipment } from "./plan-safe-shipment.ts";
import type { Prompt } from "./prompt.ts";
import { delayTriage, whereIsMyPackage } from "./tracking-prompts.ts";

/** Every prompt, in the order told. */
export const prompts: readonly Prompt[] = [heatBriefing, planSafeShipment, whereIsMyPackage, delayTriage];
