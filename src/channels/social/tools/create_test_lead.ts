import { z } from 'zod';
import { defineTool } from '../../../tools/define-tool.ts';
import { Id } from '../../../tools/fields.ts';
import { readBack } from '../../../tools/read-back.ts';
import { pathOf } from '../../../upstream/path.ts';
import { channel } from '../channel.ts';
import { API_VERSION } from '../client.ts';
import { isoTime } from '../resources/fields.ts';
import { formOf } from '../resources/lead-form.ts';
import { Created, kind } from '../wire.ts';

const TEST_LEAD = kind('test_leads', z.object({ id: z.string(), created_time: z.string() }));

export default defineTool(channel, {
  name: 'create_test_lead',
  title: 'Create a test lead',
  description:
    "Makes the platform fill a form with made-up answers, to try what follows a lead. A form has one at a time: delete the last one in the platform's testing tool.",
  toolset: 'leads',
  access: 'write',
  repeat: 'never',
  scopes: ['pages_manage_ads'],
  input: z.strictObject({ form: Id.describe('Id of the form, from list_lead_forms') }),
  aliases: { form_id: 'form', lead_form_id: 'form' },
  output: z.object({ lead: z.object({ id: z.string(), form_id: z.string(), submitted_at: z.string() }) }),
  look: ({ form }) => ({ tool: 'list_leads', arguments: { form } }),
  async run({ form }, { client, account }) {
    const readable = await formOf(client, account, form);
    const path = pathOf`/${API_VERSION}/${form}/test_leads`;
    const { id } = await readable.client.change(path, {}, Created, account);
    const { created_time } = await readBack(`The test lead ${id} was created`, () =>
      readable.client.node(TEST_LEAD, id, account),
    );
    return { lead: { id, form_id: form, submitted_at: isoTime(created_time) ?? created_time } };
  },
});
