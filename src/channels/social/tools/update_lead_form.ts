import { z } from 'zod';
import { defineTool } from '../../../tools/define-tool.ts';
import { Id } from '../../../tools/fields.ts';
import { changeAndReadBack } from '../../../tools/read-back.ts';
import { writeReport } from '../../../tools/write-report.ts';
import { channel } from '../channel.ts';
import { FORMS, formOf, shownForm } from '../resources/lead-form.ts';

export default defineTool(channel, {
  name: 'update_lead_form',
  title: 'Update a lead form',
  description:
    'Archives a lead form, so that no new ad can show it, or makes it active again. Its texts and questions cannot be changed.',
  toolset: 'leads',
  access: 'write',
  repeat: 'safe',
  scopes: ['pages_manage_ads'],
  input: z.strictObject({
    form: Id.describe('Id of the form, from list_lead_forms'),
    status: z.enum(['ACTIVE', 'ARCHIVED']).describe('New ads take an ACTIVE one'),
  }),
  aliases: { form_id: 'form', lead_form_id: 'form' },
  output: z.object({ lead_form: z.looseObject({ id: z.string() }).describe('As in get_lead_form'), ...writeReport }),
  look: ({ form }) => ({ tool: 'get_lead_form', arguments: { form } }),
  async run({ form: id, status }, { client, account }) {
    const { form, client: asPage } = await formOf(client, account, id);
    const { after, report } = await changeAndReadBack({
      done: `The lead form ${id} was changed`,
      before: { ...shownForm(form) },
      wanted: { status },
      send: () => asPage.update(FORMS, id, { status }, account),
      read: async () => ({ ...shownForm(await asPage.node(FORMS, id, account)) }),
    });
    return { lead_form: after, ...report };
  },
});
