import { z } from 'zod';
import { Failure, invalidArguments, type Problem } from '../../../errors.ts';
import { asListed } from '../../../tools/as-listed.ts';
import { defineTool } from '../../../tools/define-tool.ts';
import { servingOutput } from '../../../tools/diagnosis.ts';
import { oneLine, text, WebAddress } from '../../../tools/fields.ts';
import { readBack } from '../../../tools/read-back.ts';
import { needs, onlyWith } from '../../../tools/rules.ts';
import { channel } from '../channel.ts';
import type { ProfessionalClient } from '../client.ts';
import { servingReport } from '../delivery/diagnose.ts';
import { readCampaign } from '../resources/campaign.ts';
import { BUTTONS, creativesPath, KINDS, kindProblems, readCreative, shownCreative } from '../resources/creative.ts';
import { CampaignId, EventId, idIn, LeadFormId, OrganizationId, urnOf } from '../resources/fields.ts';
import { existing } from '../resources/lookup.ts';
import { checkMessage, MessageId } from '../resources/message.ts';
import { postsOf } from '../resources/post.ts';
import { CreatedInline, type WireCampaign } from '../wire.ts';

/** A post's URN, alone or within its address. */
const POST = /urn:li:(share|ugcPost):\d+/;

const media = (kind: string) =>
  z.string().refine((urn) => urn.startsWith(`urn:li:${kind}:`), `must begin with urn:li:${kind}:`);

const Card = z.strictObject({
  image_id: media('image').describe('From upload_professional_image'),
  headline: text(45).describe('Under the picture'),
  landing_page_url: WebAddress.describe('Where a click leads'),
});

const input = z.strictObject({
  campaign_id: CampaignId.describe('Campaign (shown as Ad set) it goes into'),
  kind: z
    .enum(KINDS)
    .describe('POST takes an existing post; IMAGE, VIDEO, CAROUSEL, DOCUMENT make one for the ad alone'),
  name: oneLine().optional().describe('Shown to advertisers only'),
  organization_id: OrganizationId.optional().describe(
    'Page in whose name it is posted; the campaign has it when left out',
  ),
  message_id: MessageId.optional().describe('From create_message, with MESSAGE and CONVERSATION'),
  event_id: EventId.optional().describe('Event of the post, with EVENT'),
  intro_text: text(600).optional().describe('Text above the picture; at most 255 characters with CAROUSEL'),
  headline: text(200).optional().describe('At most 25 characters with TEXT, 50 with SPOTLIGHT, FOLLOW'),
  description: text(75).optional().describe('Second line of TEXT, SPOTLIGHT and FOLLOW'),
  landing_page_url: WebAddress.optional().describe('Where a click leads'),
  image_id: media('image').optional().describe('From upload_professional_image'),
  cards: z.array(Card).min(2).max(10).optional().describe('With CAROUSEL'),
  video_id: media('video').optional().describe('From upload_professional_video or list_page_posts'),
  document_id: media('document').optional().describe('From upload_professional_document'),
  post_id: z
    .string()
    .refine((given) => POST.test(given), 'must be urn:li:share: or urn:li:ugcPost: with digits (list_page_posts)')
    .transform((given) => POST.exec(given)![0])
    .optional()
    .describe('Existing post of the page, with POST and EVENT (list_page_posts)'),
  button: z.enum(BUTTONS).optional().describe('Label of the button; with a lead form its label'),
  lead_form_id: LeadFormId.optional().describe('Needed with the objective LEAD_GENERATION (list_lead_forms)'),
});
type Arguments = z.output<typeof input>;

export default defineTool(channel, {
  name: 'create_creative',
  title: 'Create a creative',
  description:
    'Creates a creative (shown as Ad) of any kind as a draft. Start its review with update_creative, status ACTIVE; it cannot be paused before it is approved.',
  toolset: 'creatives',
  access: 'write',
  repeat: 'never',
  input,
  output: z.object({
    creative: asListed('list_creatives'),
    campaign: z.looseObject({ id: z.string(), name: z.string() }),
    ...servingOutput,
  }),
  instead: { text: 'intro_text', message: 'intro_text', link_url: 'landing_page_url', call_to_action: 'button' },
  rules: problems,
  look: ({ campaign_id }) => ({ tool: 'list_creatives', arguments: { campaign_ids: [campaign_id] } }),
  async run(args, { client, account }) {
    const read = readCampaign(client, account, args.campaign_id);
    const campaign = await existing(read, 'campaign');
    const unfit = [...kindProblems(args.kind, campaign), ...leadProblems(args, campaign)];
    if (unfit.length > 0) throw invalidArguments(unfit);
    if (args.message_id) await checkMessage(client, account, args.kind, args.message_id);
    const id = await made(client, account, args, campaign).catch((error) => {
      throw withContentBlamed(error, args);
    });
    const creative = await readBack(`The creative ${id} was created`, () => readCreative(client, account, id));
    // Without permission to read posts the reply leaves the text out.
    const posts = await postsOf(client, account, [creative]).catch(() => new Map());
    return {
      creative: { ...shownCreative(creative), ...(posts.size > 0 && { post: [...posts.values()][0] }) },
      campaign: { id: campaign.id, name: campaign.name, status: campaign.status, shown_as: 'Ad set' },
      ...(await servingReport(client, account, 'creative', id)),
    };
  },
});

/** Kinds for which a post is created. */
const POSTED: string[] = ['IMAGE', 'VIDEO', 'CAROUSEL', 'DOCUMENT'];
/** Kinds that show a message made before. */
const SENT = ['MESSAGE', 'CONVERSATION'];
/** Kinds whose words stand in the creative itself. */
const PLAIN = ['TEXT', 'SPOTLIGHT', 'FOLLOW'];
const HEADLINE_MAX: Readonly<Record<string, number>> = { TEXT: 25, SPOTLIGHT: 50, FOLLOW: 50 };
/** Kinds that need a landing page unless they have a lead form. */
const LEADING = ['IMAGE', 'VIDEO'];

function problems(args: Arguments): Problem[] {
  const longest = HEADLINE_MAX[args.kind] ?? Number.POSITIVE_INFINITY;
  return [
    ...needs(args, { kind: POSTED }, 'intro_text'),
    ...(args.lead_form_id ? [] : needs(args, { kind: LEADING }, 'landing_page_url')),
    ...needs(args, { kind: 'CAROUSEL' }, 'cards'),
    ...['headline', 'description'].flatMap((field) => needs(args, { kind: PLAIN }, field)),
    ...needs(args, { kind: ['TEXT', 'SPOTLIGHT'] }, 'landing_page_url'),
    ...needs(args, { kind: 'IMAGE' }, 'image_id'),
    ...needs(args, { kind: 'VIDEO' }, 'video_id'),
    ...needs(args, { kind: 'DOCUMENT' }, 'document_id'),
    ...needs(args, { kind: 'DOCUMENT' }, 'headline'),
    ...needs(args, { kind: ['POST', 'EVENT'] }, 'post_id'),
    ...needs(args, { kind: 'EVENT' }, 'event_id'),
    ...needs(args, { kind: SENT }, 'message_id'),
    ...onlyWith(args, 'organization_id', { kind: POSTED }),
    ...(args.lead_form_id ? [] : onlyWith(args, 'button', { kind: [...POSTED, 'SPOTLIGHT'] })),
    ...onlyWith(args, 'event_id', { kind: 'EVENT' }),
    ...onlyWith(args, 'message_id', { kind: SENT }),
    ...onlyWith(args, 'document_id', { kind: 'DOCUMENT' }),
    ...onlyWith(args, 'post_id', { kind: ['POST', 'EVENT'] }),
    ...onlyWith(args, 'video_id', { kind: 'VIDEO' }),
    ...onlyWith(args, 'description', { kind: PLAIN }),
    ...onlyWith(args, 'image_id', { kind: ['IMAGE', 'TEXT'] }),
    ...onlyWith(args, 'cards', { kind: 'CAROUSEL' }),
    ...onlyWith(args, 'intro_text', { kind: POSTED }),
    ...onlyWith(args, 'landing_page_url', { kind: [...LEADING, 'DOCUMENT', 'TEXT', 'SPOTLIGHT'] }),
    ...onlyWith(args, 'headline', { kind: [...LEADING, 'DOCUMENT', ...PLAIN] }),
    ...(args.kind === 'CAROUSEL' && [...(args.intro_text ?? '')].length > 255
      ? [{ field: 'intro_text', message: 'must have at most 255 characters with kind CAROUSEL' }]
      : []),
    ...([...(args.headline ?? '')].length > longest
      ? [{ field: 'headline', message: `must have at most ${longest} characters with kind ${args.kind}` }]
      : []),
  ];
}

const COLLECTING: readonly unknown[] = ['LEAD_GENERATION', 'TALENT_LEAD'];

/** The form of a conversation may stand in one of its messages. */
function leadProblems({ lead_form_id, kind }: Arguments, { objectiveType }: WireCampaign): Problem[] {
  if (lead_form_id && !COLLECTING.includes(objectiveType))
    return [{ field: 'lead_form_id', message: `cannot be shown: the campaign is for ${objectiveType}, not for leads` }];
  if (lead_form_id || objectiveType !== 'LEAD_GENERATION' || kind === 'CONVERSATION') return [];
  return [{ field: 'lead_form_id', message: 'is required: the campaign collects leads (list_lead_forms)' }];
}

/** The campaign was just read, so "not found" is about the file or post; names that argument. */
function withContentBlamed(error: unknown, args: Arguments): unknown {
  if (!(error instanceof Failure) || error.code !== 'not_found') return error;
  const field = (['image_id', 'video_id', 'document_id', 'post_id', 'cards'] as const).find((name) => args[name]);
  if (field === undefined) return error;
  const message = 'is not there, not ready yet, or of another page';
  const where = field === 'post_id' ? 'list_page_posts shows posts.' : 'Upload it again, or wait until it can be used.';
  return new Failure({ ...error.details, problems: [{ field, message }], nextStep: `Nothing was made. ${where}` });
}

/** `createInline` creates the post and the creative in one request. */
async function made(
  client: ProfessionalClient,
  account: string,
  args: Arguments,
  campaign: WireCampaign,
): Promise<string> {
  const path = creativesPath(account);
  const creative = {
    campaign: urnOf('sponsoredCampaign', campaign.id),
    intendedStatus: 'DRAFT',
    ...(args.name && { name: args.name }),
    ...(args.lead_form_id && {
      leadgenCallToAction: { destination: urnOf('adForm', args.lead_form_id), label: args.button ?? 'LEARN_MORE' },
    }),
  };
  if (POSTED.includes(args.kind)) {
    const inlineContent = { post: postOf(args, account, campaign) };
    const body = { creative: { ...creative, inlineContent } };
    const { value } = await client.action(path, 'createInline', body, CreatedInline, account);
    return idIn(value.creative);
  }
  return idIn(await client.create(path, { ...creative, content: contentOf(args) }, account));
}

function contentOf(args: Arguments): Record<string, unknown> {
  if (args.kind === 'POST') return { reference: args.post_id };
  if (args.message_id) return { reference: args.message_id };
  if (args.event_id) return { eventAd: { post: args.post_id, event: urnOf('event', args.event_id) } };
  const { kind, headline, description, landing_page_url: landingPage, image_id: image } = args;
  if (kind === 'SPOTLIGHT')
    return { spotlight: { headline, description, landingPage, callToAction: wordsOf(args.button) } };
  if (kind === 'FOLLOW')
    return {
      follow: {
        headline: { custom: headline },
        description: { custom: description },
        callToAction: 'VISIT_ORGANIZATION_COMPANY_PAGE',
      },
    };
  return { textAd: { headline, description, landingPage, ...(image && { image }) } };
}

/** A label as people read it, for ads whose button takes any words: LEARN_MORE is "Learn more". */
function wordsOf(button: string = 'LEARN_MORE'): string {
  const words = button.toLowerCase().replaceAll('_', ' ');
  return words[0]!.toUpperCase() + words.slice(1);
}

const NO_PAGE = 'is required: the campaign names no page (associated_entity) that could speak; see list_organizations';

function postOf(args: Arguments, account: string, campaign: WireCampaign): Record<string, unknown> {
  const page = args.organization_id ? urnOf('organization', args.organization_id) : campaign.associatedEntity;
  if (!page) throw invalidArguments([{ field: 'organization_id', message: NO_PAGE }]);
  return {
    adContext: { dscAdAccount: urnOf('sponsoredAccount', account), dscStatus: 'ACTIVE' },
    author: page,
    commentary: args.intro_text,
    visibility: 'PUBLIC',
    lifecycleState: 'PUBLISHED',
    isReshareDisabledByAuthor: false,
    distribution: { feedDistribution: 'NONE', thirdPartyDistributionChannels: [] },
    ...(args.landing_page_url && { contentLandingPage: args.landing_page_url }),
    ...(args.button && !args.lead_form_id && { contentCallToActionLabel: args.button }),
    content: args.cards ? { carousel: { cards: args.cards.map(cardOf) } } : { media: mediaOf(args) },
  };
}

function mediaOf({ image_id, video_id, document_id, headline }: Arguments) {
  return { id: image_id ?? video_id ?? document_id, ...(headline && { title: headline }) };
}

function cardOf({ image_id, headline, landing_page_url }: z.output<typeof Card>) {
  return { landingPage: landing_page_url, media: { id: image_id, title: headline } };
}
