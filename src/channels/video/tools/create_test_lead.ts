import { z } from 'zod';
import { defineTool } from '../../../tools/define-tool.ts';
import { Id } from '../../../tools/fields.ts';
import { readBack } from '../../../tools/read-back.ts';
import { channel } from '../channel.ts';
import { TestLead, testLead, testLeadOf } from '../leads.ts';

export default defineTool(channel, {
  name: 'create_test_lead',
  title: 'Create a test lead',
  description:
    'Makes the test lead of a form, with made-up answers, to try what happens to leads; subscriptions are told of it. A form has one at a time; it is deleted in the platform’s own tool.',
  toolset: 'leads',
  access: 'write',
  repeat: 'never',
  input: z.strictObject({ form: Id.describe('Id of a form, from list_lead_forms') }),
  aliases: { form_id: 'form', page_id: 'form' },
  output: z.object({
    lead_id: z.string(),
    form_id: z.string(),
    is_test: z.boolean(),
    filled: z.array(z.string()).describe('Fields that were answered'),
  }),
  look: ({ form }) => ({ tool: 'list_leads', arguments: { form } }),
  async run({ form }, { client, account }) {
    const made = await client.change('page/lead/mock/create', { page_id: form }, TestLead, account);
    const { id } = testLeadOf(made, form);
    const lead = await readBack(`The test lead ${id} was made`, () => testLead(client, account, form));
    const { form_id, is_test, answers } = lead;
    return { lead_id: id, form_id, is_test, filled: answers.map(({ field }) => field) };
  },
});
