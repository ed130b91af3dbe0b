import { WebAddress } from '../../../tools/fields.ts';
import type { MadeId, PlannedAd, PlannedCall, PlannedCalls, PlannedProblem } from '../../../tools/media-planning.ts';
import { AS_IT_IS, look, stop, unusedCells, withoutDefault } from '../../../tools/plan-problems.ts';
import { BUTTONS, type CreativeKind, kindProblems } from './creative.ts';
import { type Format, TYPE_OF_FORMAT } from './objective.ts';
import type { PlanDefaults } from './plan-defaults.ts';

const POST = /urn:li:(share|ugcPost):\d+/;
const MEDIA: Readonly<Record<string, CreativeKind>> = { image: 'IMAGE', video: 'VIDEO', document: 'DOCUMENT' };
/** Kinds whose words stand in the ad itself, by the format of their campaign. */
const PLAIN: Partial<Record<Format, CreativeKind>> = {
  TEXT_AD: 'TEXT',
  SPOTLIGHT: 'SPOTLIGHT',
  FOLLOW_COMPANY: 'FOLLOW',
};
const FORMAT_OF: Partial<Record<CreativeKind, Format>> = {
  IMAGE: 'STANDARD_UPDATE',
  VIDEO: 'SINGLE_VIDEO',
  DOCUMENT: 'SPONSORED_UPDATE_NATIVE_DOCUMENT',
};

interface Texts {
  headline?: number;
  text?: { argument: 'intro_text' | 'description'; max: number };
  needsHeadline?: true;
  landingPage?: 'needed' | 'unless form' | 'taken';
  /** Any kind has one where it opens a lead form. */
  button?: true;
}

const TEXTS: Partial<Record<CreativeKind, Texts>> = {
  IMAGE: { headline: 200, text: { argument: 'intro_text', max: 600 }, landingPage: 'unless form', button: true },
  VIDEO: { headline: 200, text: { argument: 'intro_text', max: 600 }, landingPage: 'unless form', button: true },
  DOCUMENT: {
    headline: 200,
    needsHeadline: true,
    text: { argument: 'intro_text', max: 600 },
    landingPage: 'taken',
    button: true,
  },
  TEXT: { headline: 25, needsHeadline: true, text: { argument: 'description', max: 75 }, landingPage: 'needed' },
  SPOTLIGHT: {
    headline: 50,
    needsHeadline: true,
    text: { argument: 'description', max: 75 },
    landingPage: 'needed',
    button: true,
  },
  FOLLOW: { headline: 50, needsHeadline: true, text: { argument: 'description', max: 75 } },
  POST: {},
};

/** What an ad of the sheet is; undefined where the sheet does not have what any kind needs. */
function kindOf({ creativeId, mediaId }: PlannedAd, format: Format | undefined): CreativeKind | undefined {
  if (creativeId !== undefined) return POST.test(creativeId) ? 'POST' : undefined;
  if (mediaId !== undefined) return MEDIA[/^urn:li:(\w+):/.exec(mediaId)?.[1] ?? ''];
  return format && PLAIN[format];
}

/** The format that the first ad with a file of its own needs. */
export function formatOfAds(ads: readonly PlannedAd[]): Format | undefined {
  const kinds = ads.flatMap((one) => kindOf(one, undefined) ?? []);
  return kinds.flatMap((kind) => FORMAT_OF[kind] ?? [])[0];
}

export interface AdPlace {
  campaignId: string | MadeId;
  format: Format | undefined;
  /** The campaign collects leads, so that its ads open a form. */
  isForLeads: boolean;
  defaults: PlanDefaults;
}

/** The ads of a campaign, as drafts, where its rows have what they need. */
export function adCalls(ads: readonly PlannedAd[], place: AdPlace): PlannedCalls {
  const calls: PlannedCall[] = [];
  const problems: PlannedProblem[] = [];
  for (const [index, ad] of ads.entries()) {
    const at = `groups.0.ads.${index}`;
    const kind = kindOf(ad, place.format);
    const found =
      kind === undefined
        ? unmade(at, ad)
        : [...misfits(at, ad, kind, place), ...textProblems(at, ad, kind, place), ...unused(at, ad, kind, place)];
    problems.push(...found);
    if (kind !== undefined) calls.push(callFor(ad, kind, { ...place, at, index }));
  }
  return { calls, problems };
}

function unmade(at: string, { creativeId, mediaId, headlines, texts, cells }: PlannedAd): PlannedProblem[] {
  if (creativeId !== undefined)
    return [stop(`${at}.creativeId`, `"${creativeId}" is no post.`, 'urn:li:share: or urn:li:ugcPost: with digits')];
  if (mediaId !== undefined)
    return [
      stop(
        `${at}.mediaId`,
        `"${mediaId}" is no file of the platform.`,
        'urn:li:image:…, urn:li:video:… or urn:li:document:…',
      ),
    ];
  const field = ['headlines', 'texts', 'name', 'landingPage'].find((one) => cells[one] !== undefined);
  if (field === undefined || (headlines.length === 0 && texts.length === 0 && field !== 'name')) return [];
  return [look(`${at}.${field}`, 'No ad is made: it needs a picture, a video, a document or a post that exists.')];
}

/** What keeps an ad of this kind out of the campaign. */
function misfits(at: string, { button }: PlannedAd, kind: CreativeKind, place: AdPlace): PlannedProblem[] {
  const { format, isForLeads, defaults } = place;
  const file = kind === 'POST' ? `${at}.creativeId` : `${at}.mediaId`;
  const type = format ? TYPE_OF_FORMAT[format] : 'SPONSORED_UPDATES';
  const [misfit] = kindProblems(kind, { format, type });
  const isPosted = FORMAT_OF[kind] !== undefined;
  return [
    ...(misfit ? [stop(file, `The campaign shows ${format ?? type} only, and this ad is ${kind}.`)] : []),
    ...(isPosted && defaults.organization_id === undefined
      ? [
          withoutDefault(
            file,
            'An ad needs the page that speaks: set the default organization_id.',
            'from list_organizations',
          ),
        ]
      : []),
    ...(isForLeads && defaults.lead_form_id === undefined
      ? [withoutDefault(file, 'An ad for leads needs a form: set the default lead_form_id.', 'from list_lead_forms')]
      : []),
    ...(button !== undefined && hasButton(kind, place) && labelOf(button) === undefined
      ? [stop(`${at}.button`, `"${button}" is no label of a button.`, BUTTONS.join(', '))]
      : []),
  ];
}

function hasButton(kind: CreativeKind, { isForLeads }: Pick<AdPlace, 'isForLeads'>): boolean {
  return TEXTS[kind]?.button === true || isForLeads;
}

/** What the row itself says and an ad of this kind has no place for. */
function unused(at: string, ad: PlannedAd, kind: CreativeKind, place: AdPlace): PlannedProblem[] {
  const { headline, text, landingPage } = TEXTS[kind]!;
  const names = [
    ...(kind === 'POST' ? ['mediaId'] : []),
    ...(headline === undefined ? ['headlines'] : []),
    ...(text === undefined ? ['texts'] : []),
    ...(landingPage === undefined ? ['landingPage'] : []),
    ...(hasButton(kind, place) ? [] : ['button']),
  ];
  const why = kind === 'POST' ? AS_IT_IS : 'ads of this format have none';
  return unusedCells(ad, names, (name) => `${at}.${name}`, why);
}

function labelOf(button: string): (typeof BUTTONS)[number] | undefined {
  const label = button
    .trim()
    .toUpperCase()
    .replace(/[^A-Z]+/g, '_');
  return BUTTONS.find((one) => one === label);
}

function textProblems(at: string, ad: PlannedAd, kind: CreativeKind, { isForLeads }: AdPlace): PlannedProblem[] {
  const { headline: headlineMax, text, needsHeadline, landingPage } = TEXTS[kind]!;
  const [headline, words] = [ad.headlines[0], ad.texts[0]];
  const problems: PlannedProblem[] = [];
  if (headlineMax !== undefined)
    problems.push(...lengthProblems(`${at}.headlines`, 'headline', headline, headlineMax, needsHeadline === true));
  if (text) problems.push(...lengthProblems(`${at}.texts`, 'text', words, text.max, true));
  for (const [field, list] of [
    ['headlines', ad.headlines],
    ['texts', ad.texts],
  ] as const)
    if (list.length > 1 && text)
      problems.push(look(`${at}.${field}`, `Professional takes one of the ${list.length} ${field}: the first.`));
  const isNeeded = landingPage === 'needed' || (landingPage === 'unless form' && !isForLeads);
  if (isNeeded && ad.landingPage === undefined)
    problems.push(
      withoutDefault(`${at}.landingPage`, 'The ad needs a landing page.', 'such as https://example.com/page'),
    );
  if (landingPage && ad.landingPage !== undefined && !WebAddress.safeParse(ad.landingPage).success)
    problems.push(
      stop(`${at}.landingPage`, `"${ad.landingPage}" is no address of a page.`, 'such as https://example.com/page'),
    );
  return problems;
}

function lengthProblems(
  field: string,
  what: string,
  given: string | undefined,
  max: number,
  isNeeded: boolean,
): PlannedProblem[] {
  const words = given?.trim() ?? '';
  const allowed = `at most ${max} characters`;
  if (words === '') return isNeeded ? [stop(field, `The ad needs a ${what}.`, allowed)] : [];
  const letters = [...words].length;
  return letters > max ? [stop(field, `The ${what} has ${letters} characters; at most ${max} fit.`, allowed)] : [];
}

function callFor(
  ad: PlannedAd,
  kind: CreativeKind,
  { campaignId, isForLeads, defaults, at, index }: AdPlace & { at: string; index: number },
): PlannedCall {
  const { headline: hasHeadline, text, landingPage } = TEXTS[kind]!;
  const [headline, words] = [ad.headlines[0]?.trim(), ad.texts[0]?.trim()];
  const button = ad.button === undefined ? undefined : labelOf(ad.button);
  const file = ad.mediaId !== undefined && { [`${kind.toLowerCase()}_id`]: ad.mediaId };
  return {
    key: `ad 1.${index + 1}`,
    level: 'ad',
    name: ad.name,
    tool: 'create_creative',
    arguments: {
      campaign_id: campaignId,
      kind,
      name: ad.name,
      ...(kind === 'POST' && { post_id: POST.exec(ad.creativeId!)![0] }),
      ...(FORMAT_OF[kind] !== undefined && { ...file, organization_id: defaults.organization_id }),
      ...(hasHeadline !== undefined && headline && { headline }),
      ...(text && { [text.argument]: words }),
      ...(landingPage && ad.landingPage !== undefined && { landing_page_url: ad.landingPage }),
      ...(button && hasButton(kind, { isForLeads }) && { button }),
      ...(isForLeads && { lead_form_id: defaults.lead_form_id }),
    },
    makes: ['creative', 'id'],
    from: {
      name: `${at}.name`,
      headline: `${at}.headlines`,
      intro_text: `${at}.texts`,
      description: `${at}.texts`,
      landing_page_url: `${at}.landingPage`,
      post_id: `${at}.creativeId`,
      image_id: `${at}.mediaId`,
      video_id: `${at}.mediaId`,
      document_id: `${at}.mediaId`,
      kind: `${at}.mediaId`,
      button: `${at}.button`,
    },
  };
}
