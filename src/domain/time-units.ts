export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** Milliseconds as hours, one decimal. Only 0 gives 0: the sign must agree with a verdict on the milliseconds. */
export function toHours(ms: number): number {
  // Math.round rounds halves up. Without the sign, negative halves round like positive ones.
  return Math.sign(ms) * Math.max(Math.round(Math.abs(ms) / 360_000) / 10, 0.1);
}

/** Hours as people say them, without the sign: hours up to 48, then days with one decimal, whole days beyond ten. */
export function hoursText(hours: number): string {
  const size = Math.abs(hours);
  if (size <= 48) return `${size} h`;
  return `${size > 240 ? Math.round(size / 24) : Math.round(size / 2.4) / 10} days`;
}

/** An age, rounded down: `40 s`, `12 min`, `3 h`. */
export function ageText(seconds: number): string {
  if (seconds < 120) return `${seconds} s`;
  return seconds < 7200 ? `${Math.floor(seconds / 60)} min` : `${Math.floor(seconds / 3600)} h`;
}

/** A wait, rounded up so that no caller retries too early: `300 s`, `12 min`, `3.5 h`, `2.1 days`. */
export function waitText(waitMs: number): string {
  const seconds = Math.max(0, Math.ceil(waitMs / 1000));
  if (seconds <= 300) return `${seconds} s`;
  if (seconds < 7200) return `${Math.ceil(seconds / 60)} min`;
  return seconds <= 172_800 ? `${Math.ceil(seconds / 360) / 10} h` : `${Math.ceil(seconds / 8_640) / 10} days`;
}
