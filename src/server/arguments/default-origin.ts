import { z } from "zod";
import type { Config } from "../../config/config.ts";
import { blockedBy } from "../../config/variables.ts";
import { addressSchema } from "../../tools/areas/address.ts";
import { forgive } from "./forgiveness.ts";
import { inputSchema } from "./input-schema.ts";
import { problemsOf } from "./problems.ts";

const input = z.strictObject({ origin: addressSchema });

/** Reads the default origin like a call's `origin` (G-configuration). */
export function withOriginRead(config: Config): Config {
  const schema = inputSchema(input);
  const { value: args } = forgive(schema, { origin: config.defaultOrigin });
  const { success, data, error } = input.safeParse(args);
  if (success) return { ...config, originAddress: { ...data.origin } };
  const problems = problemsOf(error.issues, { schema, args, audience: { kind: "operator" } });
  const why = problems.map(({ parameter = "", message }) => `${parameter} ${message}`.trim()).join("; ");
  const message = `should be a ZIP or an Address as JSON: ${why}`;
  const variable = "COLDROUTE_DEFAULT_ORIGIN";
  const blocks = blockedBy(variable, config.tools);
  return { ...config, problems: [...config.problems, { variable, message, blocks }] };
}
