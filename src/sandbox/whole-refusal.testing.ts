/** What a refusal repeats of the request may be empty. */
const REPEATED = 'trigger';

/** A refusal says what is wrong and where: one with an empty text or object in it is no answer of a platform. */
export function wholeRefusal<T>(refusal: T): T {
  const empty = [...emptyParts(refusal, 'it')];
  if (empty.length > 0) throw new Error(`Nothing stands in ${empty.join(', ')} of ${JSON.stringify(refusal)}`);
  return refusal;
}

function* emptyParts(value: unknown, at: string): Generator<string> {
  if (value === '') yield at;
  if (typeof value !== 'object' || value === null) return;
  const parts = Object.entries(value);
  if (parts.length === 0 && !Array.isArray(value)) yield at;
  for (const [name, part] of parts) if (name !== REPEATED) yield* emptyParts(part, `${at}.${name}`);
}
