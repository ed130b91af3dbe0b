const HIDDEN = '[secret]';

/** A complaint may repeat what was sent. What it says is shown to people, so it is cleaned before anything reads it. */
export function withoutSecrets(said: unknown, secrets: readonly string[]): unknown {
  const written = secrets.flatMap(formsOf);
  const clean = (value: unknown): unknown => {
    if (typeof value === 'string') return written.reduce((text, form) => text.replaceAll(form, HIDDEN), value);
    if (Array.isArray(value)) return value.map(clean);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, clean(inner)]));
  };
  return clean(said);
}

/** A secret as it stands in plain text, in an address, in a form and in JSON that is quoted inside other JSON. */
function formsOf(secret: string): string[] {
  const quoted = JSON.stringify(secret).slice(1, -1);
  const form = new URLSearchParams({ '': secret }).toString().slice(1);
  return [...new Set([secret, quoted, quoted.replaceAll('/', '\\/'), encodeURIComponent(secret), form])];
}
