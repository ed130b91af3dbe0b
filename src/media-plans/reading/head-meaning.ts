import type { ColumnMeaning } from '../../tools/media-plan-desk.ts';
import { type BudgetHead, budgetHead, isBareTotal, isFigure } from './budget-heads.ts';
import { currencyOfHead } from './currency-text.ts';
import { folded, phrases } from './folded-text.ts';
import { HEAD_WORDS, type HeadLanguage } from './head-words.ts';
import { type MonthText, monthOf } from './month-names.ts';
import { type PeriodText, periodOf } from './period-heads.ts';
import { unitZeros } from './unit-factors.ts';

export interface HeadMeaning {
  meaning: ColumnMeaning;
  /** Of two columns with one meaning the higher is taken. 100 and more: the head is one of the words. */
  certainty: number;
  languages: readonly HeadLanguage[];
  /** The currencies that the head may name, the usual one first. */
  currencies?: readonly string[] | undefined;
  month?: MonthText | undefined;
  period?: PeriodText | undefined;
  /** Amounts are in thousands, millions: so many zeros more. */
  zeros?: number | undefined;
  budget?: BudgetHead | undefined;
  /** `Total` alone. */
  isBareTotal?: true | undefined;
}

interface Phrase {
  meaning: ColumnMeaning;
  place: number;
  languages: HeadLanguage[];
}

const PHRASES: ReadonlyMap<string, readonly Phrase[]> = collected();

/** Long enough not to stand beside other words by chance. */
const isLongEnough = (phrase: string) => phrase.length >= 5 || /^[\u3040-\u30ff\u3400-\u9fff]{2,}/.test(phrase);

/** A head is a few words; a sentence is none. */
const HEAD_LENGTH_MAX = 80;

function collected(): Map<string, Phrase[]> {
  const found = new Map<string, Phrase[]>();
  for (const [language, words] of Object.entries(HEAD_WORDS) as [HeadLanguage, Record<string, string>][]) {
    for (const [meaning, list] of Object.entries(words) as [ColumnMeaning, string][]) {
      for (const [place, phrase] of phrases(list).entries()) {
        const others = found.get(phrase) ?? [];
        const same = others.find((other) => other.meaning === meaning);
        if (same) {
          same.languages.push(language);
          same.place = Math.min(same.place, place);
        } else found.set(phrase, [...others, { meaning, place, languages: [language] }]);
      }
    }
  }
  return found;
}

/** What a head says, of one cell or of two above each other. `preferred`: the language of the other heads. */
export function headMeaning(lower: string, upper = '', preferred?: HeadLanguage): HeadMeaning | undefined {
  const found = meaningOfBoth(lower, upper, preferred);
  const zeros = found && MONEY.has(found.meaning) ? unitZeros(`${upper} ${lower}`) : 0;
  return found && zeros > 0 ? { ...found, zeros } : found;
}

const MONEY: ReadonlySet<ColumnMeaning> = new Set<ColumnMeaning>([
  'budget_total',
  'budget_daily',
  'month',
  'period',
  'bid',
]);

function meaningOfBoth(lower: string, upper: string, preferred?: HeadLanguage): HeadMeaning | undefined {
  if (upper === '') return oneHead(lower, preferred);
  if (lower === '') return oneHead(upper, preferred);
  const above = oneHead(upper, preferred);
  const both = `${upper} ${lower}`;
  if (above?.meaning === 'ignore') return { ...above, meaning: 'ignore' };
  const alone = oneHead(lower, preferred);
  const month = monthOf(lower) ?? monthOf(both);
  if (above?.month && alone?.isBareTotal) return { ...above, certainty: 120 };
  if (month && (above === undefined || above.budget || above.meaning === 'flight')) {
    return { meaning: 'month', certainty: 120, languages: [], month, currencies: currencyOfHead(upper)?.currencies };
  }
  const period = periodOf(lower) ?? periodOf(both);
  if (period) {
    return { meaning: 'period', certainty: 120, languages: [], period, currencies: currencyOfHead(upper)?.currencies };
  }
  if (above?.budget) return budgetUnder(both, alone, preferred);
  if (alone && alone.certainty >= 100 && !alone.isBareTotal) return alone;
  if (above?.meaning === 'flight' && alone) return alone;
  return oneHead(both, preferred) ?? alone;
}

/** Below `Budget`: a part of it, a figure, or a column that the word above only happens to span. */
function budgetUnder(both: string, alone: HeadMeaning | undefined, preferred?: HeadLanguage): HeadMeaning | undefined {
  if (alone && alone.certainty >= 100 && !alone.isBareTotal && alone.meaning !== 'note') return alone;
  return oneHead(both, preferred) ?? alone;
}

function oneHead(raw: string, preferred?: HeadLanguage): HeadMeaning | undefined {
  if (raw.length > HEAD_LENGTH_MAX) return undefined;
  const text = folded(raw);
  if (text === '' && currencyOfHead(raw) === undefined) return undefined;
  const month = monthOf(raw);
  if (month) return { meaning: 'month', certainty: 90, languages: [], month };
  const period = periodOf(raw);
  if (period) return { meaning: 'period', certainty: 90, languages: [], period };
  const exact = phraseMeaning(text.replace(/ \d{1,2}$/, ''), preferred) ?? phraseMeaning(text, preferred);
  if (exact) return exact;
  const unit = currencyOfHead(raw);
  const bare = unit ? folded(unit.rest.replace(/\bin\b|\ben\b|[()[\]]/g, ' ')) : text;
  if (isFigure(text, raw)) return { meaning: 'ignore', certainty: 100, languages: [] };
  const money = moneyHead(raw, text, bare, unit?.currencies);
  if (money) return money;
  return (unit && phraseMeaning(bare, preferred)) ?? contained(text, preferred);
}

function moneyHead(
  raw: string,
  text: string,
  bare: string,
  currencies: readonly string[] | undefined,
): HeadMeaning | undefined {
  const month = monthInside(raw);
  const budget = budgetHead(text);
  if (budget && month) return { meaning: 'month', certainty: 110, languages: [], month, currencies };
  if (budget === 'other_period') return undefined;
  if (budget) {
    const meaning = budget.per === 'day' ? 'budget_daily' : 'budget_total';
    return { meaning, certainty: 110 + budget.rank, languages: [], currencies, budget };
  }
  const isSign = bare === '' && currencies !== undefined;
  if (!isSign && !isBareTotal(bare)) return undefined;
  return { meaning: 'budget_total', certainty: 60, languages: [], currencies, isBareTotal: true };
}

/** `Budget Nov 2026`. */
function monthInside(raw: string): MonthText | undefined {
  const words = raw.split(/\s+/);
  for (let at = 1; at < words.length; at++) {
    const month = monthOf(words.slice(at).join(' ').replace(/[()]/g, ''));
    if (month) return month;
  }
  return undefined;
}

function phraseMeaning(text: string, preferred?: HeadLanguage): HeadMeaning | undefined {
  const found = PHRASES.get(text);
  return found && meaningOf(found, 200, preferred);
}

/** One word means different things in two languages (Titel, Land): the language of the other heads decides. */
function meaningOf(found: readonly Phrase[], certainty: number, preferred?: HeadLanguage): HeadMeaning {
  const best =
    found.find(({ languages }) => preferred !== undefined && languages.includes(preferred)) ??
    found.toSorted((a, b) => a.place - b.place)[0]!;
  return { meaning: best.meaning, certainty: certainty - best.place, languages: best.languages };
}

/** The longest phrase that is part of a head. */
function contained(text: string, preferred?: HeadLanguage): HeadMeaning | undefined {
  let [best, longest]: [readonly Phrase[] | undefined, number] = [undefined, 0];
  for (const part of partsOf(text)) {
    if (part.length <= longest || !isLongEnough(part) || text.length > part.length * 4 + 12) continue;
    const found = PHRASES.get(part);
    if (found) [best, longest] = [found, part.length];
  }
  return best && meaningOf(best, 95, preferred);
}

/** Every run of words, and of Japanese words every run of letters. */
function* partsOf(text: string): Generator<string> {
  const words = text.split(' ');
  for (let from = 0; from < words.length; from++) {
    for (let to = from + 1; to <= Math.min(words.length, from + 6); to++) yield words.slice(from, to).join(' ');
  }
  for (const letters of text.match(/[\u3040-\u30ff\u3400-\u9fff]{3,24}/g) ?? []) {
    for (let from = 0; from < letters.length; from++) {
      for (let to = from + 2; to <= letters.length; to++) yield letters.slice(from, to);
    }
  }
}
