/** A word as a shell takes it: quoted where it holds anything but plain signs. */
export function shellWord(word: string): string {
  return /^[\w./:=-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
