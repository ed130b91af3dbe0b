import { z } from 'zod';
import type { Problem } from '../../../errors.ts';
import { invalidArguments } from '../../../errors.ts';
import { asListed } from '../../../tools/as-listed.ts';
import { defineTool } from '../../../tools/define-tool.ts';
import { obstacle, servingOutput } from '../../../tools/diagnosis.ts';
import { oneLine, text, WebAddress } from '../../../tools/fields.ts';
import { readBack } from '../../../tools/read-back.ts';
import { needs, onlyWith } from '../../../tools/rules.ts';
import { channel } from '../channel.ts';
import type { ProfessionalClient } from '../client.ts';
import { CampaignId, idIn, LeadFormId, OrganizationId, urnOf } from '../fields.ts';
import { readCampaign } from '../resources/campaign.ts';
import { existing } from '../resources/campaign-group.ts';
import { creativesPath, readCreative, shownCreative } from '../resources/creative.ts';
import { CreatedInline, type WireCampaign } from '../wire.ts';

const BUTTONS = [
  'LEARN_MORE',
  'APPLY',
  'DOWNLOAD',
  'VIEW_QUOTE',
  'SIGN_UP',
  'SUBSCRIBE',
  'REGISTER',
  'REQUEST_DEMO',
  'JOIN',
  'ATTEND',
] as const;

const media = (kind: string) =>
  z.string().refine((urn) => urn.startsWith(`urn:li:${kind}:`), `must begin with urn:li:${kind}:`);

const input = z.strictObject({
  campaign_id: CampaignId.describe('Campaign (shown as Ad set) it goes into'),
  kind: z
    .enum(['IMAGE', 'VIDEO', 'TEXT', 'POST'])
    .describe('IMAGE and VIDEO make a post for the ad alone; POST takes an existing one'),
  name: oneLine().optional().describe('Shown to advertisers only'),
  organization_id: OrganizationId.optional().describe(
    'Page in whose name it is posted; the campaign has it when left out',
  ),
  intro_text: text(600).optional().describe('Text above the picture, with IMAGE and VIDEO'),
  headline: text(200).optional().describe('At most 25 characters with TEXT'),
  description: text(75).optional().describe('Second line of a TEXT ad'),
  landing_page_url: WebAddress.optional().describe('Where a click leads'),
  image_id: media('image').optional().describe('From upload_professional_image'),
  video_id: media('video').optional().describe('URN of a video of the page'),
  post_id: z
    .string()
    .refine((urn) => /^urn:li:(share|ugcPost):\d+$/.test(urn), 'must be urn:li:share: or urn:li:ugcPost: with digits')
    .optional()
    .describe('Existing post of the page, with POST'),
  button: z.enum(BUTTONS).optional().describe('Label of the button; with a lead form its label'),
  lead_form_id: LeadFormId.optional().describe('Needed where the objective is LEAD_GENERATION (list_lead_forms)'),
});
type Arguments = z.output<typeof input>;

export default defineTool(channel, {
  name: 'create_creative',
  title: 'Create a creative',
  description:
    'Creates a creative (shown as Ad) as a draft: single image, video, text ad or an existing post. Start its review with update_creative, status ACTIVE; it cannot be paused before it is approved.',
  toolset: 'creatives',
  access: 'write',
  repeat: 'never',
  input,
  output: z.object({
    creative: asListed('list_creatives'),
    campaign: z.object({ id: z.string(), name: z.string(), status: z.string(), shown_as: z.string() }),
    ...servingOutput,
  }),
  rules: problems,
  look: ({ campaign_id }) => ({ tool: 'list_creatives', arguments: { campaign_ids: [campaign_id] } }),
  async run(args, { client, account }) {
    const read = readCampaign(client, account, args.campaign_id);
    const campaign = await existing(read, 'campaign_id', 'campaign', 'list_professional_campaigns');
    const id = await made(client, account, args, campaign);
    const creative = await readBack(`The creative ${id} was created`, () => readCreative(client, account, id));
    return {
      creative: shownCreative(creative),
      campaign: { id: campaign.id, name: campaign.name, status: campaign.status, shown_as: 'Ad set' },
      keeps_from_serving: [
        obstacle('It is a draft, and switching it on starts its review', {
          tool: 'update_creative',
          arguments: { creative_id: id, status: 'ACTIVE' },
        }),
        ...(campaign.status === 'ACTIVE'
          ? []
          : [
              obstacle(`Its campaign is ${campaign.status}`, {
                tool: 'update_professional_campaign',
                arguments: { campaign_id: campaign.id, status: 'ACTIVE' },
              }),
            ]),
      ],
    };
  },
});

function problems(args: Arguments): Problem[] {
  const headline = args.kind === 'TEXT' && [...(args.headline ?? '')].length > 25;
  return [
    ...['intro_text', 'landing_page_url'].flatMap((field) => needs(args, { kind: ['IMAGE', 'VIDEO'] }, field)),
    ...['headline', 'description', 'landing_page_url'].flatMap((field) => needs(args, { kind: 'TEXT' }, field)),
    ...needs(args, { kind: 'IMAGE' }, 'image_id'),
    ...needs(args, { kind: 'VIDEO' }, 'video_id'),
    ...needs(args, { kind: 'POST' }, 'post_id'),
    ...onlyWith(args, 'post_id', { kind: 'POST' }),
    ...onlyWith(args, 'video_id', { kind: 'VIDEO' }),
    ...onlyWith(args, 'description', { kind: 'TEXT' }),
    ...onlyWith(args, 'image_id', { kind: ['IMAGE', 'TEXT'] }),
    ...onlyWith(args, 'intro_text', { kind: ['IMAGE', 'VIDEO'] }),
    ...onlyWith(args, 'landing_page_url', { kind: ['IMAGE', 'VIDEO', 'TEXT'] }),
    ...onlyWith(args, 'headline', { kind: ['IMAGE', 'VIDEO', 'TEXT'] }),
    ...(headline ? [{ field: 'headline', message: 'must have at most 25 characters with kind TEXT' }] : []),
  ];
}

/** A post for the ad alone is made together with the creative, in one request. */
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
  if (args.kind === 'IMAGE' || args.kind === 'VIDEO') {
    const inlineContent = { post: postOf(args, account, campaign) };
    const body = { creative: { ...creative, inlineContent } };
    const { value } = await client.action(path, 'createInline', body, CreatedInline, account);
    return idIn(value.creative);
  }
  return idIn(await client.create(path, { ...creative, content: contentOf(args) }, account));
}

function contentOf(args: Arguments): Record<string, unknown> {
  if (args.kind === 'POST') return { reference: args.post_id };
  const { headline, description, landing_page_url: landingPage, image_id: image } = args;
  return { textAd: { headline, description, landingPage, ...(image && { image }) } };
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
    contentLandingPage: args.landing_page_url,
    ...(args.button && !args.lead_form_id && { contentCallToActionLabel: args.button }),
    content: { media: { id: args.image_id ?? args.video_id, ...(args.headline && { title: args.headline }) } },
  };
}
