import { folded } from './folded-text.ts';

/** Names and short forms in the eight languages, folded; the place in the list is the month. */
const NAMES = [
  'january jan januar janner jaenner janvier janv enero ene gennaio gen janeiro januari',
  'february feb februar feber fevrier fevr fev febrero febbraio fevereiro februari febr',
  'march mar marz maerz mrz mars marzo marco maart mrt maa',
  'april apr avril avr abril abr aprile',
  'may mai mayo may maggio mag maio mei',
  'june jun juni juin junio giugno giu junho',
  'july jul juli juillet juil julio luglio lug julho',
  'august aug aout aou agosto ago augustus',
  'september sep sept septembre septiembre settembre set setembro sett',
  'october oct oktober okt octobre octubre ottobre ott outubro out',
  'november nov novembre noviembre novembro',
  'december dec dezember dez decembre diciembre dic dicembre dezembro',
];

const BY_NAME: ReadonlyMap<string, number> = new Map(
  NAMES.flatMap((names, index) => names.split(' ').map((name) => [name, index + 1] as const)),
);

/** 1 to 12, of a word of one of the languages. */
export function monthNumber(word: string): number | undefined {
  return BY_NAME.get(folded(word));
}

export interface MonthText {
  year?: number | undefined;
  month: number;
}

/** A text that is a month and nothing else: `Nov 2026`, `11/2026`, `2026年11月`, `November`. Undefined: it is something else. */
export function monthOf(text: string): MonthText | undefined {
  const plain = text.normalize('NFKC').trim();
  const numeric = /^(?:(\d{1,2})[./-](\d{4})|(\d{4})[./-](\d{1,2}))$/.exec(plain);
  if (numeric) return valid(Number(numeric[2] ?? numeric[3]), Number(numeric[1] ?? numeric[4]));
  const japanese = /^(?:(\d{4})年\s*)?(\d{1,2})月$/.exec(plain);
  if (japanese) return valid(japanese[1] ? Number(japanese[1]) : undefined, Number(japanese[2]));
  const words = /^(\p{L}+)\.?(?:\s*[ '’./-]?\s*(\d{4}|\d{2}))?$/u.exec(plain) ?? /^(\p{L}+)\s+(\d{4})$/u.exec(plain);
  const first = /^(\d{4})\s+(\p{L}+)\.?$/u.exec(plain);
  const [name, year] = words ? [words[1]!, words[2]] : first ? [first[2]!, first[1]] : ['', undefined];
  const month = monthNumber(name);
  return month === undefined ? undefined : valid(year ? fullYear(year) : undefined, month);
}

export function fullYear(text: string): number {
  return text.length <= 2 ? 2000 + Number(text) : Number(text);
}

function valid(year: number | undefined, month: number): MonthText | undefined {
  if (month < 1 || month > 12 || (year !== undefined && (year < 2000 || year > 2100))) return undefined;
  return { year, month };
}
