import { readFileSync, writeFileSync } from "node:fs";
import type { Run } from "../../test/bench/main.ts";
import { withTable } from "../docs/tables.ts";

/** Writes the figures of docs/performance.md. Each file is the output of one `npm run --silent bench -- --json`. */
const runs = process.argv.slice(2).map((file) => JSON.parse(readFileSync(file, "utf8")) as Run);
const first = runs[0];
if (first === undefined) throw new Error("name the files of one run or more");

const rows = first.figures.map(({ what, unit, most }) => {
  const figures = runs.flatMap((run) => run.figures.filter((figure) => figure.what === what));
  const ordered = figures.toSorted((a, b) => a.value - b.value);
  const median = ordered[Math.floor(ordered.length / 2)];
  const [least, greatest] = [ordered[0], ordered.at(-1)];
  if (median === undefined || least === undefined || greatest === undefined) throw new Error(`no figure of ${what}`);
  const range = least.value === greatest.value ? "" : `${shown(least.value)} to ${shown(greatest.value)}`;
  const isMissed = median.value > most;
  const value = `${shown(median.value)}${unit}`;
  const row = `| ${what} | ${isMissed ? `**${value}**` : value} | ${range} | ≤ ${most}${unit} | ${median.yardstick} |`;
  return { row, isMissed };
});
const told =
  runs.length === 1 ? "of one run" : `as the median of ${runs.length} runs, with the lowest and the highest of them`;
const missed = rows.filter(({ isMissed }) => isMissed).length;
const date = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" }).format(new Date(first.date));

const FILE = "docs/performance.md";
const table = `Measured on ${date}, on a machine with ${first.machine}.

The table shows each figure ${told}.
${missed === 0 ? "Every budget holds." : `${missed} of ${rows.length} budgets are missed: these figures stand in bold.`}

| what | figure | runs | budget | beside |
|---|---|---|---|---|
${rows.map(({ row }) => row).join("\n")}`;
writeFileSync(FILE, withTable(readFileSync(FILE, "utf8"), { file: FILE, name: "figures", table }));

function shown(value: number): string {
  return Number.isInteger(value) ? String(value) : value.toFixed(2);
}
