/** The key of alerts without a level, in counts and marks. */
export const NO_LEVEL = "(none)";
