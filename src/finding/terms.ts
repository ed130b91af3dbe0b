/** Words that say nothing about what is wanted. */
const EMPTY: ReadonlySet<string> = new Set(
  `a an the this that these those it its i me my we us our you your they them their he she and or but so of for from in into
  on out over under about keep at by with to as is are was were be been am do does did have has had can could will would should shall may might must
  please just also too very really some any there here then than if not no now ok okay hey still yet already currently moment
  which what who whom whose where when why how
  run running runs thing things something anything way lot
  want need help let lets give get got put make let's i'd i'm we're don't doesn't isn't it's what's s t d m re ve ll`.split(
    /\s+/,
  ),
);

/** Words that mean one thing together. Written as one in tools and in questions alike, so that `ad` does not stand for every ad set. */
const JOINED: readonly (readonly [first: string, second: string, one: string])[] = [
  ['ad', 'set', 'adset'],
  ['ad', 'group', 'adgroup'],
  ['ad', 'account', 'account'],
  ['campaign', 'group', 'campaigngroup'],
  ['asset', 'group', 'assetgroup'],
  ['bid', 'strategy', 'bidstrategy'],
];

const EMPTY_TERMS: ReadonlySet<string> = new Set([...EMPTY].map(stem));

/** The terms of a text, in their order: words in lower case, without accents and endings. */
export function termsOf(text: string): string[] {
  return joined(wordsOf(text).map(stem));
}

/** Terms of a text that stand in it only as what was done, or as things: an order says `change`, never `changed` or `changes`. */
export function unorderedTermsOf(text: string): Record<'done' | 'things', ReadonlySet<string>> {
  const words = wordsOf(text);
  const isDone = (word: string) => word.endsWith('ed') && withoutVerbEnding(word) !== word;
  const isThing = (word: string) => word.length > 3 && singular(word) !== word;
  const others = new Set(words.filter((word) => !isDone(word) && !isThing(word)).map(stem));
  const only = (is: (word: string) => boolean) =>
    new Set(
      words
        .filter(is)
        .map(stem)
        .filter((term) => !others.has(term)),
    );
  return { done: only(isDone), things: only(isThing) };
}

/** Whether a term says anything about what is wanted. */
export function isTelling(term: string): boolean {
  return !EMPTY_TERMS.has(term);
}

/** `e-mail` is one word, `ad_set` two, and `re-budget` is about the budget. */
function wordsOf(text: string): string[] {
  const plain = (isAscii(text) ? text : text.normalize('NFKD').replaceAll(/\p{M}/gu, '')).toLowerCase();
  return plain.replaceAll(/\bre-|(?<=\be)-(?=[a-z])/g, '').match(/[a-z0-9']+/g) ?? [];
}

function isAscii(text: string): boolean {
  return !/[^\x20-\x7e]/.test(text);
}

function joined(terms: readonly string[]): string[] {
  const made: string[] = [];
  for (const term of terms) {
    const before = made.at(-1);
    const [, , one] = JOINED.find(([first, second]) => first === before && second === term) ?? [];
    if (one !== undefined) made.pop();
    made.push(one ?? term);
  }
  return made;
}

/** Takes the endings off that do not change what a word is about: `pausing`, `paused` and `pauses` are one term. */
function stem(word: string): string {
  const bare = word.includes("'") ? word.replace(/'s?$/, '').replaceAll("'", '') : word;
  if (bare.length <= 3) return bare;
  if (bare.endsWith('ies')) return `${bare.slice(0, -3)}y`;
  const root = withoutVerbEnding(singular(bare));
  return root.endsWith('e') && root.length > 2 ? root.slice(0, -1) : root;
}

function singular(word: string): string {
  if (word.endsWith('sses')) return word.slice(0, -2);
  return word.endsWith('s') && !/(?:s|u|i)s$/.test(word) ? word.slice(0, -1) : word;
}

/** `running` is of `run`, and `thing` of nothing shorter. */
function withoutVerbEnding(word: string): string {
  const ending = word.endsWith('ing') ? 3 : word.endsWith('ed') ? 2 : 0;
  const root = word.slice(0, word.length - ending);
  if (ending === 0 || root.length < 3 || !/[aeiouy]/.test(root)) return word;
  return /([bdgmnprt])\1$/.test(root) ? root.slice(0, -1) : root;
}

/** Whether a word is another with a slip of the pen: one letter wrong, missing, too many or swapped; two in long words. */
export function isSlip(word: string, known: string): boolean {
  if (word.length < 4 || known.length < 4 || word[0] !== known[0]) return false;
  const most = word.length >= 8 ? 2 : 1;
  return Math.abs(word.length - known.length) <= most && distance(word, known, most) <= most;
}

/** Edits between two words, letters that changed places counted once; anything beyond `most` is told as `most + 1`. */
function distance(a: string, b: string, most: number): number {
  let [before, previous]: [number[], number[]] = [[], Array.from({ length: b.length + 1 }, (_, at) => at)];
  for (let i = 1; i <= a.length; i++) {
    const current = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      current[j] = Math.min(
        previous[j]! + 1,
        current[j - 1]! + 1,
        previous[j - 1]! + (same ? 0 : 1),
        swapped ? before[j - 2]! + 1 : Number.POSITIVE_INFINITY,
      );
    }
    if (Math.min(...current) > most) return most + 1;
    [before, previous] = [previous, current];
  }
  return previous[b.length]!;
}
