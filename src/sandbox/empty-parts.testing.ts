/** Repeats a value of the request, which may be empty. */
const REPEATED = 'trigger';

/** Throws where a platform's refusal has an empty text or object in it. */
export function refuseEmptyParts(refusal: unknown): void {
  const empty = [...emptyParts(refusal, 'it')];
  if (empty.length > 0) throw new Error(`Nothing stands in ${empty.join(', ')} of ${JSON.stringify(refusal)}`);
}

function* emptyParts(value: unknown, at: string): Generator<string> {
  if (value === '') yield at;
  if (typeof value !== 'object' || value === null) return;
  const parts = Object.entries(value);
  if (parts.length === 0 && !Array.isArray(value)) yield at;
  for (const [name, part] of parts) if (name !== REPEATED) yield* emptyParts(part, `${at}.${name}`);
}
