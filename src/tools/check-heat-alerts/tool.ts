import { success } from "../../domain/failure.ts";
import { pageReporter } from "../progress.ts";
import type { ToolDefinition } from "../tool.ts";
import { heatFacts } from "./facts.ts";
import { input, output } from "./schema.ts";
import { heatAnswer } from "./text.ts";

/** Service.md 4.2. */
export const checkHeatAlerts: ToolDefinition<typeof input, typeof output> = {
  title: "Check heat alerts",
  description:
    "US heat alert levels in force now, not degrees; may ignore cold. For coming days use get_five_day_risk. Bills 1 request per page; answers are kept for minutes.",
  input,
  output,
  example: () => ({
    question: "Is it dangerously hot in Phoenix or Denver at the moment?",
    args: { locations: ["Phoenix, AZ", "Denver, CO"] },
  }),
  async run(args, { api, call, progress, settings }) {
    const { minLevel } = args;
    const query = minLevel === undefined ? {} : { minLevel };
    const onPage = pageReporter((page, total) => progress?.({ progress: page, ...(total === null ? {} : { total }) }));
    const alerts = await api.alerts(query, { ...call, onPage });
    if (!alerts.ok) return alerts;
    return success(heatAnswer(await heatFacts(args, alerts.value, settings.alertLevels)));
  },
};
