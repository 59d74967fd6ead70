import type { Plugin } from "rolldown";

/**
 * Modules that the MCP SDKs import and this program never uses, with what is imported from them: their JSON Schema
 * validators (another is given to them) and the support of zod 3 (every schema here is zod 4).
 */
const UNUSED: Readonly<Record<string, string>> = {
  "../validation/ajv-provider.js": "export class AjvJsonSchemaValidator {}",
  "@modelcontextprotocol/server/_shims":
    'export { default as process } from "node:process"; export class DefaultJsonSchemaValidator {}',
  "zod-to-json-schema": "export const zodToJsonSchema = undefined;",
  "zod/v3": "export const object = undefined;",
};
const UNUSED_ID = "\0unused:";

/** A schema that is built when it is first looked at. */
const WHEN_USED = `
function whenUsed(build) {
  let built;
  const schema = () => (built ??= build());
  return new Proxy({}, {
    get: (_, key) => schema()[key],
    has: (_, key) => key in schema(),
    getPrototypeOf: () => Object.getPrototypeOf(schema()),
  });
}`;

/**
 * Makes MCP SDK 1.x start quicker. It builds the zod schemas of the whole protocol, some 150, when it is imported, and a
 * server of tools looks at a dozen: each is built at its first use instead. Measured together: more than a quarter off the time
 * that coldroute takes to its first answer.
 */
export function quickSdkStart(): Plugin {
  return {
    name: "quick-sdk-start",
    resolveId: (source) =>
      Object.hasOwn(UNUSED, source) ? { id: UNUSED_ID + source, moduleSideEffects: false } : null,
    load: (id) => (id.startsWith(UNUSED_ID) ? (UNUSED[id.slice(UNUSED_ID.length)] ?? null) : null),
    transform: {
      filter: { id: /@modelcontextprotocol\/sdk\/dist\/esm\/types\.js$/ },
      handler(code) {
        let lazy = code;
        // From the end, so that the places of what is still to come stay true.
        for (const statement of this.parse(code).body.toReversed()) {
          const declared = statement.type === "ExportNamedDeclaration" ? statement.declaration : statement;
          if (declared?.type !== "VariableDeclaration") continue;
          for (const { init } of declared.declarations.toReversed()) {
            if (init?.type !== "CallExpression") continue;
            const call = lazy.slice(init.start, init.end);
            lazy = `${lazy.slice(0, init.start)}/* @__PURE__ */ whenUsed(() => ${call})${lazy.slice(init.end)}`;
          }
        }
        return lazy + WHEN_USED;
      },
    },
  };
}
