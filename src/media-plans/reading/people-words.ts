import { folded } from './folded-text.ts';

export interface Ages {
  from: number;
  to?: number | undefined;
}

const YEARS = String.raw`(?:\s*(?:j\.?|jahre|years?|yo|y\.o\.|ans|años|anni|anos|jaar|歳|才))?`;
const RANGE = new RegExp(
  String.raw`(?<!\d)(\d{2})${YEARS}\s*(?:-|–|—|~|〜|to|bis|à|a|tot|から)\s*(\d{2})(?!\d|\s*(?:%|km|mi\b|miles|minutes|min\b))`,
  'iu',
);
const FROM = new RegExp(
  String.raw`(?<!\d)(\d{2})${YEARS}\s*(?:\+|plus|et plus|y más|und älter|and older|以上|en ouder)|(?:ab|from|over|über|dès|desde|da|vanaf)\s+(\d{2})(?!\d)`,
  'iu',
);

/** `25-54`, `18+`, `ab 30`. */
export function agesOf(text: string): Ages | undefined {
  const plain = text.normalize('NFKC');
  const range = RANGE.exec(plain);
  if (range) {
    const [from, to] = [Number(range[1]), Number(range[2])];
    return from >= 13 && to > from ? { from, to } : undefined;
  }
  const open = FROM.exec(plain);
  const from = Number(open?.[1] ?? open?.[2] ?? 0);
  return from >= 13 ? { from } : undefined;
}

const WOMEN =
  /^(?:f|w|v|women|woman|female|females|frauen|frau|weiblich|femmes|femme|feminin|mujeres|mujer|femenino|donne|donna|femminile|mulheres|mulher|feminino|vrouwen|vrouw|vrouwelijk|女性|女|damen)$/;
const MEN =
  /^(?:m|men|man|male|males|manner|mann|mannlich|hommes|homme|masculin|hombres|hombre|masculino|uomini|uomo|maschile|homens|homem|mannen|mannelijk|男性|男|herren)$/;
const ALL =
  /^(?:all|alle|both|beide|any|tous|toutes|todos|todas|tutti|ambos|entrambi|all genders|alle geschlechter|unisex|全て|すべて|男女|指定なし|mixte|mixed|m w|w m|m f|f m|m w d|alles|allen|iedereen|hommes femmes|men women|women men)$/;

export function gendersOf(text: string): 'all' | 'women' | 'men' | undefined {
  const plain = folded(text);
  if (ALL.test(plain)) return 'all';
  // W25-44, M18+, 女性25-44: letters right before an age.
  const words = plain.replace(/(?<=^|\s)(\p{L}+)(?=\d{2})/gu, '$1 ').split(' ');
  // One letter is a gender alone, beside another, or before an age: M&A is none.
  const isShort = words.every((word) => word.length === 1 || /^\d/.test(word));
  const counts = (word: string, at: number) =>
    word.length > 1 || /\P{ASCII}/u.test(word) || isShort || /^\d{2}/.test(words[at + 1] ?? '');
  const [women, men] = [WOMEN, MEN].map((form) => words.some((word, at) => form.test(word) && counts(word, at)));
  if (women && men) return 'all';
  return women ? 'women' : men ? 'men' : undefined;
}
