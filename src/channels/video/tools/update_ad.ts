import { z } from 'zod';
import { Failure, invalidArguments, type Problem } from '../../../errors.ts';
import { defineTool } from '../../../tools/define-tool.ts';
import { Id, text, WebAddress } from '../../../tools/fields.ts';
import { changeAndReadBack } from '../../../tools/read-back.ts';
import { atLeastOne } from '../../../tools/rules.ts';
import { writeReport } from '../../../tools/write-report.ts';
import { Ad, adOf, CallToAction, CUSTOM_IDENTITY, contentOf, existingAd, findAd } from '../ads.ts';
import { pathFor, SMART_PLUS } from '../campaigns.ts';
import { channel } from '../channel.ts';
import { IRREVERSIBLE_STATUS, plainText, Status } from '../fields.ts';
import { statusAlone } from '../rules.ts';
import type { Ad as Wire } from '../wire.ts';

const content = {
  ad_name: plainText(512).optional().describe('New name'),
  ad_text: plainText(100).optional().describe('Text above the video'),
  call_to_action: CallToAction.optional(),
  display_name: plainText(40).optional().describe("Shown author; only where the ad's identity is CUSTOMIZED_USER"),
  landing_page_url: WebAddress.optional().describe('Where a click leads'),
  video_id: text(100).optional().describe('Another video, from upload_video or list_videos'),
  image_ids: z
    .array(text(200))
    .min(1)
    .max(35)
    .optional()
    .describe('Cover of a video ad (exactly one), or the pictures of an image or carousel ad'),
};

export default defineTool(channel, {
  name: 'update_ad',
  title: 'Update an ad',
  description:
    'Change texts, button, landing page, video or images of an ad, or switch it (ENABLE, DISABLE, DELETE). What is not named stays. New content is reviewed again. Status DELETE cannot be undone.',
  toolset: 'ads',
  access: 'write',
  repeat: 'safe',
  irreversible: IRREVERSIBLE_STATUS,
  input: z.strictObject({ ad_id: Id.describe('Ad to change'), ...content, status: Status.optional() }),
  output: z.object({ ad: Ad, ...writeReport }),
  rules: (args) => [
    ...atLeastOne(args, [...Object.keys(content), 'status']),
    ...statusAlone(args, Object.keys(content)),
  ],
  look: ({ ad_id }) => ({ tool: 'list_ads', arguments: { ad_ids: [ad_id] } }),
  async run({ ad_id, status, ...wanted }, { client, account }) {
    const held = await existingAd(client, account, ad_id);
    const problems = contentProblems(held, wanted);
    if (problems.length > 0) throw invalidArguments(problems);
    if (status === undefined && held.campaign_automation_type === SMART_PLUS) throw smartPlusContent(ad_id);
    const { after, report } = await changeAndReadBack({
      done: `The ad ${ad_id} was changed`,
      before: asArguments(held),
      wanted: { ...wanted, status },
      send: () =>
        status === undefined
          ? client.change('ad/update', replacement(held, wanted), z.unknown(), account)
          : client.change(
              pathFor(held, 'ad/status/update'),
              {
                [held.campaign_automation_type === SMART_PLUS ? 'smart_plus_ad_ids' : 'ad_ids']: [ad_id],
                operation_status: status,
              },
              z.unknown(),
              account,
            ),
      read: async () => {
        const found = await findAd(client, account, ad_id);
        return found && asArguments(found);
      },
    });
    return { ad: after.ad, ...report };
  },
});

type Wanted = { [name in keyof typeof content]?: unknown };

/** The ad by the names it is changed by. */
function asArguments(wire: Wire) {
  const ad = adOf(wire);
  return { ...ad, ad, ad_name: ad.name };
}

/** The platform replaces the whole content, so the whole is sent: what is there, with the changes in it. */
function replacement(held: Wire, wanted: Wanted): Record<string, unknown> {
  const { call_to_action_id, ...kept } = contentOf(held);
  // A dynamic button would win over the one that is asked for.
  const button = wanted.call_to_action === undefined && call_to_action_id ? { call_to_action_id } : {};
  const given = Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined));
  return { adgroup_id: held.adgroup_id, creatives: [{ ...kept, ...button, ...given }] };
}

/** Fields that mean nothing for this ad. Said before sending: the platform would ignore or refuse them in other words. */
function contentProblems(held: Wire, { display_name, image_ids, video_id }: Wanted): Problem[] {
  const problems: Problem[] = [];
  if (display_name !== undefined && held.identity_type !== CUSTOM_IDENTITY) {
    const message = `means nothing here: the ad speaks as ${held.identity_type} ${held.identity_id}, and only a CUSTOMIZED_USER identity takes a name of its own`;
    problems.push({ field: 'display_name', message });
  }
  if (held.tiktok_item_id) {
    for (const [field, value] of Object.entries({ image_ids, video_id })) {
      if (value === undefined) continue;
      const message = `cannot be set: the ad shows the post ${held.tiktok_item_id}, which brings its own pictures`;
      problems.push({ field, message });
    }
    return problems;
  }
  if (video_id !== undefined && held.ad_format !== 'SINGLE_VIDEO')
    problems.push({
      field: 'video_id',
      message: `means nothing in a ${held.ad_format} ad; only SINGLE_VIDEO shows a video`,
    });
  const count = (image_ids as unknown[] | undefined)?.length ?? 1;
  if (count !== 1 && held.ad_format !== 'CAROUSEL_ADS') {
    const what = held.ad_format === 'SINGLE_IMAGE' ? 'the picture of a SINGLE_IMAGE ad' : 'the cover of a video ad';
    problems.push({
      field: 'image_ids',
      message: `must hold exactly one id, ${what}; only CAROUSEL_ADS shows several`,
    });
  }
  return problems;
}

function smartPlusContent(id: string): Failure {
  return new Failure({
    code: 'unsupported',
    message: `The ad ${id} is a Smart+ ad: the platform combines its texts and videos itself, and they are not changed here.`,
    nextStep: 'Make a new ad, and switch this one off with status DISABLE.',
  });
}
