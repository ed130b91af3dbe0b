import { WebAddress } from '../../../tools/fields.ts';
import type { PlannedAd, PlannedProblem } from '../../../tools/media-planning.ts';
import { look, stop, unusedCells, withoutDefault } from '../../../tools/plan-problems.ts';
import { widthOf } from './ad-text.ts';

interface Texts {
  field: 'headlines' | 'texts';
  /** Several and one, as people call them. */
  names: readonly [string, string];
  min: number;
  max: number;
  width: number;
}

const PARTS: readonly Texts[] = [
  { field: 'headlines', names: ['headlines', 'headline'], min: 3, max: 15, width: 30 },
  { field: 'texts', names: ['descriptions', 'description'], min: 2, max: 4, width: 90 },
];

/** A responsive search ad, where the row has texts for one. */
export function plannedAd(at: string, ad: PlannedAd): { arguments?: object; problems: PlannedProblem[] } {
  const [headlines, texts] = [distinct(ad.headlines), distinct(ad.texts)];
  if (headlines.length + texts.length === 0) return { problems: wordless(at, ad) };
  const problems = [
    ...PARTS.flatMap((part) => partProblems(at, part, part.field === 'headlines' ? headlines : texts)),
    ...unusedCells(ad, ['mediaId', 'creativeId', 'button'], (name) => `${at}.${name}`, 'search ads have none'),
  ];
  const { landingPage } = ad;
  const address = 'a whole address, such as https://example.com/page';
  if (landingPage === undefined)
    problems.push(withoutDefault(`${at}.landingPage`, 'A search ad needs a landing page.', address));
  else if (!WebAddress.max(2048).safeParse(landingPage).success)
    problems.push(stop(`${at}.landingPage`, `"${landingPage}" is no address of a page.`, address));
  if (problems.some(({ level }) => level === 'stop')) return { problems };
  return { arguments: { headlines, descriptions: texts, final_urls: [landingPage] }, problems };
}

/** A landing page or a name that the sheet itself has, without words to show. */
function wordless(at: string, { cells }: PlannedAd): PlannedProblem[] {
  const field = ['headlines', 'texts', 'landingPage', 'name', 'mediaId', 'creativeId'].find((one) => cells[one]);
  if (field === undefined) return [];
  return [look(`${at}.${field}`, 'No ad is made: a search ad needs 3 to 15 headlines and 2 to 4 descriptions.')];
}

function distinct(texts: readonly string[]): string[] {
  return [...new Set(texts.map((text) => text.trim()).filter((text) => text !== ''))];
}

function allowedIn({ names: [several], min, max, width }: Texts): string {
  return `${min} to ${max} ${several} of at most ${width} characters`;
}

function partProblems(at: string, part: Texts, texts: readonly string[]): PlannedProblem[] {
  const { field, names, min, max, width } = part;
  const allowed = allowedIn(part);
  const count = `${texts.length} ${names[texts.length === 1 ? 1 : 0]}`;
  const wrong = (message: string) => stop(`${at}.${field}`, message, allowed);
  const tooWide = texts.filter((text) => widthOf(text) > width);
  return [
    ...(texts.length < min || texts.length > max ? [wrong(`A search ad has ${allowed}; here are ${count}.`)] : []),
    ...tooWide.map((text) => wrong(`"${text}" is ${widthOf(text)} characters wide; at most ${width} fit.`)),
    ...texts.filter((text) => /\p{Cc}/u.test(text)).map((text) => wrong(`"${text}" is more than one line.`)),
  ];
}
