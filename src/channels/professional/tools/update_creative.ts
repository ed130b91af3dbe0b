import { z } from 'zod';
import { asListed } from '../../../tools/as-listed.ts';
import { defineTool } from '../../../tools/define-tool.ts';
import { servingOutputIfOn } from '../../../tools/diagnosis.ts';
import { oneLine } from '../../../tools/fields.ts';
import { atLeastOne } from '../../../tools/rules.ts';
import { writeReport } from '../../../tools/write-report.ts';
import { changed, IRREVERSIBLE, removalProblems, UpdateStatus } from '../changes.ts';
import { channel } from '../channel.ts';
import { servingReportIfOn } from '../delivery/diagnose.ts';
import { CreativeId } from '../fields.ts';
import { existing } from '../resources/campaign-group.ts';
import { creativePath, readCreative, shownCreative } from '../resources/creative.ts';
import { checkCreativeStep } from '../transitions.ts';

const FIELDS = ['name', 'status'] as const;

export default defineTool(channel, {
  name: 'update_creative',
  title: 'Update a creative',
  description:
    'Changes the name or status of a creative (shown as Ad); its content cannot change. ACTIVE on a draft starts its review; before approval it can only be REMOVED. ARCHIVED and REMOVED cannot be undone by us.',
  toolset: 'creatives',
  access: 'write',
  repeat: 'safe',
  irreversible: IRREVERSIBLE,
  input: z.strictObject({
    creative_id: CreativeId.describe('Creative (shown as Ad) to change'),
    name: oneLine().optional().describe('New name'),
    status: UpdateStatus.optional(),
  }),
  output: z.object({ creative: asListed('list_creatives'), ...writeReport, ...servingOutputIfOn }),
  rules: (args) => [...atLeastOne(args, FIELDS), ...removalProblems(args, FIELDS)],
  look: ({ creative_id }) => ({ tool: 'list_creatives', arguments: { creative_ids: [creative_id] } }),
  async run({ creative_id, name, status }, { client, account }) {
    const read = () => readCreative(client, account, creative_id);
    const before = await existing(read(), 'creative_id', 'creative', 'list_creatives');
    checkCreativeStep(before.intendedStatus, status, before.review?.status);
    const { shown, report } = await changed({
      what: `The creative ${creative_id}`,
      client,
      account,
      path: creativePath(account, creative_id),
      status: { before: before.intendedStatus, after: status, field: 'intendedStatus' },
      fields: { name },
      before: shownCreative(before),
      wanted: { name },
      read: async () => shownCreative(await read()),
    });
    return {
      creative: shown,
      ...report,
      ...(await servingReportIfOn(status, client, account, 'creative', creative_id)),
    };
  },
});
