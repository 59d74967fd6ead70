/** The stable code of a system, TLS or undici error; of several addresses tried, the first one's. */
export function systemCode(error: unknown): string {
  if (typeof error === "object" && error !== null) {
    if ("code" in error && typeof error.code === "string") return error.code;
    if ("errors" in error && Array.isArray(error.errors)) return systemCode(error.errors[0]);
    if ("cause" in error) return systemCode(error.cause);
  }
  return "UNKNOWN";
}
