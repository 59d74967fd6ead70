import { copyFile, mkdir, readFile, realpath, rename, stat, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { applyEdits, findNodeAtLocation, modify, type Node, type ParseError, parseTree } from "jsonc-parser";

/** A text that is not the JSON object it should be. Nothing was changed. */
export interface Unreadable {
  readonly line: number;
}

const LENIENT = { allowTrailingComma: true, allowEmptyContent: true };

/**
 * The text of a host's JSON file with `value` as the member `name` of its object `list`, or without it if `value` is
 * undefined. Keeps every other byte, comments included.
 */
export function withMember(text: string, list: string, name: string, value?: object): string | Unreadable {
  const bom = text.startsWith("\uFEFF") ? "\uFEFF" : "";
  const json = text.slice(bom.length);
  const errors: ParseError[] = [];
  const root = parseTree(json, errors, LENIENT);
  const [error] = errors;
  if (error !== undefined) return { line: lineAt(json, error.offset) };
  if (root === undefined)
    return value === undefined ? text : `${JSON.stringify({ [list]: { [name]: value } }, null, 2)}\n`;
  const members = findNodeAtLocation(root, [list]);
  if (root.type !== "object" || (members !== undefined && members.type !== "object"))
    return { line: lineAt(json, (members ?? root).offset) };
  const known = findNodeAtLocation(root, [list, name]);
  if (value === undefined)
    return known === undefined ? text : bom + applyEdits(json, modify(json, [list, name], undefined, {}));
  const style = { unit: /\n([ \t]+)"/.exec(json)?.[1] ?? "  ", eol: json.includes("\r\n") ? "\r\n" : "\n" };
  if (known !== undefined) return bom + replaced(json, known.offset, known.length, indented(value, 2, style));
  if (members !== undefined) return bom + inserted(json, members, name, value, 2, style);
  return bom + inserted(json, root, list, { [name]: value }, 1, style);
}

interface Style {
  /** The white space of one level. */
  readonly unit: string;
  readonly eol: string;
}

/** `value` as JSON whose further lines are indented by `depth` levels. */
function indented(value: object, depth: number, { unit, eol }: Style): string {
  return JSON.stringify(value, null, unit).replaceAll("\n", eol + unit.repeat(depth));
}

/** Adds a member at the end of an object. */
function inserted(json: string, into: Node, name: string, value: object, depth: number, style: Style): string {
  const { unit, eol } = style;
  const member = `${eol}${unit.repeat(depth)}${JSON.stringify(name)}: ${indented(value, depth, style)}`;
  const last = into.children?.at(-1);
  if (last !== undefined) return replaced(json, last.offset + last.length, 0, `,${member}`);
  const inside = json.slice(into.offset + 1, into.offset + into.length - 1);
  const end = inside.trim() === "" ? inside.length : 0;
  return replaced(json, into.offset + 1, end, `${member}${eol}${unit.repeat(depth - 1)}`);
}

function replaced(text: string, offset: number, length: number, content: string): string {
  return text.slice(0, offset) + content + text.slice(offset + length);
}

function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split("\n").length;
}

/** The text of a file; undefined if there is none. */
export async function readHostFile(file: string): Promise<string | undefined> {
  return readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });
}

/** Replaces a host's file in one step, keeping its mode and a link to it. With `backup`, copies it there first. */
export async function writeHostFile(file: string, text: string, backup?: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  const target = await realpath(file).catch(() => file);
  const mode = (await stat(target).catch(() => undefined))?.mode ?? 0o600;
  if (backup !== undefined) await copyFile(target, backup);
  const whole = `${target}.coldroute-new`;
  await writeFile(whole, text, { mode });
  await rename(whole, target);
}
