import { z } from 'zod';
import { invalidArguments, type Problem } from '../../../errors.ts';
import { defineTool } from '../../../tools/define-tool.ts';
import { servingOutputIfOn } from '../../../tools/diagnosis.ts';
import { Id, WebAddress } from '../../../tools/fields.ts';
import { changeAndReadBack } from '../../../tools/read-back.ts';
import { atLeastOne } from '../../../tools/rules.ts';
import { changedMeanwhile, meanwhileReport, writeReport } from '../../../tools/write-report.ts';
import type { Pace } from '../../../upstream/session.ts';
import { channel } from '../channel.ts';
import type { Params, VideoClient } from '../client.ts';
import { servingReportIfOn } from '../delivery/diagnose.ts';
import {
  Ad,
  adOf,
  CUSTOM_IDENTITY,
  contentOf,
  existingAd,
  findAd,
  TRACKING,
  trackingChanges,
} from '../resources/ad.ts';
import { CallToAction, IRREVERSIBLE_STATUS, plainText, Status, statusAlone, TextId } from '../resources/fields.ts';
import {
  creativeProblems,
  findSmartAd,
  MANUAL_ONLY,
  SMART_ONLY,
  type SmartContent,
  smartAdOf,
  smartAdPace,
  smartFields,
  smartReplacement,
} from '../resources/smart-ad.ts';
import type { SmartAd, Ad as Wire } from '../wire.ts';

const content = {
  ad_name: plainText(512).optional().describe('New name'),
  ad_text: plainText(100).optional().describe('Text above the video'),
  call_to_action: CallToAction.optional(),
  display_name: plainText(40).optional().describe("Shown author; only where the ad's identity is CUSTOMIZED_USER"),
  landing_page_url: WebAddress.optional().describe('Where a click leads'),
  page_id: Id.optional().describe('Another instant form, of a lead ad'),
  ...trackingChanges,
  video_id: TextId.optional().describe('Another video, from upload_video or list_videos'),
  image_ids: z
    .array(TextId)
    .min(1)
    .max(35)
    .optional()
    .describe('Cover (exactly one), or the pictures of an image or carousel ad'),
  ...smartFields,
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
  output: z.object({ ad: Ad, ...writeReport, ...meanwhileReport, ...servingOutputIfOn }),
  rules: (args) => [
    ...atLeastOne(args, [...Object.keys(content), 'status']),
    ...statusAlone(args, Object.keys(content)),
    ...creativeProblems(args.creatives ?? []),
  ],
  turns: ({ ad_id, status }) => (status === undefined ? [ad_id] : []),
  look: ({ ad_id }) => ({ tool: 'list_ads', arguments: { ad_ids: [ad_id] } }),
  async run({ ad_id, status, ...wanted }, { client, account }) {
    const { manual, smart } = await existingAd(client, account, ad_id);
    const problems = manual ? contentProblems(manual, wanted) : smartProblems(wanted);
    if (problems.length > 0) throw invalidArguments(problems);
    const send = (path: string, body: Params, pace?: Pace) => client.change(path, body, z.unknown(), account, pace);
    const ways = manual ? manualAd(client, account, manual, wanted) : smartAd(client, account, smart, wanted);
    const { after, report } = await changeAndReadBack({
      done: `The ad ${ad_id} was changed`,
      before: ways.before,
      wanted: { ...wanted, ...withoutTracking(wanted), status },
      send: () =>
        status === undefined
          ? send(ways.update, ways.body, ways.pace)
          : send(ways.switch, { [ways.ids]: [ways.before.id], operation_status: status }, ways.pace),
      read: ways.read,
    });
    return {
      ad: after.ad,
      ...report,
      ...changedMeanwhile(ways.before, after, wanted, Object.keys(content)),
      ...(await servingReportIfOn(status, client, account, 'ad', ad_id)),
    };
  },
});

/** What is to be taken away, as it is shown afterwards. */
function withoutTracking(wanted: Wanted): Record<string, null> {
  return Object.fromEntries(TRACKING.filter((name) => wanted[name] === 'none').map((name) => [name, null]));
}

type Wanted = { [name in keyof typeof content]?: unknown };

/** The ad under the names of the arguments. */
function asArguments<T extends { name: string }>(ad: T) {
  return { ...ad, ad, ad_name: ad.name };
}

function manualAd(client: VideoClient, account: string, held: Wire, wanted: Wanted) {
  return {
    before: asArguments(adOf(held)),
    update: 'ad/update',
    body: updateBody(held, wanted),
    switch: 'ad/status/update',
    ids: 'ad_ids',
    pace: undefined,
    read: async () => {
      const found = await findAd(client, account, held.ad_id);
      return found && asArguments(adOf(found));
    },
  };
}

function smartAd(client: VideoClient, account: string, held: SmartAd, wanted: Wanted) {
  const id = held.smart_plus_ad_id;
  return {
    before: asArguments(smartAdOf(held)),
    update: 'smart_plus/ad/update',
    body: smartReplacement(held, wanted as SmartContent),
    switch: 'smart_plus/ad/status/update',
    ids: 'smart_plus_ad_ids',
    pace: smartAdPace(id),
    read: async () => {
      const found = await findSmartAd(client, account, id);
      return found && asArguments(smartAdOf(found));
    },
  };
}

/** Refuses single fields for a Smart+ ad, which has lists. */
function smartProblems(wanted: Wanted): Problem[] {
  const given = [...MANUAL_ONLY, 'display_name' as const, ...TRACKING].filter(
    (name) => name in wanted && wanted[name as never] !== undefined,
  );
  const lists: Record<string, string> = { ad_text: 'ad_texts', call_to_action: 'call_to_actions' };
  return given.map((field) => ({
    field,
    message: `does not fit: this is a Smart+ ad, which has lists; name ${lists[field] ?? 'creatives'} with all that it shall hold`,
  }));
}

/** Fields that the platform changes by themselves with `patch_update`; any other needs the whole ad. */
const PATCHABLE: readonly string[] = ['ad_name', 'ad_text', 'video_id', 'image_ids'];

/** Only the changes where the platform takes them; otherwise the whole content with the changes, as the platform replaces it. */
function updateBody(held: Wire, wanted: Wanted): Record<string, unknown> {
  const { call_to_action_id, ...kept } = contentOf(held);
  // A dynamic button would win over the one that is asked for.
  const button = wanted.call_to_action === undefined && call_to_action_id ? { call_to_action_id } : {};
  const asked = { ...wanted, ...withoutTracking(wanted) };
  const given = Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined));
  const { adgroup_id, ad_id } = held;
  if (Object.keys(given).every((name) => PATCHABLE.includes(name)))
    return { adgroup_id, patch_update: true, creatives: [{ ad_id, ...given }] };
  // What is left out of a whole ad is cleared.
  const whole = Object.entries({ ...kept, ...button, ...given }).filter(([, value]) => value !== null);
  return { adgroup_id, creatives: [Object.fromEntries(whole)] };
}

/** Refuses fields that this ad does not have, because the platform would ignore them or name another field. */
function contentProblems(held: Wire, wanted: Wanted): Problem[] {
  const { display_name, image_ids, video_id } = wanted;
  const problems: Problem[] = SMART_ONLY.filter((name) => wanted[name] !== undefined).map((field) => ({
    field,
    message: 'is for Smart+ ads; this one is MANUAL, so use video_id, image_ids, ad_text, call_to_action',
  }));
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
