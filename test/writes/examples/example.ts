import type { Sandboxed } from '../../sandboxed.ts';

type Arguments = Record<string, unknown>;
// biome-ignore lint/suspicious/noExplicitAny: replies of any shape
export type Any = any;

/** Makes arguments that a write tool takes and that change something, new ones each time. */
export type Example = (sandbox: Sandboxed) => Promise<Arguments>;
/** One for every write tool of a channel, by its name. */
export type Examples = Readonly<Record<string, Example>>;

/** A picture of one dot, and the beginning of a film. */
export const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
export const MP4 = Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0').toString('base64');

let names = 0;
/** A name that nothing has yet. */
export function fresh(word: string): string {
  names += 1;
  return `${word} ${names}`;
}

/** Something that many examples can stand on is made once for each sandbox. */
export function once<T>(make: (sandbox: Sandboxed) => Promise<T>): (sandbox: Sandboxed) => Promise<T> {
  const made = new WeakMap<Sandboxed, Promise<T>>();
  return (sandbox) => {
    const known = made.get(sandbox) ?? make(sandbox);
    made.set(sandbox, known);
    return known;
  };
}
