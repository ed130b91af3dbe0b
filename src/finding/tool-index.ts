import { Turns } from '../event-loop/turns.ts';
import type { Tool } from '../tools/define-tool.ts';
import { type Deed, deedsOf, ORDERS } from './deeds.ts';
import { countries } from './places.ts';
import { type Question, QuestionReader } from './question.ts';
import { type TermCounts, TermRanking } from './term-ranking.ts';
import { termsOf } from './terms.ts';

/** How much a word of a tool's name and title counts beside one of its description, and an argument's name beside both. */
const HEAD_WEIGHT = 1.5;
const ARGUMENT_WEIGHT = 0.4;
/** A field that the tool sets, where something is to be set: `raise bids` means what has a bid. */
const FIELD_WEIGHT = 0.9;
/** What is said of an argument, and the words it may be. */
const INNER_WEIGHT = 0.15;
/** Longer lists of words are of time zones, languages or metrics, and say nothing about the tool. */
const CHOICES_MAX = 30;
/** Where a deed was asked for: tools that do it, and all others. */
const FITTING_DEED = 1.6;
const OTHER_DEED = 0.8;
/** On top of it, where few tools do it and are seldom named for it: to change many at once, to tell numbers, to tell why. */
const RARE_DEED = 1.5;
const RARE_DEEDS: readonly Deed[] = ['many', 'numbers', 'why', 'history'];
/** Where one platform was named: tools of others, and of none. Where several were, tools of none come first. */
const OTHER_PLATFORM = 0.05;
const OF_NO_PLATFORM = 0.25;
const OVER_SEVERAL_PLATFORMS = 1.4;
/** Each further tool of a channel, where none was named: the same deed on another platform comes first. */
const SAME_CHANNEL = 0.8;

/** Where no platform was named but a thing that nearly only one has (keywords, hashtags): the tools of that one. */
const IMPLIED_PLATFORM = 1.3;
const IMPLYING_SHARE = 0.75;

interface Entry {
  /** What it sets, by the names of its arguments and of those in them. */
  fields: TermCounts;
  /** Name and title. */
  head: TermCounts;
  /** Description and arguments. */
  body: TermCounts;
  deeds: ReadonlySet<Deed>;
}

type Schema = Readonly<Record<string, unknown>>;
type InputSchema = (tool: Tool) => Schema;

interface Scored {
  tool: Tool;
  score: number;
}

/** Finds tools by what has to be done, in a marketer's words. It holds a few hundred tools and looks at each. */
export class ToolIndex {
  readonly #entries: ReadonlyMap<Tool, Entry>;
  readonly #heads: TermRanking;
  readonly #bodies: TermRanking;
  readonly #fields: TermRanking;
  /** The platform that nearly alone has tools for a thing, by its term. */
  readonly #owners: ReadonlyMap<string, string>;
  readonly #reader: QuestionReader;

  /** A few dozen milliseconds of work, in short turns. */
  static async of(tools: readonly Tool[], inputSchema: InputSchema): Promise<ToolIndex> {
    const turns = new Turns();
    const entries = new Map<Tool, Entry>();
    for (const tool of tools) {
      await turns.pause();
      entries.set(tool, entryOf(tool, inputSchema(tool)));
    }
    await turns.pause();
    const heads = new TermRanking([...entries.values()].map(({ head }) => head));
    const bodies = new TermRanking([...entries.values()].map(({ body }) => body));
    const fields = new TermRanking([...entries.values()].map(({ fields }) => fields));
    const places = await countries(turns);
    await turns.pause();
    const known = [...heads.terms(), ...bodies.terms()];
    const reader = new QuestionReader(
      tools.map(({ channel }) => channel),
      known,
      places,
    );
    return new ToolIndex(entries, { heads, bodies, fields }, reader);
  }

  private constructor(
    entries: ReadonlyMap<Tool, Entry>,
    { heads, bodies, fields }: Record<'heads' | 'bodies' | 'fields', TermRanking>,
    reader: QuestionReader,
  ) {
    this.#entries = entries;
    this.#heads = heads;
    this.#bodies = bodies;
    this.#fields = fields;
    this.#reader = reader;
    this.#owners = ownersOf([...entries].filter(([{ channel }]) => reader.isPlatform(channel.name)));
  }

  /** The tools among the given ones that fit best, the fittest first; none that has nothing of what was said. */
  find(said: string, among: readonly Tool[], limit: number): Tool[] {
    const question = this.#reader.read(said);
    const scored = this.#scored(this.#withObject(question), among);
    const chosen = question.channels.length > 0 ? scored.slice(0, limit) : varied(scored, limit);
    return chosen.map(({ tool }) => tool);
  }

  /** A question with a platform or a deed but nothing that tools are about (launch something new) most likely means a campaign. */
  #withObject(question: Question): Question {
    const { terms, deeds, channels } = question;
    if (deeds.length + channels.length === 0 || [...terms.keys()].some((term) => this.#heads.knows(term)))
      return question;
    return { ...question, terms: new Map([...terms, ['campaign', 1]]) };
  }

  #scored(question: Question, among: readonly Tool[]): Scored[] {
    return among
      .map((tool) => ({ tool, score: this.#score(tool, question) }))
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score);
  }

  #score(tool: Tool, { terms, deeds, channels }: Question): number {
    const entry = this.#entries.get(tool);
    if (!entry) return 0;
    const sets = deeds.some((deed) => ORDERS.has(deed) && entry.deeds.has(deed)) ? FIELD_WEIGHT : 0;
    const isImplied =
      channels.length === 0 &&
      [...terms].some(([term, weight]) => weight === 1 && this.#owners.get(term) === tool.channel.name);
    const implied = isImplied ? IMPLIED_PLATFORM : 1;
    let score = 0;
    for (const [term, weight] of terms)
      score +=
        weight *
        (HEAD_WEIGHT * this.#heads.score(entry.head, term) +
          this.#bodies.score(entry.body, term) +
          sets * this.#fields.score(entry.fields, term));
    return score * fitness(entry, deeds) * this.#nearness(tool, channels) * implied;
  }

  #nearness({ channel }: Tool, named: readonly string[]): number {
    if (named.length === 0 || named.includes(channel.name)) return 1;
    if (this.#reader.isPlatform(channel.name)) return OTHER_PLATFORM;
    return named.length === 1 ? OF_NO_PLATFORM : OVER_SEVERAL_PLATFORMS;
  }
}

function ownersOf(entries: readonly (readonly [Tool, Entry])[]): ReadonlyMap<string, string> {
  const pairs = entries.flatMap(([{ channel }, { head }]) =>
    [...head.counts.keys()].map((term) => [term, channel.name] as const),
  );
  return new Map(
    [...Map.groupBy(pairs, ([term]) => term)].flatMap(([term, named]) =>
      [...Map.groupBy(named, ([, channel]) => channel)]
        .filter(([, own]) => own.length / named.length >= IMPLYING_SHARE)
        .map(([owner]) => [term, owner] as const),
    ),
  );
}

function fitness(entry: Entry, deeds: readonly Deed[]): number {
  if (deeds.length === 0) return 1;
  if (!deeds.some((deed) => entry.deeds.has(deed))) return OTHER_DEED;
  const isRare = RARE_DEEDS.some((deed) => deeds.includes(deed) && entry.deeds.has(deed));
  return isRare ? FITTING_DEED * RARE_DEED : FITTING_DEED;
}

/** The best of every channel before more of the same one. */
function varied(scored: readonly Scored[], limit: number): Scored[] {
  const left = [...scored];
  const chosen: Scored[] = [];
  const times = new Map<string, number>();
  while (chosen.length < limit && left.length > 0) {
    const worth = ({ tool, score }: Scored) => score * SAME_CHANNEL ** (times.get(tool.channel.name) ?? 0);
    const best = left.reduce((one, other) => (worth(other) > worth(one) ? other : one));
    left.splice(left.indexOf(best), 1);
    chosen.push(best);
    times.set(best.tool.channel.name, (times.get(best.tool.channel.name) ?? 0) + 1);
  }
  return chosen;
}

function entryOf(tool: Tool, schema: Schema): Entry {
  const { properties = {} } = schema as { properties?: Record<string, Schema> };
  const own = Object.entries(properties).filter(([name]) => !tool.sharedInput.includes(name));
  // Other tools that a description names are found by themselves.
  const description = tool.description.replaceAll(/[a-z]+(?:_[a-z]+)+/g, '');
  return {
    head: counted([[`${withoutVerb(tool.name)} ${withoutVerb(tool.title)} ${shownName(tool)}`, 1]]),
    body: counted([
      [`${description} ${tool.toolset}`, 1],
      [own.map(([name]) => name).join(' '), ARGUMENT_WEIGHT],
      [own.flatMap(([, inner]) => wordsIn(inner)).join(' '), INNER_WEIGHT],
    ]),
    fields: present(namesIn(Object.fromEntries(own))),
    deeds: deedsOf(tool),
  };
}

/** Descriptions and choices of an argument and of everything in it. */
function wordsIn(schema: Schema): string[] {
  const { description = '', enum: choices = [], properties = {}, items, anyOf = [] } = schema as Argument;
  const inner = [...Object.values(properties), ...(items ? [items] : []), ...anyOf].flatMap(wordsIn);
  return [
    description,
    ...(choices.length <= CHOICES_MAX ? choices : []).map(String),
    ...Object.keys(properties),
    ...inner,
  ];
}

/** Names of arguments, and of the fields in them. */
function namesIn(properties: Readonly<Record<string, Schema>>): string[] {
  return Object.entries(properties).flatMap(([name, { properties: inner = {} }]) => [
    name,
    ...namesIn(inner as Record<string, Schema>),
  ]);
}

interface Argument {
  description?: string;
  enum?: readonly unknown[];
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: readonly Schema[];
}

/** What most names begin with tells nothing beyond the deed, and `list` would be taken for the list of a list of customers. */
function withoutVerb(text: string): string {
  return text.replace(/^(?:add|change|create|delete|get|list|search|update)[_ ]/i, '');
}

/** What the platform's own pages call the tool's object, where that is another word: `a creative (shown as Ad)`. */
function shownName({ description }: Tool): string {
  return /\(shown as ([^)]+)\)/.exec(description)?.[1] ?? '';
}

/** Each term once, and no text longer than another: many fields do not make one of them less settable. */
function present(names: readonly string[]): TermCounts {
  return { counts: new Map(termsOf(names.join(' ')).map((term) => [term, 1])), length: 1 };
}

function counted(texts: readonly (readonly [string, number])[]): TermCounts {
  const counts = new Map<string, number>();
  let length = 0;
  for (const [text, weight] of texts)
    for (const found of termsOf(text)) {
      // In a question `ads` may be advertising as such; in a tool they are objects.
      const term = found === 'ads' ? 'ad' : found;
      counts.set(term, (counts.get(term) ?? 0) + weight);
      length += weight;
    }
  return { counts, length };
}
