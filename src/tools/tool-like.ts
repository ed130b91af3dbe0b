import { nearest } from './did-you-mean.ts';

/** What tools do, each with the other words that programs and agents use for it. */
const DEEDS: readonly (readonly string[])[] = [
  ['get', 'list', 'show', 'read', 'fetch', 'find', 'search', 'retrieve', 'view'],
  ['create', 'add', 'make', 'new', 'launch'],
  ['update', 'set', 'change', 'edit', 'modify', 'pause', 'resume', 'enable', 'disable', 'activate', 'rename'],
  ['delete', 'remove', 'archive'],
  ['duplicate', 'copy', 'clone'],
  ['send', 'upload', 'push'],
  ['diagnose', 'debug', 'explain'],
];
const READING = DEEDS[0]!;
const NAME_MAX = 64;
/** More are no hint. */
const MEANT_MAX = 3;

/** The tools that a name which no tool has may mean, as a sentence names them: by its letters, else by its words. */
export function toolLike(name: string, known: readonly string[]): string | undefined {
  if (name.length > NAME_MAX) return undefined;
  // A level has another name elsewhere: `create_ad_set` is `create_ad_group`, and never `create_ad`.
  const elsewhere = ELSEWHERE.map(([words, own]) => name.toLowerCase().replace(words, own)).find(
    (other) => known.includes(other) && !known.includes(name),
  );
  return elsewhere ?? nearest(name, known) ?? byWords(name, known);
}

const ELSEWHERE: readonly (readonly [RegExp, string])[] = [
  [/ad_?set/, 'ad_group'],
  [/ad_?group/, 'ad_set'],
];

/** A name that begins with get means a tool that reads and has the word in its name; without a deed only reading is suggested. */
function byWords(name: string, known: readonly string[]): string | undefined {
  const words = wordsOf(name);
  const named = DEEDS.find((deed) => deed.includes(words[0] ?? ''));
  const things = named ? words.slice(1) : words;
  const deed = named ?? READING;
  if (things.length === 0) return undefined;
  const fitting = known
    .map((tool) => ({ tool, own: wordsOf(tool) }))
    .filter(
      ({ own }) => beginningOf(own).some((word) => deed.includes(word)) && things.every((word) => own.includes(word)),
    );
  const shortest = Math.min(...fitting.map(({ own }) => own.length));
  const best = fitting.filter(({ own }) => own.length === shortest);
  const same = best.filter(({ own }) => beginningOf(own).includes(words[0]!));
  const meant = (same.length > 0 ? same : best).map(({ tool }) => tool);
  return meant.length > 0 && meant.length <= MEANT_MAX ? meant.join(' or ') : undefined;
}

/** The deed is the first word of a tool's name, or the second behind its channel. */
function beginningOf(words: readonly string[]): readonly string[] {
  return words.slice(0, 2);
}

/** The words of a name in snake, kebab or camel case, without endings of the plural. */
function wordsOf(name: string): string[] {
  const apart = name.replaceAll(/([a-z\d])([A-Z])/g, '$1_$2').toLowerCase();
  return (apart.match(/[a-z\d]+/g) ?? []).map((word) => (word.length > 3 ? word.replace(/s$/, '') : word));
}
