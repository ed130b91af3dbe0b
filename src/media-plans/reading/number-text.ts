import { currencyIn } from './currency-text.ts';

export type DecimalMark = '.' | ',';

/** A number as text, with what it would be by either decimal mark. */
export interface NumberText {
  /** Decimal text by decimal mark; missing where the number cannot be written so. */
  readings: Partial<Record<DecimalMark, string>>;
  isNegative: boolean;
  isPercent: boolean;
  /** It says itself what the amount is for. */
  per?: 'day' | 'total' | undefined;
  /** It says thousands or millions itself: `15k`. */
  hasFactor?: true | undefined;
  /** `mil` is a thousand in Spanish and Portuguese, a million in English. */
  isMil?: true | undefined;
  /** That the text names itself, the usual one first. */
  currencies?: readonly string[] | undefined;
}

const FACTORS: readonly (readonly [RegExp, number])[] = [
  [/^(?:k|tsd|t|tausend|mil|千)$/, 3],
  [/^(?:万)$/, 4],
  [
    /^(?:m|mi|mio|mn|mm|mill|million|millionen|millions|milliones|millon|millones|milione|milioni|milhao|milhoes|miljoen|mln|百万)$/,
    6,
  ],
  [/^(?:億)$/, 8],
  [/^(?:mrd|bn|bi|milliarden)$/, 9],
];
const PER_DAY =
  /(?:\/|\bper\b|\bpro\b|\bpar\b|\bpor\b|\bal\b|\ba\b|\bje\b|\bp\.)?\s*(?:\bday\b|\bdaily\b|\btag\b|\btäglich\b|\btägl\.?|\bjour\b|\bjournalier\b|\bdía\b|\bdia\b|\bdiario\b|\bgiorno\b|\bdag\b|日)|\/d\b|\bp\.\s?d\./iu;
const IN_TOTAL = /\btotal\b|\bgesamt\b|\bges\.|\blifetime\b/giu;
/** Words beside an amount that do not change it. */
const BESIDE =
  /(?:\bca\.?|\bcirca\b|\bapprox\.?|\babout\b|\benv\.?|\baprox\.?|~|≈|\bnetto\b|\bnett\b|\bnet\b|\bneto\b|\bht\b|\bn\/n\b|税抜|約|[*†])/giu;
const CORE = /^[+\-−–]?\d(?:[\d.,'’ \u00a0\u202f\u2009]*\d)?$/;

/** Marks of footnotes, which normalizing would make digits: 5000¹ is five thousand. */
const FOOTNOTE = /[\u00b9\u00b2\u00b3\u2070-\u2079\u2080-\u2089\u2460-\u2473]/g;

/** Undefined: the text is no number. */
export function numberOf(given: string): NumberText | undefined {
  const whole = given.replace(FOOTNOTE, ' ').normalize('NFKC');
  const unit = currencyIn(whole);
  let text = (unit?.rest ?? whole).trim();
  const isPercent = /[%‰]/.test(text);
  text = text.replace(/[%‰]/g, '');
  const isDaily = PER_DAY.test(text);
  if (isDaily) text = text.replace(PER_DAY, ' ');
  const isTotal = text.search(IN_TOTAL) !== -1;
  text = text
    .replace(IN_TOTAL, ' ')
    .replace(BESIDE, ' ')
    .replace(/\(\s*\)/g, ' ')
    .replace(/([.,])\s?[-–—]{1,2}\s*$/, '')
    .trim();
  const isBracketed = /^\(.*\)$/.test(text);
  if (isBracketed) text = text.slice(1, -1).trim();
  const { core, zeros, isMil } = withFactor(text);
  if (core === undefined || !CORE.test(core)) return undefined;
  const isNegative = isBracketed || /^[-−–]/.test(core);
  const digits = core.replace(/^[+\-−–]\s*/, '');
  const readings: NumberText['readings'] = {};
  for (const mark of ['.', ','] as const) {
    const read = readBy(digits, mark);
    if (read !== undefined) readings[mark] = shifted(read, zeros);
  }
  if (readings['.'] === undefined && readings[','] === undefined) return undefined;
  return {
    readings,
    isNegative,
    isPercent,
    per: isDaily ? 'day' : isTotal ? 'total' : undefined,
    currencies: unit?.currencies,
    ...(zeros > 0 && { hasFactor: true }),
    ...(isMil && { isMil }),
  };
}

/** The decimal mark that a number's own form proves. */
export function provenMark({ readings }: NumberText): DecimalMark | undefined {
  const [dot, comma] = [readings['.'], readings[',']];
  if (dot !== undefined && comma !== undefined) return undefined;
  return dot === undefined ? ',' : '.';
}

/** Both readings are possible and differ. */
export function isAmbiguous({ readings }: NumberText): boolean {
  return readings['.'] !== undefined && readings[','] !== undefined && readings['.'] !== readings[','];
}

function withFactor(text: string): { core: string | undefined; zeros: number; isMil?: true } {
  const found = /^(.*?\d)\s*([\p{L}]+)\.?$/u.exec(text);
  if (!found) return { core: text, zeros: 0 };
  const word = found[2]!
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '');
  const zeros = FACTORS.find(([form]) => form.test(word))?.[1];
  return {
    core: zeros === undefined ? undefined : found[1]!,
    zeros: zeros ?? 0,
    ...(word === 'mil' && { isMil: true }),
  };
}

function readBy(text: string, mark: DecimalMark): string | undefined {
  const [whole = '', decimals, ...more] = text.split(mark);
  if (more.length > 0 || (decimals !== undefined && !/^\d+$/.test(decimals))) return undefined;
  const digits = ungrouped(whole, mark === '.' ? ',' : '.');
  if (digits === undefined) return undefined;
  return plain(decimals === undefined ? digits : `${digits}.${decimals}`);
}

/** Groups are of three digits, or as in India of two before the last three, with one mark throughout. */
function ungrouped(text: string, group: string): string | undefined {
  if (/^\d+$/.test(text)) return text;
  const marks = new Set(
    text
      .replace(/\d/g, '')
      .replaceAll('’', "'")
      .replace(/[ \u00a0\u202f\u2009]/g, ' '),
  );
  const [only] = marks;
  if (marks.size !== 1 || (only !== group && only !== "'" && only !== ' ')) return undefined;
  const parts = text.split(/[^\d]/);
  const [first = '', ...rest] = parts;
  if (first.length < 1 || first.length > 3 || first.startsWith('0')) return undefined;
  const isRight = rest.every((part, at) => part.length === 3 || (part.length === 2 && at < rest.length - 1));
  return isRight ? parts.join('') : undefined;
}

/** Decimal text without zeros that say nothing: `0018.500` is `18.5`. */
export function plain(text: string): string {
  const [whole = '0', decimals = ''] = text.split('.');
  const kept = decimals.replace(/0+$/, '');
  const digits = whole.replace(/^0+(?=\d)/, '') || '0';
  return kept === '' ? digits : `${digits}.${kept}`;
}

/** The number with so many zeros more, exactly. */
export function shifted(text: string, zeros: number): string {
  if (zeros === 0) return text;
  const [whole = '0', decimals = ''] = text.split('.');
  const moved = decimals.padEnd(zeros, '0');
  return plain(`${whole}${moved.slice(0, zeros)}.${moved.slice(zeros) || '0'}`);
}
