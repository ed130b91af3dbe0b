import type { PlannedProblem } from '../../../tools/media-planning.ts';
import { look, stop } from '../../../tools/plan-problems.ts';
import { type MATCH_TYPES, sameKeyword, spaced } from './keyword.ts';

interface Keyword {
  text: string;
  match_type: (typeof MATCH_TYPES)[number];
}

export interface PlannedKeywords {
  wanted: readonly Keyword[];
  /** Searches to stay away from. */
  negative: readonly Keyword[];
  problems: readonly PlannedProblem[];
}

const LETTERS_MAX = 80;
const WORDS_MAX = 10;
/** What the platform takes in no keyword. */
const REFUSED = /[,!@%^*()={};~`<>?\\|[\]"]|\p{Sc}/u;
const NOTATION = '[exact], "phrase", broad or -negative';

/** Keywords as people write them: `[exact]`, `"phrase"`, broad; a minus in front keeps ads away. The same one counts once. */
export function plannedKeywords(field: string, given: readonly string[]): PlannedKeywords {
  const wanted = new Map<string, Keyword>();
  const negative = new Map<string, Keyword>();
  const problems: PlannedProblem[] = [];
  for (const written of given) {
    const isNegative = /^\s*[-−–](?=[\p{L}\p{N}["“„«])/u.test(written);
    const plain = isNegative ? written.replace(/^\s*[-−–]/u, '') : written;
    const keyword = keywordOf(plain);
    const fault = faultOf(keyword.text);
    if (keyword.text === '') continue;
    if (fault) problems.push(stop(field, `The keyword "${written}" ${fault}.`, NOTATION));
    if (/^\s*[-−–]/u.test(plain))
      problems.push(look(field, `"${written}" is bought as a keyword; written like -free, it would keep ads away.`));
    if (/(^|\s)\+\S/.test(plain))
      problems.push(look(field, `"${written}" has the marks of a match type that has ended: it becomes a phrase.`));
    const list = isNegative ? negative : wanted;
    if (!list.has(sameKeyword(keyword))) list.set(sameKeyword(keyword), keyword);
  }
  return { wanted: [...wanted.values()], negative: [...negative.values()], problems };
}

const PAIRS: readonly [RegExp, Keyword['match_type']][] = [
  [/^\[(.*)\]$/u, 'EXACT'],
  [/^["“”„«](.*)["“”«»]$/u, 'PHRASE'],
];

function keywordOf(written: string): Keyword {
  const text = spaced(written);
  for (const [pattern, match_type] of PAIRS) {
    const inside = pattern.exec(text)?.[1];
    if (inside !== undefined) return { text: spaced(inside), match_type };
  }
  const marked = /(^|\s)\+\S/.test(text);
  return {
    text: marked ? spaced(text.replace(/(^|\s)\+(?=\S)/g, '$1')) : text,
    match_type: marked ? 'PHRASE' : 'BROAD',
  };
}

function faultOf(text: string): string | undefined {
  const [letters, words] = [[...text].length, text.split(' ').length];
  const sign = REFUSED.exec(text)?.[0];
  if (letters > LETTERS_MAX) return `has ${letters} characters; at most ${LETTERS_MAX} fit`;
  if (words > WORDS_MAX) return `has ${words} words; at most ${WORDS_MAX} fit`;
  if (/\p{Cc}/u.test(text)) return 'has signs that cannot be seen';
  return sign ? `has the sign ${sign}, which no keyword can have` : undefined;
}
