import type { Plugin } from "rolldown";

/**
 * Modules that dependencies import and coldroute never uses, each with code that stands in for it. The JSON Schema
 * validators check answers to elicitation alone, and coldroute never elicits. Every schema here is zod 4, so none needs
 * zod 3.
 */
const UNUSED: Readonly<Record<string, string>> = {
  "../validation/ajv-provider.js": "export class AjvJsonSchemaValidator {}",
  "@modelcontextprotocol/server/_shims":
    'export { default as process } from "node:process"; export class DefaultJsonSchemaValidator {}',
  "zod-to-json-schema": "export const zodToJsonSchema = undefined;",
  "zod/v3": "export const object = undefined;",
};
const UNUSED_ID = "\0unused:";

/** Leaves these modules out of the bundle. */
export function withoutUnusedModules(): Plugin {
  return {
    name: "without-unused-modules",
    resolveId: (source) =>
      Object.hasOwn(UNUSED, source) ? { id: UNUSED_ID + source, moduleSideEffects: false } : null,
    load: (id) => (id.startsWith(UNUSED_ID) ? (UNUSED[id.slice(UNUSED_ID.length)] ?? null) : null),
  };
}
