import { z } from 'zod';
import { defineTool } from '../../../tools/define-tool.ts';
import { Id } from '../../../tools/fields.ts';
import { changeAndReadBack } from '../../../tools/read-back.ts';
import { writeReport } from '../../../tools/write-report.ts';
import { pathOf } from '../../../upstream/path.ts';
import { channel } from '../channel.ts';
import { leads } from '../leads.ts';

export default defineTool(channel, {
  name: 'update_lead_form',
  title: 'Update a lead form',
  description:
    'Publishes a lead form, so that ads can use it, or archives it. What it asks is changed in the platform’s own interface.',
  toolset: 'leads',
  access: 'write',
  repeat: 'safe',
  input: z.strictObject({
    form: Id.describe('Id of the form, from list_lead_forms'),
    status: z.enum(['PUBLISHED', 'ARCHIVED']).describe('Ads whose form is not PUBLISHED stop'),
  }),
  aliases: { form_id: 'form', lead_form_id: 'form' },
  output: z.object({ lead_form: z.looseObject({ id: z.string() }).describe('As in get_lead_form'), ...writeReport }),
  look: ({ form }) => ({ tool: 'get_lead_form', arguments: { form } }),
  async run({ form, status }, { client, account }) {
    const read = async () => ({ ...(await leads.form(client, account, form)) });
    const { after, report } = await changeAndReadBack({
      done: `The lead form ${form} was changed`,
      before: await read(),
      wanted: { status },
      send: () => client.update(pathOf`/leadForms/${form}`, { state: status }, account),
      read,
    });
    return { lead_form: after, ...report };
  },
});
