import type { Config } from "../config/config.ts";
import { addressSchema } from "../tools/areas/address.ts";
import { problemsOf } from "./argument-problems.ts";
import { forgive } from "./forgiveness.ts";
import { jsonSchemaOf } from "./json-schema.ts";

/** Coerces and checks the default origin as a call's `origin` (G-configuration). A bad one is a problem. */
export function withOriginRead(config: Config): Config {
  const schema = jsonSchemaOf(addressSchema);
  const root = forgive(schema, config.defaultOrigin);
  const { success, data, error } = addressSchema.safeParse(root);
  if (success) return { ...config, originAddress: { ...data } };
  // Problems reach the log, so they do not quote the value.
  const problems = problemsOf(error.issues, { schema, root, isSecret: true });
  const why = problems.map(({ parameter, message }) => `${parameter} ${message}`.replace(/^arguments /, "")).join("; ");
  // An operator set the origin, and no user knows it.
  const mend = why.replaceAll(/ask the user[^;]*/g, "correct COLDROUTE_DEFAULT_ORIGIN");
  const message = `should be a ZIP or an Address as JSON: ${mend}`;
  const blocks = config.tools.filter((name) => name === "plan_shipment");
  return { ...config, problems: [...config.problems, { variable: "COLDROUTE_DEFAULT_ORIGIN", message, blocks }] };
}
