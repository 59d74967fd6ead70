import { applyEdits, findNodeAtLocation, format, getNodeValue, modify, type ParseError, parseTree } from "jsonc-parser";

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
  const members = root && findNodeAtLocation(root, [list]);
  const noObject = [root, members].find((node) => node !== undefined && node.type !== "object");
  const wrongAt = errors[0]?.offset ?? noObject?.offset;
  if (wrongAt !== undefined) return { line: json.slice(0, wrongAt).split("\n").length };
  const existing = members && findNodeAtLocation(members, [name]);
  if (JSON.stringify(existing && getNodeValue(existing)) === JSON.stringify(value)) return text;
  const edits = modify(json, [list, name], value, {});
  const changed = applyEdits(json, edits);
  return bom + edits.reduce((whole, { offset, content }) => formatted(whole, offset, content.length), changed);
}

/** `json` with new white space in the member at `offset`, in the style of the file. */
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
