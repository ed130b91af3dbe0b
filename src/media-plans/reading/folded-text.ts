/** Accents of Latin letters only: the marks of Japanese letters (ガ) are not among them. */
const ACCENTS = /[\u0300-\u036f]/g;

/** A Latin letter before or after a Japanese one: two words without a blank, as in Meta広告. */
const BESIDE_JAPANESE = /[a-z](?=[\u3040-\u30ff\u3400-\u9fff])|[\u3040-\u30ff\u3400-\u9fff](?=[a-z])/g;

const ASCII = /^[\n\r\t -~]*$/;

/** Text for comparing: small letters, no accents, anything that is neither letter nor digit as one blank. */
export function folded(text: string): string {
  // Most cells: several times faster than the general way.
  if (ASCII.test(text))
    return text
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, ' ')
      .trim();
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .normalize('NFD')
    .replace(ACCENTS, '')
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .replace(BESIDE_JAPANESE, '$& ')
    .trim();
}

/** A cell's text on one line, as it stands in sentences. */
export function quoted(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return `"${line.length > 60 ? `${line.slice(0, 57)}…` : line}"`;
}

/** Phrases of a list that is written with commas, folded. */
export function phrases(list: string): string[] {
  return list
    .split(',')
    .map(folded)
    .filter((phrase) => phrase !== '');
}

/** Whether a phrase stands in a text, both folded, with no letter beside it; in Japanese anywhere. */
export function holdsPhrase(text: string, phrase: string): boolean {
  return ` ${text} `.includes(bounded(phrase));
}

/** What the phrases in a text mean. They are given the longest first: a word of one that was found counts for no shorter one. */
export function meaningsIn<T>(text: string, longestFirst: readonly (readonly [phrase: string, meaning: T])[]): T[] {
  let rest = text;
  return longestFirst.flatMap(([phrase, meaning]) => {
    if (!holdsPhrase(rest, phrase)) return [];
    while (holdsPhrase(rest, phrase)) rest = ` ${rest} `.replace(bounded(phrase), ' ').trim();
    return [meaning];
  });
}

function bounded(phrase: string): string {
  return /[\u3040-\u30ff\u3400-\u9fff]/.test(phrase) ? phrase : ` ${phrase} `;
}
