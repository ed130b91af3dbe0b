import { z } from 'zod';
import { asListed } from '../../../tools/as-listed.ts';
import { defineTool } from '../../../tools/define-tool.ts';
import { Id, text } from '../../../tools/fields.ts';
import { readBack } from '../../../tools/read-back.ts';
import { apart, exactlyOne, needs, notBoth } from '../../../tools/rules.ts';
import { channel } from '../channel.ts';
import { audienceOf } from '../resources/audience.ts';
import { AudienceRule, PixelEvent, RetentionDays, retentionProblems, visitorRule } from '../resources/audience-rule.ts';
import { AUDIENCES } from '../wire.ts';

const Source = z.enum(['USER_PROVIDED_ONLY', 'PARTNER_PROVIDED_ONLY', 'BOTH_USER_AND_PARTNER_PROVIDED']);

export default defineTool(channel, {
  name: 'create_custom_audience',
  title: 'Create a custom audience',
  description:
    'Create an audience of website visitors (pixel_id), by a rule over events, or an empty customer list (customer_file_source; update_customer_list fills it).',
  toolset: 'audiences',
  access: 'write',
  repeat: 'never',
  scopes: ['ads_management'],
  input: z.strictObject({
    name: text(255).describe('Name of the audience'),
    description: text(1000, 0).optional().describe('For people'),
    customer_file_source: Source.optional().describe('Where the list comes from'),
    pixel_id: Id.optional().describe('Visitors, from list_pixels'),
    visited_days: z.int().min(1).max(180).optional().describe('With pixel_id: within so many days'),
    event: PixelEvent.optional().describe('With pixel_id: who did this (Purchase …); else all visitors'),
    exclude_event: PixelEvent.optional().describe('With pixel_id: without those who did this'),
    rule: AudienceRule.optional(),
    retention_days: RetentionDays.optional(),
    prefill: z.boolean().optional().describe('Include past events; true by default'),
  }),
  output: z.object({ audience: asListed('list_audiences') }),
  rules: (args) => [
    ...exactlyOne(args, ['rule', 'customer_file_source', 'pixel_id']),
    ...needs(args, 'pixel_id', 'visited_days'),
    ...['visited_days', 'event', 'exclude_event'].flatMap((name) => needs(args, name, 'pixel_id')),
    ...apart(args, 'event', 'exclude_event'),
    ...notBoth(args, 'visited_days', 'retention_days'),
    ...(args.pixel_id ? [] : [...needs(args, 'retention_days', 'rule'), ...needs(args, 'prefill', 'rule')]),
    ...retentionProblems(args),
  ],
  look: () => ({ tool: 'list_audiences', arguments: {} }),
  async run({ pixel_id, visited_days = 0, event, exclude_event, ...args }, { client, account }) {
    const rule = pixel_id === undefined ? args.rule : visitorRule({ pixel_id, visited_days, event, exclude_event });
    // For audiences by rule the platform wants the kind left out: the rule decides it.
    const fields = { ...args, rule, ...(args.customer_file_source && { subtype: 'CUSTOM' }) };
    const id = await client.create(account, 'customaudiences', fields);
    const audience = await readBack(`The audience ${id} was created`, async () =>
      audienceOf(await client.node(AUDIENCES, id, account)),
    );
    return { audience };
  },
});
