/** Tokens expire, so the last few secrets suffice. Each token exchange conceals the secrets in use again. */
const MAX_SECRETS = 8;
/** Replacing a shorter secret would damage the text and hide little. */
const MIN_SECRET_CHARS = 12;

/** Replaces known secrets in texts (G-secrets). */
export function redaction() {
  const spellings = new Map<string, readonly string[]>();
  let longestFirst: readonly string[] = [];
  return {
    conceal: (secret: string): void => {
      if (secret.length < MIN_SECRET_CHARS) return;
      // Moves the secret to the end, so that a secret in use is forgotten last.
      spellings.delete(secret);
      spellings.set(secret, spellingsOf(secret));
      const [oldest] = spellings.keys();
      if (spellings.size > MAX_SECRETS && oldest !== undefined) spellings.delete(oldest);
      // If one secret begins with another, replacing the shorter first would leave the rest of the longer.
      longestFirst = [...new Set([...spellings.values()].flat())].sort((one, other) => other.length - one.length);
    },
    /** `text` with `[secret]` in place of every known secret. */
    redact: (text: string): string =>
      longestFirst.reduce((clean, spelling) => clean.replaceAll(spelling, "[secret]"), text),
  };
}

const HTML_ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** A secret in plain text, and as JSON, URLs, forms, HTML and base64 spell it. Most tokens change in base64 alone. */
function spellingsOf(secret: string): readonly string[] {
  const json = JSON.stringify(secret).slice(1, -1);
  const percent = encodeURIComponent(secret.toWellFormed());
  const form = new URLSearchParams([["", secret]]).toString().slice(1);
  const html = secret.replace(/[&<>"']/g, (character) => HTML_ENTITIES[character] ?? character);
  const base64 = Buffer.from(secret).toString("base64").replaceAll("=", "");
  return [
    secret,
    json,
    json.replaceAll("/", "\\/"),
    // A log line escapes JSON in its fields once more.
    JSON.stringify(json).slice(1, -1),
    ...[percent, form].flatMap((text) => [text, text.replace(/%../g, (code) => code.toLowerCase())]),
    // Servers escape the apostrophe in different ways.
    html,
    html.replaceAll("&#39;", "&#x27;"),
    html.replaceAll("&#39;", "'"),
    base64,
    base64.replaceAll("+", "-").replaceAll("/", "_"),
  ];
}
