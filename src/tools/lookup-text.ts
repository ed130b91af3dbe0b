/** A text as names are looked up by: `ü` may be written as one sign or as two, and case does not matter. */
export function lookupText(text: string): string {
  return text.normalize('NFC').trim().toLowerCase();
}
