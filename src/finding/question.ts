import type { Channel } from '../tools/channel.ts';
import { type Deed, ORDERS } from './deeds.ts';
import { BREAK, type Meaning, meanings, phrase } from './marketers-words.ts';
import { namesPlace } from './places.ts';
import { isSlip, isTelling, termsOf, unorderedTermsOf } from './terms.ts';

/** What a meaning, a corrected word, or a word that says what to do counts, beside a word that names an object. */
const MEANING_WEIGHT = 0.6;
const CORRECTED_WEIGHT = 0.7;
const VERB_WEIGHT = 0.4;
/** Misspelt words looked at: each is held against every known word. */
const CORRECTED_MAX = 10;

/** What is left of a phrase that was understood. */
const TAKEN = '|';
/** What may stand before a question or an order without changing it. */
const PREFACE =
  /(?<=; )(?:(?:and|so|hey|hi|but|ok|pleas do|pleas|pls|plz|then|now|just|can you|could you|i wonder|do you know) )+/g;
/** A verb with its second half behind the object: `turn the Berlin ads off`. */
const PARTED =
  / (turn|switch|shut|bring|tak|put|set|dial|crank|scal|cut|roll|pull|wind|ton|kick|leav) ((?:[^ ;]+ ){0,3}[^ ;]+) (off|back|down|up|out|liv|on(?= (?:;|$)))(?= )/g;
/** What only says where the things are that are spoken of: `all ads in ad group 9`. */
const CONTAINER =
  /(?<= (?:ads?|keyword|creativ|adset|adgroup|negativ|audienc|assets?|headlin|bids?) ) ?(?:in|insid|within|under|from) (?:the |our |my |this |that )?(?:campaign|adgroup|adset|campaigngroup|account|assetgroup)(?= )/g;
/** How a question begins, in terms. What it then says of pausing or making is about what it asks for. */
const ASKING =
  /^ ; (?:which|what|wher|who|when|show(?! (?:\w+ )?ads? (?:only|to|between|dur|from|at) )|list|see|view|display|is|are|do|did|has|hav|how(?! (?:to|do i|can i|do w|can w|do we|can we) )|tell|any|anyth|anyon|anybody|search|find|look|check) /;
/** How it may go on to ask after it has told something. */
const ASKING_THEN = / ; (?:which|what|wher|who|when|why|tell|check) /;
/** The reason is wanted before the numbers. */
const ASKING_WHY = /^ ; (?:\w+ ; )?why /;
const ASKED_BESIDE: ReadonlySet<Deed> = new Set(['numbers', 'why', 'size', 'history']);
/** Who did something, or when it was done, is asked of the history. */
const ASKING_WHO_DID =
  /(?:;|know|see|check|tell|find|out|me|by) (?:who|whom) | when (?:was|wer|did|has|hav) | (?:any|some)(?:on|body) /;
/** What is made of numbers only. */
const REPORT = / (?:report|tabl|dashboard|overview|summary|chart|graph|breakdown|recap|scorecard|comparison) /;
const HISTORY: Meaning = { said: '', terms: termsOf('change history who'), deeds: ['look', 'history'] };
const PLACE: Meaning = { said: '', terms: termsOf('location targeting'), deeds: [] };
/** Results that stay away: `i don't get any impressions`, `my ads stopped spending`. */
const RESULT =
  '(?:impression|click|lead|conversion|sal|sales|traffic|view|spend|deliver|result|reach|order|show|shown|serv|convert|run|work)';
const WITHOUT_RESULT = new RegExp(
  ` (?:no|not|(?<!; )dont|doesnt|didnt|isnt|arent|wont|cant|without|zero|hardly|barely|few|littl|nobody|noth) (?:\\w+ ){0,3}?${RESULT} `,
);
const STOPPED_RESULT = new RegExp(` stop (?:\\w+ ){0,2}?${RESULT} `);
/** What came of ads: `what did pmax spend`. */
const OUTCOME = / (?:did|has|hav) (?:\w+ ){1,4}(?:spend|spent|run|deliver|work|earn|bring|get|got) /;
const NUMBERS: Meaning = { said: '', terms: termsOf('cost metric performance'), deeds: ['numbers'] };
const TROUBLE: Meaning = { said: '', terms: termsOf('deliver shown'), deeds: ['why'] };
/** What is to be advertised, without a word of what to do. */
const BRIEF = /^ ; (?:\w+ ){0,2}(?:ads|campaign) (?:for|to|about|with|in) /;
const NEW_CAMPAIGN: Meaning = { said: '', terms: termsOf('campaign'), deeds: ['create'] };
/** Words after which what is done is wanted: `get it paused`. */
const WANTING = / (?:want|need|get|should|must|lik|pleas) /;

/** What somebody wants, as far as their words tell. */
export interface Question {
  /** Terms, and how much each counts. */
  terms: ReadonlyMap<string, number>;
  deeds: readonly Deed[];
  /** The channels whose platform was named. */
  channels: readonly string[];
}

/** Signs and addresses as the words they stand for. */
function spelledOut(said: string): string {
  return said.replaceAll(/[€$£]/g, ' dollars ').replaceAll(/\S+@\S+\.\w+/g, ' e-mail address ');
}

/** The terms of a sentence, with a break before each clause. */
function clausesOf(said: string): string[] {
  return said
    .split(/[,.;:!?]+(?:\s|$)|\s-+\s/)
    .map(termsOf)
    .flatMap((terms) => (terms.length === 0 ? [] : [BREAK, ...terms]));
}

/** Results that are told to stay away want a reason. */
function troubleIn(text: string, done: ReadonlySet<string>): readonly Meaning[] {
  return WITHOUT_RESULT.test(text) || (done.has('stop') && STOPPED_RESULT.test(text)) ? [TROUBLE] : [];
}

/** The deeds that a text speaks of. What is told as done, or as a thing (changes), orders nothing. */
function deedsIn(meant: readonly Meaning[], done: ReadonlySet<string>, things: ReadonlySet<string>): Deed[] {
  const isAmong = ({ said }: Meaning, terms: ReadonlySet<string>) => said.split(' ').some((term) => terms.has(term));
  const deeds = meant.flatMap((meaning) => {
    if (isAmong(meaning, done)) return meaning.deeds.filter((deed) => !ORDERS.has(deed));
    return things.has(bare(meaning.said)) ? meaning.deeds.filter((deed) => deed !== 'change') : meaning.deeds;
  });
  return [...new Set(deeds)];
}

function outcomeIn(text: string): readonly Meaning[] {
  return OUTCOME.test(text) ? [NUMBERS] : [];
}

/** A sentence that only tells whom ads are for wants a campaign. */
function briefIn(text: string, meant: readonly Meaning[]): readonly Meaning[] {
  return BRIEF.test(text) && meant.every(({ deeds }) => deeds.length === 0) ? [NEW_CAMPAIGN] : [];
}

/** What stands for the question who did something, or when, where the text asks that of any deed. */
function historyIn(text: string, meant: readonly Meaning[]): readonly Meaning[] {
  const speaksOfOrder = meant.some(({ deeds }) => deeds.some((deed) => ORDERS.has(deed)));
  return speaksOfOrder && ASKING_WHO_DID.test(text) ? [HISTORY] : [];
}

function asked(deeds: readonly Deed[]): readonly Deed[] {
  return ['look', ...deeds.filter((deed) => ASKED_BESIDE.has(deed))];
}

/**
 * Beside an order, numbers and troubles only say why it is given (cpc too high, lower the bid), unless the order is for a report.
 * To speak of all of something is only a deed beside a change: all keywords may be changed, or listed.
 */
function ordered(text: string, deeds: readonly Deed[]): readonly Deed[] {
  if (ASKING_WHY.test(text)) return ['why'];
  const changes = deeds.includes('change') || deeds.includes('remove');
  const idle: Deed[] = changes ? [] : ['many'];
  if (!changes && REPORT.test(text)) idle.push('create');
  else if (changes || deeds.includes('create')) idle.push('numbers', 'why');
  return deeds.filter((deed) => !idle.includes(deed));
}

/** A phrase that means its own words (customer list) says them as loudly as any other word. */
function weightsOf({ said, terms }: Meaning): [string, number][] {
  const weight = MEANING_WEIGHT / Math.sqrt(Math.max(1, terms.length / 2));
  return terms.map((term) => [term, isPhrase(said) && said.includes(` ${term} `) ? 1 : weight]);
}

function isPhrase(said: string): boolean {
  return bare(said).includes(' ');
}

/** What is said, without where it has to stand. */
function bare(said: string): string {
  return said.replace(` ${BREAK} `, ' ').trim();
}

/** Whether a meaning is of numbers while something else is wanted: its words then only give the reason. */
function isBeside(meaning: Meaning, deeds: readonly Deed[]): boolean {
  return (
    meaning.deeds.includes('numbers') &&
    !deeds.includes('numbers') &&
    !meaning.deeds.some((deed) => deeds.includes(deed))
  );
}

function heaviest(weights: readonly [string, number][]): ReadonlyMap<string, number> {
  const terms = new Map<string, number>();
  for (const [term, weight] of weights) terms.set(term, Math.max(weight, terms.get(term) ?? 0));
  return terms;
}

/** Reads what marketers say, by the words of the tools and of the platforms. */
export class QuestionReader {
  readonly #meanings: readonly Meaning[] = meanings();
  /** What each platform is called, by channel. */
  readonly #platforms: ReadonlyMap<string, readonly string[]>;
  readonly #countries: readonly string[];
  /** Words that need no correction. */
  readonly #known: ReadonlySet<string>;
  /** They by first letter, names of platforms first, so that a misspelt word is held against those first. */
  readonly #byLetter: ReadonlyMap<string, readonly string[]>;

  constructor(channels: Iterable<Channel>, terms: Iterable<string>, countries: readonly string[]) {
    this.#countries = countries;
    const byName = new Map([...channels].map((channel) => [channel.name, channel]));
    this.#platforms = new Map([...byName].map(([name, { knownAs = [] }]) => [name, knownAs.map(phrase)]));
    const phrases = [...[...this.#platforms.values()].flat(), ...this.#meanings.map(({ said }) => said)];
    this.#known = new Set([...phrases.flatMap((words) => words.trim().split(' ')), ...terms]);
    this.#byLetter = Map.groupBy(this.#known, (word) => word.charAt(0));
  }

  /** Whether a channel stands for a platform that people can name. */
  isPlatform(channel: string): boolean {
    return (this.#platforms.get(channel) ?? []).length > 0;
  }

  read(said: string): Question {
    const given = clausesOf(spelledOut(said));
    const corrections = this.#correctionsOf(given);
    const text = ` ${given.map((term) => corrections.get(term) ?? term).join(' ')} `
      .replaceAll(PREFACE, '')
      .replaceAll(PARTED, ' $1 $3 $2');
    const asks = ASKING.test(text) || ASKING_THEN.test(text);
    const channels = [...this.#platforms].flatMap(([channel, names]) =>
      names.some((name) => text.includes(name)) ? [channel] : [],
    );
    const { done, things } = unorderedTermsOf(said);
    const { rest, meant: told } = this.#meantIn(text);
    const meant = [
      ...told,
      ...historyIn(text, told),
      ...this.#placeIn(text),
      ...(asks ? outcomeIn(text) : [...troubleIn(text, done), ...briefIn(text, told)]),
    ];
    const spokenOf = deedsIn(meant, WANTING.test(text) ? new Set() : done, things);
    const deeds = asks || spokenOf.includes('history') ? asked(spokenOf) : ordered(text, spokenOf);
    const verbs = asks ? [] : meant.filter((meaning) => meaning.deeds.length > 0).map(({ said }) => bare(said));
    const corrected = new Set(corrections.values());
    const weights = rest
      .replace(ASKING, ' ')
      .replaceAll(CONTAINER, ' ')
      .trim()
      .split(' ')
      .filter((term) => term !== BREAK && term !== TAKEN && isTelling(term))
      .map((term): [string, number] => [
        term,
        verbs.includes(term) ? VERB_WEIGHT : corrected.has(term) ? CORRECTED_WEIGHT : 1,
      ]);
    return {
      terms: heaviest([...meant.filter((meaning) => !isBeside(meaning, deeds)).flatMap(weightsOf), ...weights]),
      deeds,
      channels,
    };
  }

  /** What phrases and words stand for. Of a phrase only the whole has a sense, so its words are taken out of the rest. */
  #meantIn(text: string): { rest: string; meant: readonly Meaning[] } {
    let rest = text;
    const meant: Meaning[] = [];
    for (const meaning of this.#meanings) {
      if (!rest.includes(meaning.said)) continue;
      meant.push(meaning);
      if (isPhrase(meaning.said)) rest = rest.replaceAll(meaning.said, ` ${TAKEN} `);
    }
    return { rest, meant };
  }

  #placeIn(text: string): readonly Meaning[] {
    return namesPlace(text, this.#countries, (term) => this.#known.has(term)) ? [PLACE] : [];
  }

  /** What misspelt words are taken for, by the misspelt ones. */
  #correctionsOf(given: readonly string[]): ReadonlyMap<string, string> {
    const unknown = given.filter((term) => term !== BREAK && !this.#known.has(term)).slice(0, CORRECTED_MAX);
    return new Map(
      unknown.flatMap((term) => {
        const meant = this.#byLetter.get(term.charAt(0))?.find((word) => isSlip(term, word));
        return meant === undefined ? [] : [[term, meant] as const];
      }),
    );
  }
}
