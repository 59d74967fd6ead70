/** A Markdown table. */
export function tableOf(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [lineOf(head), `|${"---|".repeat(head.length)}`, ...rows.map(lineOf)].join("\n");
}

function lineOf(cells: readonly string[]): string {
  return `| ${cells.map(escaped).join(" | ")} |`;
}

/** Text in a cell: a `<` outside code would begin an HTML tag. */
function escaped(text: string): string {
  const parts = text.replaceAll("|", "\\|").split("`");
  return parts.map((part, index) => (index % 2 === 0 ? part.replaceAll("<", "\\<") : part)).join("`");
}

/** Text as code. */
export function code(text: string): string {
  return `\`${text}\``;
}
