import { z } from 'zod';
import { invalidArguments } from '../../../errors.ts';
import { asListed } from '../../../tools/as-listed.ts';
import { defineTool } from '../../../tools/define-tool.ts';
import { Id, text } from '../../../tools/fields.ts';
import { changeAndReadBack } from '../../../tools/read-back.ts';
import { atLeastOne } from '../../../tools/rules.ts';
import { writeReport } from '../../../tools/write-report.ts';
import { channel } from '../channel.ts';
import { audienceOf } from '../resources/audience.ts';
import { AudienceRule, RetentionDays, retentionProblems } from '../resources/audience-rule.ts';
import { AUDIENCES } from '../wire.ts';

/** Kinds without retention: their members do not follow from events. */
const WITHOUT_RETENTION = ['CUSTOM', 'LOOKALIKE'];

export default defineTool(channel, {
  name: 'update_custom_audience',
  title: 'Update an audience',
  description: 'Change name, description, retention or rule of a custom audience. Its kind cannot change.',
  toolset: 'audiences',
  access: 'write',
  repeat: 'safe',
  scopes: ['ads_management'],
  account: false,
  input: z.strictObject({
    audience_id: Id.describe('Audience to change'),
    name: text(255).optional().describe('New name'),
    description: text(1000, 0).optional().describe('New description'),
    retention_days: RetentionDays.optional().describe('Days people stay in it; website audiences only'),
    rule: AudienceRule.optional().describe('As in create_custom_audience'),
  }),
  output: z.object({ audience: asListed('list_audiences'), ...writeReport, notes: z.array(z.string()).optional() }),
  rules: (args) => [...atLeastOne(args, ['name', 'description', 'retention_days', 'rule']), ...retentionProblems(args)],
  look: ({ audience_id }) => ({ tool: 'list_audiences', arguments: { audience_ids: [audience_id] } }),
  async run({ audience_id, ...wanted }, { client }) {
    const before = audienceOf(await client.node(AUDIENCES, audience_id));
    refuseForKind(before.kind, wanted);
    const { after, report } = await changeAndReadBack({
      done: `The audience ${audience_id} was changed`,
      before,
      wanted,
      send: () => client.update(AUDIENCES, audience_id, wanted, before.account_id),
      read: async () => audienceOf(await client.node(AUDIENCES, audience_id, before.account_id)),
    });
    const notes = retentionProblems({ rule: after.rule, retention_days: wanted.retention_days }).map(
      ({ message }) => `retention_days ${message}: the platform counts by one of them and does not say which.`,
    );
    return { audience: after, ...report, ...(notes.length > 0 && { notes }) };
  },
});

function refuseForKind(kind: string, wanted: { retention_days?: unknown; rule?: unknown }): void {
  if (!WITHOUT_RETENTION.includes(kind)) return;
  const problems = (['retention_days', 'rule'] as const)
    .filter((field) => wanted[field] !== undefined)
    .map((field) => ({ field, message: `does not apply: this is a ${kind} audience, not one built from events` }));
  if (problems.length > 0) throw invalidArguments(problems);
}
