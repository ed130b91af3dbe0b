import { z } from 'zod';
import { invalidArguments } from '../../../errors.ts';
import { asListed } from '../../../tools/as-listed.ts';
import { defineTool } from '../../../tools/define-tool.ts';
import { servingOutputIfOn } from '../../../tools/diagnosis.ts';
import { Id } from '../../../tools/fields.ts';
import { changeAndReadBack } from '../../../tools/read-back.ts';
import { atLeastOne } from '../../../tools/rules.ts';
import { writeReport } from '../../../tools/write-report.ts';
import { channel } from '../channel.ts';
import { servingReportIfOn } from '../delivery/diagnose.ts';
import { adRow, existingAd, shownAd } from '../resources/ad.ts';
import { type AdTexts, adTexts, mergedTexts, responsiveTexts, textProblems } from '../resources/ad-text.ts';
import { ifRemoved, isRemoved, removedAlone } from '../resources/removal.ts';
import { type Operation, removing, updating } from '../resources/wire/operation.ts';
import type { Row } from '../resources/wire/row.ts';

const TEXTS = ['headlines', 'descriptions', 'pinned', 'path1', 'path2'] as const;
const FIELDS = ['status', ...TEXTS, 'final_urls'];

const input = z.strictObject({
  ad_id: Id.describe('Ad to change'),
  status: z.enum(['ENABLED', 'PAUSED', 'REMOVED']).optional().describe('ENABLED lets it run; REMOVED cannot be undone'),
  headlines: adTexts.headlines.optional(),
  descriptions: adTexts.descriptions.optional(),
  pinned: adTexts.pinned.describe('All pins; those of texts that stay are kept when left out'),
  path1: adTexts.path1,
  path2: adTexts.path2,
  final_urls: adTexts.final_urls.optional(),
});
type Arguments = z.output<typeof input>;

export default defineTool(channel, {
  name: 'update_ad',
  title: 'Update an ad',
  description:
    'Changes status, texts or addresses of an ad; texts only of responsive search ads. A list replaces the whole list. New texts are reviewed again. REMOVED cannot be undone.',
  toolset: 'ads',
  access: 'write',
  repeat: 'safe',
  irreversible: { status: ['REMOVED'] },
  input,
  output: z.object({ ad: asListed('list_ads'), ...writeReport, ...servingOutputIfOn }),
  rules: (args) => [...atLeastOne(args, FIELDS), ...removedAlone(args, FIELDS)],
  // Pins belong to the texts: a change of one list carries the pins that were read, and new pins carry both lists.
  turns: ({ ad_id, headlines, descriptions, pinned }) => (headlines || descriptions || pinned ? [`ad ${ad_id}`] : []),
  look: ({ ad_id, status }) => ({ tool: 'list_ads', arguments: { ad_ids: [ad_id], ...ifRemoved(status) } }),
  async run(args, { client, account }) {
    const before = await existingAd(client, account, args.ad_id);
    const shown = shownAd(before);
    if (TEXTS.some((field) => args[field] !== undefined) && before.adGroupAd?.ad?.responsiveSearchAd === undefined) {
      throw invalidArguments([{ field: 'ad_id', message: `is a ${shown.type}; only its status can be changed here` }]);
    }
    const gone = isRemoved({ what: `ad ${shown.id}`, argument: 'ad_id', held: shown.status, wanted: args.status });
    const texts = mergedTexts(args, shown);
    const problems = TEXTS.some((field) => args[field] !== undefined) ? textProblems(texts) : [];
    if (problems.length > 0) throw invalidArguments(problems);
    const { ad_id, ...wanted } = args;
    const { after, report } = await changeAndReadBack({
      done: `The ad ${ad_id} was changed`,
      before: shown,
      // Pins go with texts that go, so a change of texts may be one of pins.
      wanted: { ...wanted, pinned: (args.pinned ?? args.headlines ?? args.descriptions) && inAdOrder(texts) },
      send: async () => {
        if (!gone) await client.mutate(account, operationsFor(args, texts, before));
      },
      read: async () => {
        const row = await adRow(client, account, ad_id);
        return row && shownAd(row);
      },
    });
    return { ad: after, ...report, ...(await servingReportIfOn(args.status, client, account, shown.campaign_id)) };
  },
});

/** Pins as the ad shows them: in the order of its texts. */
function inAdOrder(texts: AdTexts): { text: string; position: string }[] | null {
  const { headlines, descriptions } = responsiveTexts(texts);
  const pins = [...headlines, ...descriptions].flatMap(({ text, pinnedField }) =>
    pinnedField === undefined ? [] : [{ text, position: pinnedField }],
  );
  return pins.length > 0 ? pins : null;
}

/** The status belongs to the ad's place in its group, the rest to the ad: two resources, changed together. */
function operationsFor(args: Arguments, texts: AdTexts, { adGroupAd }: Row): Operation[] {
  if (args.status === 'REMOVED') return [removing('adGroupAd', adGroupAd?.resourceName ?? '', 'ad_id')];
  const repinned = args.pinned !== undefined;
  const { headlines, descriptions } = responsiveTexts(texts);
  const responsive = {
    ...((args.headlines !== undefined || repinned) && { headlines }),
    ...((args.descriptions !== undefined || repinned) && { descriptions }),
    ...(args.path1 !== undefined && { path1: args.path1 }),
    ...(args.path2 !== undefined && { path2: args.path2 }),
  };
  const content = {
    ...(args.final_urls !== undefined && { finalUrls: args.final_urls }),
    ...(Object.keys(responsive).length > 0 && { responsiveSearchAd: responsive }),
  };
  return [
    ...(Object.keys(content).length > 0 ? [updating('ad', adGroupAd?.ad?.resourceName ?? '', content, 'ad_id')] : []),
    ...(args.status === undefined
      ? []
      : [updating('adGroupAd', adGroupAd?.resourceName ?? '', { status: args.status }, 'ad_id')]),
  ];
}
