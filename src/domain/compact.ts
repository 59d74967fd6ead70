/** The values without those that are absent, empty, or `false` from an unmet condition. */
export function compact<Value = string>(...values: readonly (Value | false | "" | null | undefined)[]): Value[] {
  return values.filter((value) => value !== false && value !== "" && value !== null && value !== undefined) as Value[];
}
