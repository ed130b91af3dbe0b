/** A text as it is searched for: `zurich` finds Zürich, and `ZÜRICH` finds Zurich. */
export function searchText(text: string): string {
  return text.trim().normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}

/** A text as one name is told from another: `ü` may be written as one sign or as two, and case does not matter. */
export function lookupText(text: string): string {
  return text.normalize('NFC').trim().toLowerCase();
}
