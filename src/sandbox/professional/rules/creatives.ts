import { plain, schemaError } from '../errors.ts';
import { idIn } from '../format.ts';
import type { Campaign, Creative } from '../state/shapes.ts';
import type { Store } from '../state.ts';
import type { Review } from './review.ts';
import { anything, type Fields, flag, record, symbol, text, union, urn, urnOf } from './schema.ts';

export const INTENDED = ['ACTIVE', 'PAUSED', 'DRAFT', 'ARCHIVED', 'CANCELED', 'PENDING_DELETION', 'REMOVED'];

const LEAD_LABELS = [
  'APPLY',
  'DOWNLOAD',
  'VIEW_QUOTE',
  'LEARN_MORE',
  'SIGN_UP',
  'SUBSCRIBE',
  'REGISTER',
  'REQUEST_DEMO',
  'JOIN',
  'ATTEND',
  'UNLOCK_FULL_DOCUMENT',
];

const readOnly = { type: anything, readOnly: true };

const FOLLOW_LABELS = ['COMPANY_PAGE', 'LIFE', 'JOBS', 'CAREERS'].map((place) => `VISIT_ORGANIZATION_${place}`);

const CONTENT = union({
  reference: urnOf('share', 'ugcPost', 'adInMailContent'),
  textAd: record({
    headline: { type: text, required: true },
    description: { type: text, required: true },
    landingPage: { type: text, required: true },
    image: { type: urnOf('image') },
  }),
  spotlight: record({
    headline: { type: text, required: true },
    description: { type: text },
    backgroundImage: { type: urnOf('image') },
    callToAction: { type: text, required: true },
    landingPage: { type: text, required: true },
    organizationName: { type: text },
    logo: { type: urnOf('image') },
    showMemberProfilePhoto: { type: flag },
  }),
  follow: record({
    headline: { type: union({ preApproved: text, custom: text }), required: true },
    description: { type: union({ preApproved: text, custom: text }), required: true },
    callToAction: { type: symbol(...FOLLOW_LABELS), required: true },
    organizationName: { type: text },
    logo: { type: urnOf('image') },
    showMemberProfilePhoto: { type: flag },
  }),
  jobs: anything,
  eventAd: record({
    post: { type: urnOf('share', 'ugcPost'), required: true },
    event: { type: urnOf('event'), required: true },
    hidePreviewVideo: { type: flag },
  }),
});

const COMMON: Fields = {
  campaign: { type: urn, required: true },
  intendedStatus: { type: symbol(...INTENDED), required: true },
  name: { type: text },
  leadgenCallToAction: {
    type: record({
      destination: { type: urnOf('adForm'), required: true },
      label: { type: symbol(...LEAD_LABELS), required: true },
    }),
  },
  id: readOnly,
  account: readOnly,
  isServing: readOnly,
  isTest: readOnly,
  review: readOnly,
  servingHoldReasons: readOnly,
  createdAt: readOnly,
  createdBy: readOnly,
  lastModifiedAt: readOnly,
  lastModifiedBy: readOnly,
};

export const CREATIVE_FIELDS: Fields = { ...COMMON, content: { type: CONTENT, required: true } };
export const INLINE_FIELDS: Fields = {
  ...COMMON,
  inlineContent: { type: record({ post: { type: anything, required: true } }), required: true },
};
/** Only these can be changed; the others are refused like read-only ones. */
export const PATCH_FIELDS: Fields = {
  ...COMMON,
  campaign: readOnly,
  content: readOnly,
};

const POST_LABELS = [...LEAD_LABELS, 'SEE_MORE', 'BUY_NOW', 'SHOP_NOW'];

/** What of a post can change once it is there: its words and where it leads, not what it shows. */
export const POST_PATCH_FIELDS: Fields = {
  commentary: { type: text, required: true },
  contentLandingPage: { type: text },
  contentCallToActionLabel: { type: symbol(...POST_LABELS) },
  lifecycleState: { type: symbol('PUBLISHED', 'DRAFT'), required: true },
  adContext: { type: anything },
  content: readOnly,
  author: readOnly,
  visibility: readOnly,
  distribution: readOnly,
};

export function checkBirth({ intendedStatus }: Creative): void {
  if (intendedStatus !== 'ACTIVE' && intendedStatus !== 'DRAFT') throw notFrom('null', intendedStatus);
}

function notFrom(before: string, after: string): Error {
  return plain(
    400,
    `/Creative/status transition is not allowed from ${before} to ${after} if /Creative/review/reviewStatus is not set to APPROVED`,
  );
}

const DEAD = ['CANCELED', 'PENDING_DELETION', 'REMOVED'];

export function checkStep(before: string, after: string, review: Review | undefined): void {
  if (DEAD.includes(before)) throw plain(400, 'Cannot update a canceled creative');
  if (before === after) return;
  if (after === 'DRAFT' || after === 'CANCELED' || after === 'REMOVED')
    throw plain(400, `/Creative/status transition is not allowed from ${before} to ${after}`);
  const stops = after === 'PAUSED' || after === 'ARCHIVED';
  if (stops && review !== 'APPROVED') throw notFrom(before, after);
  if (before === 'DRAFT' && after === 'PENDING_DELETION') throw notFrom(before, after);
}

/** The content has to be of the kind that the campaign is for. */
export function checkKind(content: Record<string, unknown>, campaign: Campaign): void {
  const [kind = ''] = Object.keys(content);
  const fits: Record<string, readonly string[]> = {
    SPONSORED_UPDATES: ['reference', 'eventAd'],
    TEXT_AD: ['textAd'],
    SPONSORED_INMAILS: ['reference'],
    DYNAMIC: [{ SPOTLIGHT: 'spotlight', FOLLOW_COMPANY: 'follow', JOBS: 'jobs' }[campaign.format ?? ''] ?? ''],
  };
  const message = String(content.reference).startsWith('urn:li:adInMailContent:');
  const fitting = fits[campaign.type]?.includes(kind);
  if (!fitting || (kind === 'reference' && message !== (campaign.type === 'SPONSORED_INMAILS')))
    throw plain(400, `/Creative/content ${kind} does not match /Campaign/type ${campaign.type}`);
  if (kind === 'eventAd') checkFormat('SPONSORED_UPDATE_EVENT', campaign);
}

/** The format a post gives an ad by what is in it. */
export function formatOf(post: Record<string, unknown> | undefined): string {
  const content = (post?.content ?? {}) as { media?: { id?: string }; carousel?: unknown };
  if (content.carousel) return 'CAROUSEL';
  const media = content.media?.id ?? '';
  if (media.startsWith('urn:li:video:')) return 'SINGLE_VIDEO';
  return media.startsWith('urn:li:document:') ? 'SPONSORED_UPDATE_NATIVE_DOCUMENT' : 'STANDARD_UPDATE';
}

export function checkFormat(format: string, campaign: Campaign): void {
  if (campaign.format === undefined && (format === 'CAROUSEL' || format === 'SINGLE_VIDEO'))
    throw plain(400, `/Creative/content ${format} needs a campaign that was created with that format`);
  if (campaign.format !== undefined && campaign.format !== format)
    throw plain(400, `/Creative/content ${format} does not match /Campaign/format ${campaign.format}`);
}

/** A spotlight shows a description or a background, never both. */
export function checkSpotlight({ spotlight }: Record<string, unknown>): void {
  const { description, backgroundImage } = (spotlight ?? {}) as Record<string, unknown>;
  if (spotlight && (description === undefined) === (backgroundImage === undefined))
    throw plain(400, '/Creative/content/spotlight needs either a description or a backgroundImage');
}

export function checkTextAd(content: Record<string, unknown>): void {
  const ad = content.textAd as { headline: string; description: string } | undefined;
  if (!ad) return;
  if ([...ad.headline].length > 25) throw plain(400, '/Creative/content/textAd/headline cannot be longer than 25');
  if ([...ad.description].length > 75)
    throw plain(400, '/Creative/content/textAd/description cannot be longer than 75');
}

const WITH_FORMS: readonly unknown[] = ['LEAD_GENERATION', 'TALENT_LEAD'];

/** That a form has to exist, and has no place elsewhere, is not written anywhere: strict, as the live interface offers neither. */
export function checkLead(creative: Creative, campaign: Campaign, store: Store): void {
  const form = creative.leadgenCallToAction?.destination;
  if (form === undefined) {
    if (campaign.objectiveType === 'LEAD_GENERATION' && campaign.type !== 'SPONSORED_INMAILS')
      throw plain(400, '/Creative/leadgenCallToAction is required for a campaign with LEAD_GENERATION');
    return;
  }
  if (!WITH_FORMS.includes(campaign.objectiveType))
    throw plain(
      400,
      `/Creative/leadgenCallToAction cannot be set if /Campaign/objectiveType is ${campaign.objectiveType}`,
    );
  if (!store.find('leadForm', idIn('adForm', form)))
    throw plain(400, `/Creative/leadgenCallToAction/destination ${form} does not exist`);
}

export const ACTIVE_MAX = 15;
export const CREATIVES_MAX = 100;

export function checkPost(post: Record<string, unknown>): void {
  const needed = ['distribution', 'visibility', 'lifecycleState', 'author', 'commentary'];
  const missing = needed.filter((name) => post[name] === undefined);
  if (missing.length > 0) {
    throw schemaError(missing.map((name) => `/${name} :: field is required but not found and has no default value`));
  }
  const context = (post.adContext ?? {}) as Record<string, unknown>;
  const readOnlyOnes = ['isDsc', 'dscAdType'].filter((name) => context[name] !== undefined);
  if (readOnlyOnes.length > 0) {
    throw schemaError(readOnlyOnes.map((name) => `/adContext/${name} :: ReadOnly field present in a create request`));
  }
  const { carousel, media } = (post.content ?? {}) as { carousel?: { cards?: unknown[] }; media?: unknown };
  const cards = carousel?.cards?.length;
  if (carousel && (cards === undefined || cards < 2 || cards > 10))
    throw plain(400, '/content/carousel/cards must have between 2 and 10 cards');
  if (media && post.contentCallToActionLabel !== undefined && post.contentLandingPage === undefined)
    throw plain(400, '/contentLandingPage is required with /contentCallToActionLabel');
}

const FILE_KINDS = ['image', 'document', 'video'] as const;

type File = readonly [(typeof FILE_KINDS)[number], string];

/** The images, documents and videos a post shows; anything else in their places is refused. */
export function filesIn(post: Record<string, unknown>): File[] {
  const { media, carousel, article } = (post.content ?? {}) as {
    media?: { id?: string };
    carousel?: { cards: { media?: { id?: string } }[] };
    article?: { thumbnail?: string };
  };
  const places = [
    ...(media ? [['/content/media/id', media.id]] : []),
    ...(carousel?.cards ?? []).map((card, at) => [`/content/carousel/cards/${at}/media/id`, card.media?.id]),
    ...(article?.thumbnail === undefined ? [] : [['/content/article/thumbnail', article.thumbnail]]),
  ];
  const faults = places.flatMap(([path, given]) => urnOf(...FILE_KINDS).check(given, path!));
  if (faults.length > 0) throw schemaError(faults);
  return places.map(([, given]) => fileOf(given));
}

/** The images that stand in a creative itself. */
export function imagesIn({ textAd, spotlight, follow }: Record<string, unknown>): File[] {
  const { image, logo, backgroundImage } = (textAd ?? spotlight ?? follow ?? {}) as Record<string, unknown>;
  return [image, logo, backgroundImage].filter((one) => one !== undefined).map(fileOf);
}

function fileOf(given: unknown): File {
  const kind = FILE_KINDS.find((one) => idIn(one, given) !== undefined)!;
  return [kind, idIn(kind, given)!];
}
