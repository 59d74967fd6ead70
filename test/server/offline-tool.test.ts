import { expect, test } from "vitest";
import { loadConfig } from "../../src/config/config.ts";
import { success } from "../../src/domain/failure.ts";
import { createLog } from "../../src/runtime/log.ts";
import { createCatalogue } from "../../src/server/catalogue.ts";
import { startScripted } from "../support/client.ts";
import { sampleTool } from "./sample-tool.ts";

const tool = sampleTool(
  async ({ ids }) => success({ headline: "1 asked", lines: [], structured: { ids }, notes: [] }),
  null,
);

test("a tool that asks the service nothing needs no configuration, and names no source in either channel", async () => {
  const { api, clock } = await startScripted({});
  const config = loadConfig({}, [tool]);
  expect(config.problems).toEqual([]);
  const log = createLog({ level: "silent" });
  const catalogue = createCatalogue({ config, api: async () => api, clock, random: () => 0.5, log }, [tool]);
  expect(catalogue.list()[0]?.annotations.openWorldHint).toBe(false);
  expect(catalogue.list()[0]?.outputSchema?.["required"]).not.toContain("source");
  expect(await catalogue.call(tool.name, { ids: ["a"] }, { signal: new AbortController().signal })).toMatchObject({
    content: [{ type: "text", text: "1 asked" }],
    structuredContent: { answer: "1 asked", ids: ["a"], notes: [] },
  });
});
