import { weekday } from "../../domain/calendar.ts";

/** `Tue Low, Wed and Thu Moderate`, `Low on all 3 days`, or `Low` for one day. */
export function runsText(days: readonly { readonly date: string; readonly text: string }[], separator: string): string {
  const runs: { readonly text: string; readonly dates: string[] }[] = [];
  for (const { date, text } of days) {
    const run = runs.at(-1);
    if (run?.text === text) run.dates.push(date);
    else runs.push({ text, dates: [date] });
  }
  if (runs.length === 1) return `${runs[0]?.text}${allDaysText(days.length)}`;
  return runs.map(({ text, dates }) => `${datesText(dates)} ${text}`).join(separator);
}

/** `Tue`, `Tue and Wed`, `Tue–Thu` */
function datesText(dates: readonly string[]): string {
  const names = dates.map((date) => weekday(date) ?? "");
  return names.length < 3 ? names.join(" and ") : `${names[0]}–${names.at(-1)}`;
}

export function allDaysText(days: number): string {
  if (days === 1) return "";
  return days === 2 ? " on both days" : ` on all ${days} days`;
}
