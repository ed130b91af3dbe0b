import { z } from 'zod';
import { invalidArguments } from '../../../errors.ts';
import { defineTool } from '../../../tools/define-tool.ts';
import { Id, text } from '../../../tools/fields.ts';
import { atLeastOne } from '../../../tools/rules.ts';
import { reportWrite, writeReport } from '../../../tools/write-report.ts';
import { afterWrite } from '../after-write.ts';
import { AudienceRule, RetentionDays } from '../audience-rule.ts';
import { channel } from '../channel.ts';
import { asListed } from '../resources/as-listed.ts';
import { audienceOf } from '../resources/audience.ts';
import { AUDIENCES } from '../wire.ts';

/** Kinds whose members do not come and go by what people do. */
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
    rule: AudienceRule.optional(),
  }),
  output: z.object({ audience: asListed('list_audiences'), ...writeReport }),
  rules: (args) => atLeastOne(args, ['name', 'description', 'retention_days', 'rule']),
  async run({ audience_id, ...wanted }, { client }) {
    const before = audienceOf(await client.node(AUDIENCES, audience_id));
    refuseForKind(before.kind, wanted);
    await client.update(audience_id, wanted, before.account_id);
    const look = `Read it with list_audiences and audience_ids ["${audience_id}"].`;
    const audience = await afterWrite('The audience was changed', look, async () =>
      audienceOf(await client.node(AUDIENCES, audience_id, before.account_id)),
    );
    return { audience, ...reportWrite(before, audience, wanted) };
  },
});

function refuseForKind(kind: string, wanted: { retention_days?: unknown; rule?: unknown }): void {
  if (!WITHOUT_RETENTION.includes(kind)) return;
  const problems = (['retention_days', 'rule'] as const)
    .filter((field) => wanted[field] !== undefined)
    .map((field) => ({ field, message: `does not apply: this is a ${kind} audience, not one built from events` }));
  if (problems.length > 0) throw invalidArguments(problems);
}
