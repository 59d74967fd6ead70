import type { Config } from "../config.ts";
import { addressSchema } from "../tools/areas/address.ts";
import { readParameter } from "./arguments.ts";

/** Coerces and checks the default origin as a call's `origin` (G-configuration). A bad one is a problem. */
export function withOriginRead(config: Config): Config {
  const reading = readParameter(addressSchema, config.defaultOrigin);
  if (reading.ok) return { ...config, originAddress: { ...reading.value } };
  const { failure } = reading;
  const problems = failure.kind === "invalid_arguments" ? failure.problems : [];
  const why = problems.map(({ parameter, message }) => `${parameter} ${message}`.replace(/^arguments /, "")).join("; ");
  const message = `should be a ZIP or an Address as JSON: ${why}`;
  const blocks = config.tools.filter((name) => name === "plan_shipment");
  return { ...config, problems: [...config.problems, { variable: "COLDROUTE_DEFAULT_ORIGIN", message, blocks }] };
}
