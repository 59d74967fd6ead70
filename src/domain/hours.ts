/**
 * Milliseconds as hours with one decimal. A difference never rounds to nothing: what is a little early or late stays
 * ±0.1, so that the sign of the hours and a verdict drawn from the milliseconds cannot contradict each other.
 */
export function toHours(ms: number): number {
  // Rounded without its sign: halves round the same way in both directions.
  return Math.sign(ms) * Math.max(Math.round(Math.abs(ms) / 360_000) / 10, 0.1);
}
