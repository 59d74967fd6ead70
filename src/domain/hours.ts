/**
 * Milliseconds as hours with one decimal. A difference never rounds to nothing: what is a little early or late stays
 * ±0.1, so that the sign of the hours and a verdict drawn from the milliseconds cannot contradict each other.
 */
export function toHours(ms: number): number {
  const hours = Math.round(ms / 360_000) / 10;
  if (hours !== 0 || ms === 0) return hours === 0 ? 0 : hours;
  return ms > 0 ? 0.1 : -0.1;
}
