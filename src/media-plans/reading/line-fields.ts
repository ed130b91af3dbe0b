import { PLAN_OBJECTIVES, type PlanObjective } from '../../tools/media-planning.ts';
import { type ChannelText, channelOf } from './channel-words.ts';
import { quoted } from './folded-text.ts';
import type { LineCell, LineValues } from './line-values.ts';
import { objectiveOf } from './objective-words.ts';
import { agesOf, gendersOf } from './people-words.ts';
import type { PlaceWords } from './place-words.ts';
import type { ProblemList } from './problem-list.ts';
import type { Section } from './sections.ts';
import type { PlanLine } from './sheet-reading.ts';

/** A line while it is read. */
export interface LineDraft extends Omit<PlanLine, 'cells' | 'isOut'> {
  cells: Record<string, string>;
}

/** What the fields of a row are read with. */
export interface FieldContext {
  values: LineValues;
  places: PlaceWords;
  problems: ProblemList;
  section: Section;
  /** Counted from 0 in the range. */
  row: number;
}

const OUR_CHANNELS = 'Social (Facebook, Instagram), Search (Google Ads), Video (TikTok), Professional (LinkedIn)';

/** The channel by all cells that name one: a platform's name beats the word for a kind of media. */
export function readChannel(line: LineDraft, context: FieldContext): void {
  const { values, problems, section, row } = context;
  const cells = values.all(row, 'channel').map((cell) => ({ cell, read: channelOf(cell.text) }));
  const wrong = cells.find(({ read }) => read.kind === 'elsewhere' || read.kind === 'several');
  if (wrong) {
    problems.stop(row, wrong.cell, channelProblem(wrong.cell, wrong.read), { allowed: OUR_CHANNELS });
    return;
  }
  const words = cells.flatMap(({ cell, read }) => (read.kind === 'channel' ? [{ cell, word: read.word }] : []));
  const platforms = words.filter(({ word }) => word.isPlatform);
  const [first, second] = platforms.length > 0 ? platforms : words;
  if (first && second && first.word.channel !== second.word.channel) {
    problems.stop(
      row,
      second.cell,
      `${quoted(second.cell.text)} and ${quoted(first.cell.text)} (${first.cell.address}) are two channels.`,
      { allowed: OUR_CHANNELS },
    );
    return;
  }
  if (first) {
    line.channel = first.word.channel;
    line.cells.channel = first.cell.address;
    const typed = platforms.find(({ word }) => word.type);
    if (typed && line.type === undefined) {
      line.type = typed.word.type;
      line.cells.type = typed.cell.address;
    }
    return;
  }
  const [unknown] = cells;
  if (unknown) problems.stop(row, unknown.cell, channelProblem(unknown.cell, unknown.read), { allowed: OUR_CHANNELS });
  else channelOfSection(line, section, context);
}

function channelOfSection(
  line: LineDraft,
  { channel, elsewhere }: Section,
  { values, problems, row }: FieldContext,
): void {
  if (elsewhere) {
    problems.stop(row, elsewhere, `The section ${quoted(elsewhere.value)} is no channel here; its rows stay out.`, {
      allowed: OUR_CHANNELS,
    });
  }
  if (!channel) return;
  line.channel = channel.value.channel;
  line.cells.channel = values.grid.address(channel.row, channel.column);
  if (channel.value.type) line.type ??= channel.value.type;
}

function channelProblem({ text }: LineCell, read: ChannelText): string {
  if (read.kind === 'several') return `${quoted(text)} names ${read.channels.length} channels; a row is for one.`;
  if (read.kind === 'elsewhere') return `${quoted(text)} is no channel here; the row stays out.`;
  return `${quoted(text)} is not known as a channel.`;
}

const TEXTS = [
  ['account', 'account'],
  ['campaign', 'campaign'],
  ['container', 'container'],
  ['type', 'type'],
  ['group', 'group'],
  ['ad', 'ad'],
  ['button', 'button'],
] as const;

/** What is taken as it is written. */
export function readTexts(line: LineDraft, { values, section, row }: FieldContext): void {
  for (const [meaning, field] of TEXTS) {
    const cell = values.one(row, meaning);
    if (!cell) continue;
    line[field] = cell.text.replace(/\s+/g, ' ');
    line.cells[field] = cell.address;
  }
  if (line.campaign === undefined && section.campaign) {
    line.campaign = section.campaign.value.replace(/\s+/g, ' ');
    line.cells.campaign = values.grid.address(section.campaign.row, section.campaign.column);
  }
}

export function readObjective(line: LineDraft, { values, problems, row }: FieldContext): void {
  const cell = values.one(row, 'objective');
  if (!cell) return;
  const read = objectiveOf(cell.text);
  const allowed = PLAN_OBJECTIVES.map((objective) => objective.replaceAll('_', ' ')).join(', ');
  if (read === undefined) problems.stop(row, cell, `${quoted(cell.text)} is not known as an objective.`, { allowed });
  else if (typeof read !== 'string') {
    problems.stop(
      row,
      cell,
      `${quoted(cell.text)} names several objectives (${read.join(', ').replaceAll('_', ' ')}); a campaign has one.`,
      { allowed },
    );
  } else {
    line.objective = read as PlanObjective;
    line.cells.objective = cell.address;
  }
}

const EVERYWHERE =
  /^(?:all|alle|any|national|nationwide|bundesweit|deutschlandweit|tous|todos|todas|tutti|tutte|全て|すべて|worldwide|weltweit|global|international)$/i;

/** Countries and languages, of the row or of the section above it. */
export function readPlaces(line: LineDraft, { values, places, problems, section, row }: FieldContext): void {
  const country = values.one(row, 'country');
  if (country && !EVERYWHERE.test(country.text)) {
    const { codes, unknown } = places.countries(country.text);
    if (unknown.length > 0) {
      problems.stop(row, country, `${unknown.map(quoted).join(', ')} is not known as a country.`, {
        allowed: 'Countries by name or two letters, such as Germany or DE',
      });
    } else {
      line.countries = codes;
      line.cells.countries = country.address;
    }
  } else if (!country && section.countries) {
    line.countries = section.countries.value;
    line.cells.countries = values.grid.address(section.countries.row, section.countries.column);
  }
  const language = values.one(row, 'language');
  if (!language || EVERYWHERE.test(language.text)) return;
  const { codes, unknown } = places.languages(language.text);
  if (unknown.length > 0) {
    problems.stop(row, language, `${unknown.map(quoted).join(', ')} is not known as a language.`, {
      allowed: 'Languages by name or two letters, such as German or de',
    });
    return;
  }
  line.languages = codes;
  line.cells.languages = language.address;
}

const IDS = /^(?:\d{6,}|urn:[\w:]+|[A-Za-z0-9_-]*\d{6,}[A-Za-z0-9_-]*)$/;

/** Ages, genders and audiences. Words for people tell ages and genders, and name the group where no other column does. */
export function readPeople(line: LineDraft, { values, problems, row }: FieldContext): void {
  const [age, gender, audience] = (['age', 'gender', 'audience'] as const).map((meaning) => values.one(row, meaning));
  if (age && !EVERYWHERE.test(age.text)) {
    line.ages = agesOf(age.text);
    if (line.ages) line.cells.ages = age.address;
    else problems.stop(row, age, `${quoted(age.text)} is no age.`, { allowed: 'Such as 25-54 or 18+' });
  }
  if (gender) {
    line.genders = gendersOf(gender.text);
    if (line.genders) line.cells.genders = gender.address;
    else
      problems.stop(row, gender, `${quoted(gender.text)} is not known as a gender.`, { allowed: 'All, women or men' });
  }
  if (!audience) return;
  const parts = audience.text.split(/[,;\s]+/).filter((part) => part !== '');
  if (parts.every((part) => IDS.test(part))) {
    line.audienceIds = parts;
    line.cells.audienceIds = audience.address;
    return;
  }
  peopleInWords(line, audience, values);
}

function peopleInWords(line: LineDraft, { text, address }: LineCell, values: LineValues): void {
  const [ages, genders] = [agesOf(text), gendersOf(text)];
  if (ages && !line.ages) {
    line.ages = ages;
    line.cells.ages = address;
  }
  if (genders && !line.genders) {
    line.genders = genders;
    line.cells.genders = address;
  }
  if (values.has('group') || line.group !== undefined) return;
  line.group = text.replace(/\s+/g, ' ');
  line.cells.group = address;
}

/** Texts of ads, keywords, addresses and ids. */
export function readAds(line: LineDraft, context: FieldContext): void {
  const { values, row } = context;
  listed(line, 'keywords', values.all(row, 'keywords'), /[,;\n、]/);
  listed(line, 'headlines', values.all(row, 'headline'), /\n|\s*\|\s*/);
  listed(line, 'texts', values.all(row, 'text'), /\s+\|\s+/);
  for (const [meaning, field] of [
    ['creative', 'creativeId'],
    ['media', 'mediaId'],
  ] as const) {
    const cell = values.one(row, meaning);
    const id = cell && plainId(cell);
    if (id === undefined || !(meaning === 'media' ? id.split(MEDIA_MARKS).every(isMedia) : isId(id))) continue;
    line[field] = id;
    line.cells[field] = cell!.address;
  }
  readLandingPage(line, context);
}

/** Of a video and its cover, which stand in one cell. */
const MEDIA_MARKS = /[\s,;|+]+/;

/** Ids of some pictures are paths; some platforms take the address of a picture. */
function isMedia(part: string): boolean {
  return (
    isId(part) || /^https?:\/\/\S+$/i.test(part) || (part.length >= PATH_LENGTH_MIN && isId(part.replaceAll('/', '-')))
  );
}

const PATH_LENGTH_MIN = 16;

/** Neither a word nor a size, a day or a format. */
function isId(text: string): boolean {
  if (text.length < 5 || !/^[\w:~-]*\d[\w:~-]*$/.test(text)) return false;
  return /^\d+$/.test(text) || !/^[\d:~x-]+$/i.test(text);
}

/** An id as a number is shown with grouping or an exponent. */
function plainId({ text, number }: LineCell): string {
  return Number.isSafeInteger(number) ? String(number) : text;
}

function listed(
  line: LineDraft,
  field: 'keywords' | 'headlines' | 'texts',
  cells: readonly LineCell[],
  between: RegExp,
): void {
  const parts = cells.flatMap(({ text }) => text.split(between).map((part) => part.trim()));
  const kept = [...new Set(parts.filter((part) => part !== ''))];
  if (kept.length === 0) return;
  line[field] = kept;
  line.cells[field] = cells[0]!.address;
}

function readLandingPage(line: LineDraft, { values, problems, row }: FieldContext): void {
  const cell = values.one(row, 'landing_page');
  if (!cell || /^(?:tbd|tbc|tba|offen|folgt|未定)$/i.test(cell.text)) return;
  const text = cell.text.split(/\s+/)[0]!;
  const address = /^https?:\/\//i.test(text)
    ? text
    : /^[\w-]+(?:\.[\w-]+)+(?:[/?#:]\S*)?$/.test(text)
      ? `https://${text}`
      : undefined;
  if (address === undefined || !URL.canParse(address)) {
    problems.stop(row, cell, `${quoted(cell.text)} is no address of a page.`, {
      allowed: 'Such as https://www.example.com/page',
    });
    return;
  }
  line.landingPage = address;
  line.cells.landingPage = cell.address;
}
