import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Plugin } from "rolldown";
import { parseAst } from "rolldown/parseAst";
import { z } from "zod";
import { servicePackage, shipment } from "../../src/api/contract/schema.ts";

/** A type, or an exported function, with its comment. */
interface Declaration {
  readonly text: string;
  readonly isExported: boolean;
  readonly uses: readonly string[];
}

interface Module {
  readonly declared: ReadonlyMap<string, Declaration>;
  /** Imported names, each with the file of its module in this project. */
  readonly imported: ReadonlyMap<string, string>;
}

/**
 * Writes one file with an entry's types: its exported functions and types, and every type that these use, each with its
 * source comment. Fails the build if this project does not declare a name, so that no type of a package becomes public.
 */
export function declarations(entry: string, fileName: string): Plugin {
  return {
    name: "declarations",
    generateBundle() {
      this.emitFile({ type: "asset", fileName, source: declarationsOf(entry) });
    },
  };
}

/** Names that the language and its environment declare. */
const GLOBAL = new Set(
  "AbortSignal AsyncDisposable NonNullable Partial Promise Readonly ReadonlyMap ReadonlySet Record Exclude Extract Omit Pick".split(
    " ",
  ),
);

/** Schemas whose inferred types are public. */
const SCHEMAS: Readonly<Record<string, z.ZodType>> = { servicePackage, shipment };

function declarationsOf(entry: string): string {
  const modules = new Map<string, Module>();
  const texts = new Map<string, string>();
  const exported = [...readModule(entry, modules).declared].filter(([, { isExported }]) => isExported);
  const queue = exported.map(([name]) => ({ file: entry, name }));
  for (const { file, name } of queue) {
    const { declared, imported } = readModule(file, modules);
    const from = imported.get(name);
    if (from !== undefined) {
      queue.push({ file: from, name });
      continue;
    }
    const declaration = declared.get(name);
    if (declaration === undefined) throw new Error(`${file}: the public type ${name} is not declared in this project`);
    const known = texts.get(name);
    if (known !== undefined && known !== declaration.text) throw new Error(`two public types are named ${name}`);
    if (known !== undefined) continue;
    texts.set(name, declaration.text);
    queue.push(
      ...declaration.uses
        .filter((used) => !GLOBAL.has(used) && !(used in SCHEMAS))
        .map((used) => ({ file, name: used })),
    );
  }
  return `${[...texts.values()].join("\n\n")}\n`;
}

function readModule(file: string, modules: Map<string, Module>): Module {
  const known = modules.get(file);
  if (known !== undefined) return known;
  const source = readFileSync(file, "utf8");
  const declared = new Map<string, Declaration>();
  const imported = new Map<string, string>();
  let lastEnd = 0;
  for (const statement of parseAst(source, { lang: "ts" }).body) {
    const comment = /\/\*\*(?:(?!\*\/)[\s\S])*\*\/\s*$/.exec(source.slice(lastEnd, statement.start))?.[0] ?? "";
    lastEnd = statement.end;
    if (statement.type === "ImportDeclaration" && statement.source.value.startsWith(".")) {
      const from = join(dirname(file), statement.source.value);
      for (const { local } of statement.specifiers) imported.set(local.name, from);
    }
    const isExported = statement.type === "ExportNamedDeclaration";
    const node = isExported ? statement.declaration : statement;
    if (node?.type === "TSInterfaceDeclaration" || node?.type === "TSTypeAliasDeclaration") {
      const text = `${comment}export ${source.slice(node.start, node.end)}`;
      const whole = text.replace(/z\.infer<typeof (\w+)>/, (_, name: string) => typeText(SCHEMAS[name]));
      declared.set(node.id.name, { text: whole, isExported, uses: namesIn(node) });
    }
    if (node?.type === "FunctionDeclaration" && node.id !== null && node.body !== null) {
      const text = `${comment}export declare ${source.slice(node.start, node.body.start).trimEnd()};`;
      declared.set(node.id.name, { text, isExported, uses: namesIn([node.params, node.returnType]) });
    }
  }
  const module = { declared, imported };
  modules.set(file, module);
  return module;
}

/** The type that zod infers of a schema, written out. Words of an enumeration are any text. */
function typeText(schema: unknown): string {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return typeText(schema.unwrap());
  if (schema instanceof z.ZodArray) return `readonly ${typeText(schema.element)}[]`;
  if (schema instanceof z.ZodNumber) return "number";
  if (schema instanceof z.ZodBoolean) return "boolean";
  if (!(schema instanceof z.ZodObject)) return "string";
  const members = Object.entries(schema.shape).map(([name, field]) => `\n${name}: ${typeText(field)};`);
  return `{${members.join("").replaceAll("\n", "\n  ")}\n}`;
}

/** Node types that use a type name, or declare a type parameter; each with the member that holds the name. */
const USES: Readonly<Record<string, string>> = {
  TSTypeReference: "typeName",
  TSInterfaceHeritage: "expression",
  TSTypeQuery: "exprName",
};
const OWN: Readonly<Record<string, string>> = { TSMappedType: "key", TSTypeParameter: "name" };

/** The names of types that a declaration uses, without its own type parameters. */
function namesIn(node: object): readonly string[] {
  const used: string[] = [];
  const own: string[] = [];
  // JSON visits every node of the tree.
  JSON.stringify(node, (_key, value: Readonly<Record<string, unknown>> | null) => {
    const type = String(value?.["type"]);
    const { name } = (value?.[USES[type] ?? OWN[type] ?? ""] ?? {}) as { readonly name?: unknown };
    if (typeof name === "string") (type in USES ? used : own).push(name);
    return value;
  });
  return used.filter((name) => !own.includes(name));
}
