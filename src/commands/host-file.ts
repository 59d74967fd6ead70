import { existsSync } from "node:fs";
import * as files from "node:fs/promises";
import { dirname } from "node:path";
import { applyEdits, findNodeAtLocation, format, getNodeValue, modify, type ParseError, parseTree } from "jsonc-parser";
import { writeError } from "../runtime/standard-error.ts";
import type { FileHost } from "./hosts.ts";
import { print } from "./terminal.ts";

/** Writes or removes coldroute's entry. Resolves with false if the file cannot be read or written. */
export async function changeFile({ title, list }: FileHost, file: string, entry?: object): Promise<boolean> {
  const backup = `${file}.coldroute-backup`;
  try {
    const exists = existsSync(file);
    const before = exists ? await files.readFile(file, "utf8") : "{}\n";
    const after = withMember(before, list, "coldroute", entry);
    if (typeof after !== "string") {
      writeError(
        `coldroute: ${file} is not the JSON that ${title} reads (line ${after.wrongLine}); it was not changed`,
      );
      return false;
    }
    if (after === before) {
      print(`${file} needs no change.`);
      return true;
    }
    await files.mkdir(dirname(file), { recursive: true });
    // A file with our entry never replaces the copy of the user's own.
    const hasEntry = withMember(before, list, "coldroute") !== before;
    const isCopied = exists && !(hasEntry && existsSync(backup));
    if (isCopied) await files.copyFile(file, backup);
    if (exists) await replaceFile(await files.realpath(file), after);
    else await files.writeFile(file, after, { mode: 0o600 });
    print(`${entry === undefined ? "Removed from" : "Written to"} ${file}. Restart ${title}.`);
    if (isCopied) print(`The previous file${hasEntry ? ", with any secret in it" : ""}: ${backup}`);
    else if (exists) print(`The earlier copy is kept: ${backup}`);
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    writeError(`coldroute: ${file} cannot be changed (${code})`);
    return false;
  }
}

/** Replaces a file in one step: a full disk cannot cut it. Keeps its mode, and its owner if the system allows it. */
async function replaceFile(file: string, text: string): Promise<void> {
  await files.access(file, files.constants.W_OK);
  const { mode, uid, gid } = await files.stat(file);
  const next = `${file}.coldroute-new`;
  try {
    await files.writeFile(next, text, { mode });
    await files.chmod(next, mode);
    await files.chown(next, uid, gid).catch(() => undefined);
    await files.rename(next, file);
  } finally {
    await files.rm(next, { force: true });
  }
}

const LENIENT = { allowTrailingComma: true, allowEmptyContent: true };

/**
 * The text of a host's JSON file with `value` as the member `name` of its object `list`, or without it if `value` is
 * undefined. Keeps every other byte, comments included.
 */
export function withMember(
  text: string,
  list: string,
  name: string,
  value?: object,
): string | { readonly wrongLine: number } {
  const bom = text.startsWith("\uFEFF") ? "\uFEFF" : "";
  const json = text.slice(bom.length);
  const errors: ParseError[] = [];
  const root = parseTree(json, errors, LENIENT);
  const members = root && findNodeAtLocation(root, [list]);
  const otherNode = [root, members].find((node) => node !== undefined && node.type !== "object");
  const wrongOffset = errors[0]?.offset ?? otherNode?.offset;
  if (wrongOffset !== undefined) return { wrongLine: json.slice(0, wrongOffset).split("\n").length };
  const existing = members && findNodeAtLocation(members, [name]);
  if (JSON.stringify(existing && getNodeValue(existing)) === JSON.stringify(value)) return text;
  const edits = modify(json, [list, name], value, {});
  const changed = applyEdits(json, edits);
  return bom + edits.reduce((whole, { offset, content }) => formatted(whole, offset, content.length), changed);
}

function formatted(json: string, offset: number, length: number): string {
  const unit = /\n([ \t]+)"/.exec(json)?.[1] ?? "  ";
  const style = {
    insertSpaces: !unit.startsWith("\t"),
    tabSize: unit.length,
    eol: json.includes("\r\n") ? "\r\n" : "\n",
  };
  // In an object that was empty, the braces move, too.
  const braces = /\{\s*$/.test(json.slice(0, offset)) ? 1 : 0;
  return applyEdits(json, format(json, { offset: offset - braces, length: length + 2 * braces }, style));
}
