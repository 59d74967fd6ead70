import type { Plugin } from "rolldown";

/**
 * Modules that the MCP SDKs import and this program never uses, with what is imported from them: their JSON Schema
 * validators (only answers to elicitation are validated, and this server never elicits) and the support of zod 3 (every schema here is zod 4).
 */
const UNUSED: Readonly<Record<string, string>> = {
  "../validation/ajv-provider.js": "export class AjvJsonSchemaValidator {}",
  "@modelcontextprotocol/server/_shims":
    'export { default as process } from "node:process"; export class DefaultJsonSchemaValidator {}',
  "zod-to-json-schema": "export const zodToJsonSchema = undefined;",
  "zod/v3": "export const object = undefined;",
};
const UNUSED_ID = "\0unused:";

/** Leaves them out of the bundle. */
export function withoutUnusedModules(): Plugin {
  return {
    name: "without-unused-modules",
    resolveId: (source) =>
      Object.hasOwn(UNUSED, source) ? { id: UNUSED_ID + source, moduleSideEffects: false } : null,
    load: (id) => (id.startsWith(UNUSED_ID) ? (UNUSED[id.slice(UNUSED_ID.length)] ?? null) : null),
  };
}
